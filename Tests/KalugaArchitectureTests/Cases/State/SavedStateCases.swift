import Foundation
import KalugaArchitecture
import Testing

/// Reports about saved state of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SavedStateCases {
  private final class MapViewModel: BaseLifecycleViewModel {
    @Saved("draft") var draft = ""
    @Saved("zoom") var zoom = 1.0
  }

  /// Runs a test in a new folder.
  private func inFolder(_ body: @MainActor (_ folder: URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  // MARK: Values that cannot be written

  /// swift-sharing #113, Essenty #86: one value that cannot be written takes all others with it.
  @Test func `a value that cannot be written does not lose the others`() {
    let model = MapViewModel()
    model.draft = "a long text"
    model.zoom = .infinity
    let again = BaseLifecycleViewModel.restoring(model.savedState()) { MapViewModel() }
    #expect(again.draft == "a long text")
    #expect(again.zoom == 1)
  }

  private enum Place: NavigationDestination { case home, map }

  @Test func `a value that cannot be written does not lose the stack`() throws {
    func makeDriver(_ saved: NavigationSnapshot<Place>?) -> NavigationDriver<Place> {
      let driver = NavigationDriver(root: Place.home, restoring: saved) { _, _ in MapViewModel() }
      driver.start()
      return driver
    }
    let first = makeDriver(nil)
    (first.topScreen as? MapViewModel)?.draft = "a long text"
    try first.perform(.push(.map))
    (first.topScreen as? MapViewModel)?.zoom = .nan
    let second = makeDriver(try NavigationSnapshot<Place>(first.snapshot().data()))
    #expect(second.stack.current.entries.map(\.destination) == [.home, .map])
    try second.perform(.pop())
    #expect((second.topScreen as? MapViewModel)?.draft == "a long text")
    first.end()
    second.end()
  }

  @Test func `a file keeps its last written value, and is written again afterwards`() async throws {
    try await inFolder { folder in
      let file = SavedFile.file(folder.appending(path: "zoom.json"))
      let zoom = Saved(wrappedValue: 1.0, file)
      zoom.wrappedValue = 2
      try await file.flush()
      let written = try file.read()
      zoom.wrappedValue = .infinity
      await #expect(throws: SavedStateError.self) { try await file.flush() }
      #expect(try file.read() == written)
      zoom.wrappedValue = 3
      try await file.flush()
      #expect(try file.read() != written)
    }
  }

  // MARK: Nil and extreme values

  /// swift-sharing (optional app storage), SavedStateHandle: nil that was written is not the default.
  @Test func `a saved nil is not replaced by the fresh value`() {
    final class NickViewModel: BaseLifecycleViewModel {
      @Saved("nick") var nick: String? = "Anonymous"
      @Saved("nested") var nested: Int?? = .some(.some(1))
    }
    let model = NickViewModel()
    model.nick = nil
    model.nested = .some(nil)
    let again = BaseLifecycleViewModel.restoring(model.savedState()) { NickViewModel() }
    #expect(again.nick == nil)
    // JSON has one null, so that both kinds of nil are saved alike.
    #expect(again.nested == .none)
  }

  @Test func `a file that holds nil is not replaced by the fresh value`() async throws {
    try await inFolder { folder in
      let file = SavedFile.file(folder.appending(path: "nick.json"))
      do {
        let nick = Saved<String?>(wrappedValue: "Anonymous", file)
        nick.wrappedValue = nil
      }
      await SavedFile.flushAll()
      await mainActorQueueDrained()
      #expect(Saved<String?>(wrappedValue: "Anonymous", file).wrappedValue == nil)
    }
  }

  // MARK: Files

  /// swift-sharing #147: changes by another process do not arrive.
  @Test func `a change of a file by another process arrives at the next resume`() async throws {
    try await inFolder { folder in
      let file = SavedFile.file(folder.appending(path: "shared.json"))
      let mine = Saved(wrappedValue: 0, file)
      mine.wrappedValue = 1
      // What another process would write is written to another file first.
      let helper = SavedFile.file(folder.appending(path: "other.json"))
      let other = Saved(wrappedValue: 0, helper)
      other.wrappedValue = 2
      await SavedFile.flushAll()
      let data = try #require(try helper.read())
      #expect(try file.read() != data)
      try data.write(to: file.url)
      BaseLifecycleViewModel().didResume()
      await until(mine.wrappedValue == 2)
    }
  }

  /// swift-sharing #213, swift-composable-architecture #3074: writes of short-lived owners are lost.
  @Test func `short-lived owners of a file lose no write`() async throws {
    try await inFolder { folder in
      let file = SavedFile.file(folder.appending(path: "counter.json"))
      for round in 0..<60 {
        do {
          let counter = Saved(wrappedValue: 0, file)
          #expect(counter.wrappedValue == round)
          counter.wrappedValue += 1
          if round % 7 == 0 { counter.projectedValue.post(counter.wrappedValue) }
        }
        switch round % 4 {
        case 0: await Task.yield()
        case 1: await mainActorQueueDrained()
        case 2: try await file.flush()
        default: break
        }
      }
      await SavedFile.flushAll()
      await mainActorQueueDrained()
      #expect(Saved(wrappedValue: 0, file).wrappedValue == 60)
    }
  }
}
