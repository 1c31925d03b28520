// The Swift blocks of the article "Turn a session into a test", word for word.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import Testing

enum LibraryScreen: NavigationDestination {
  case catalogue
}

enum LibraryError: Error {
  case noSuchTitle
}

final class LibraryViewModel: BaseLifecycleViewModel {
  private(set) var titles: [String] = []
  private let load: () async throws -> [String]

  init(_ load: @escaping () async throws -> [String]) {
    self.load = load
    super.init()
  }

  func perform(_ move: LibraryMove) throws {
    switch move {
    case .search: scope.launch { [self] in titles = try await load() }
    case .borrow(let index, _):
      guard titles.indices.contains(index) else { throw LibraryError.noSuchTitle }
    }
  }
}

enum LibraryMove: AppMove {
  case search(String)
  case borrow(Int, card: String)
}

@MainActor
final class LibraryApp {
  let recorder: SessionRecorder<LibraryMove>?
  let model: LibraryViewModel

  init(
    recorder: SessionRecorder<LibraryMove>?,
    titles: @escaping @Sendable () async throws -> [String]
  ) {
    self.recorder = recorder
    model = LibraryViewModel {
      guard let recorder else { return try await titles() }
      return try await recorder.answer("titles", titles)
    }
  }

  func perform(_ move: LibraryMove) throws {
    recorder?.record(.move(move))
    do {
      try model.perform(move)
    } catch {
      recorder?.recordFailure(error)
      throw error
    }
  }
}

final class LibraryUnderTest: ReplayableApp {
  let driver: NavigationDriver<LibraryScreen>

  init(
    _ snapshot: NavigationSnapshot<LibraryScreen>?,
    services: ReplayedServices,
    clock: ManualClock
  ) {
    driver = NavigationDriver(root: .catalogue, restoring: snapshot) { _, _ in
      LibraryViewModel { try await services.answer("titles") }
    }
  }

  func perform(_ move: LibraryMove) throws {
    try (driver.topViewModel as? LibraryViewModel)?.perform(move)
  }
}

@MainActor
struct SessionArticleTests {
  /// Replaces the handler of the process, and is therefore only compiled.
  private func makeRecorder() -> SessionRecorder<LibraryMove> {
    let recorder = SessionRecorder<LibraryMove>(privateKeys: ["card"])
    ArchitectureDiagnostics.setHandler { recorder.recordFailure($0) }
    return recorder
  }

  @Test func `the app of the article is recorded and replayed`() async throws {
    let recorder = SessionRecorder<LibraryMove>(privateKeys: ["card"])
    let app = LibraryApp(recorder: recorder) { ["Emma"] }
    try app.perform(.search("e"))
    await app.model.scope.waitUntilEmpty()
    try app.perform(.borrow(0, card: "K-1815"))

    let report = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: report) }
    try recorder.session.json().write(to: report, atomically: true, encoding: .utf8)
    let session = try String(contentsOf: report, encoding: .utf8)
    #expect(!session.contains("K-1815"))
    let replayed = try await replaySession(session) { snapshot, services, clock in
      LibraryUnderTest(snapshot, services: services, clock: clock)
    }
    #expect((replayed.driver.topViewModel as? LibraryViewModel)?.titles == ["Emma"])
  }
}
