import Foundation
import KalugaArchitecture
import Testing

/// Reports about saved stacks of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SavedCases {
  private typealias Place = Cases.Place
  private typealias Screen = Cases.Screen

  // Versions of one app: the destination has changed between them.
  private enum V1: NavigationDestination { case home, profile(Int), photos, sheet }
  private enum V2: NavigationDestination { case home, profile(id: Int, name: String), sheet }

  private func makeDriver(
    _ root: Place = .home,
    _ rest: [Place] = [],
    restoring snapshot: NavigationSnapshot<Place>? = nil
  ) throws -> NavigationDriver<Place> {
    try Cases.makeDriver(root, rest, restoring: snapshot)
  }

  private func restore(_ data: Data) throws -> NavigationDriver<Place> {
    try makeDriver(restoring: try NavigationSnapshot(data))
  }

  private func tabs(_ places: [V1], selected: Int) throws -> NavigationSnapshot<V2> {
    let old = NavigationDriver(tabs: places, selected: selected) { _, _ in
      BaseLifecycleViewModel()
    }
    old.start()
    return try NavigationSnapshot(try old.snapshot().data(), unreadable: { _ in .drop })
  }

  // MARK: Screens that no longer exist

  // Circuit, Decompose: a screen that is unreadable after an update.
  @Test func `a screen that no longer exists is dropped with those above it`() throws {
    let old = NavigationDriver(root: V1.home) { _, _ in BaseLifecycleViewModel() }
    old.start()
    try old.perform(.push(.photos))
    try old.perform(.push(.sheet))
    let data = try old.snapshot().data()
    let snapshot = try NavigationSnapshot<V2>(data, unreadable: { _ in .drop })
    #expect("\(snapshot.stack)" == "[home]")
    #expect(snapshot.dropped.count == 1)
  }

  @Test func `an unreadable first screen of a sheet closes the sheet`() throws {
    let old = NavigationDriver(root: V1.home) { _, _ in BaseLifecycleViewModel() }
    old.start()
    try old.perform(.present(.photos))
    try old.perform(.push(.sheet))
    let snapshot = try NavigationSnapshot<V2>(try old.snapshot().data(), unreadable: { _ in .drop })
    #expect("\(snapshot.stack)" == "[home]")
  }

  // LibreTube#1380: a tab that was removed makes the restore crash.
  @Test func `an unreadable first screen of a hidden tab drops the tab`() throws {
    let snapshot = try tabs([.home, .photos, .sheet], selected: 2)
    #expect("\(snapshot.stack)" == "{[home] | *[sheet]}")
  }

  @Test func `an unreadable first screen of the selected tab selects another`() throws {
    let snapshot = try tabs([.home, .photos, .sheet], selected: 1)
    #expect("\(snapshot.stack)" == "{*[home] | [sheet]}")
  }

  // MARK: Damaged files

  // Partially written and damaged files must throw, and must not stop the program.
  @Test func `every damaged file is refused`() throws {
    let driver = try makeDriver(.home, [.list, .item(3)])
    driver.top?.text = "typed"
    try driver.perform(.present(.settings))
    let data = try driver.snapshot().data()
    #expect(throws: Never.self) { try NavigationSnapshot<Place>(data) }
    for length in 0..<data.count {
      #expect(throws: (any Error).self) { try NavigationSnapshot<Place>(data.prefix(length)) }
    }
    let saved = try NavigationSnapshot<Place>(data)
    var accepted: [String] = []
    for index in data.indices {
      for bit in [0, 5] {
        var other = data
        other[index] ^= 1 << bit
        // Damage to white space changes nothing.
        guard let read = try? NavigationSnapshot<Place>(other), read != saved else { continue }
        let near = data[max(0, index - 8)..<min(data.count, index + 8)]
        accepted.append(String(decoding: near, as: UTF8.self))
      }
    }
    #expect(accepted == [])
  }

  @Test func `two writes at once: the tail of the old file after the new one is refused`() throws {
    let driver = try makeDriver(.home, [.list, .item(3)])
    let long = try driver.snapshot().data()
    try driver.perform(.popToRoot())
    let short = try driver.snapshot().data()
    #expect(throws: (any Error).self) {
      try NavigationSnapshot<Place>(short + long.suffix(long.count - short.count))
    }
  }

  // MARK: Size

  // Android: TransactionTooLarge. There is no limit here, but depth must not overflow the stack.
  @Test func `a very deep stack is saved and restored`() throws {
    let driver = try makeDriver()
    for index in 0..<3000 { try driver.perform(.push(.item(index))) }
    let later = try restore(try driver.snapshot().data())
    #expect(later.stack.current.entries.count == 3001)
  }

  @Test func `very many sheets are saved and restored`() throws {
    let driver = try makeDriver()
    for index in 0..<500 { try driver.perform(.present(.item(index))) }
    let later = try restore(try driver.snapshot().data())
    #expect(later.stack.current.layers.count == 501)
    var spec = NavigationSpec<Place>.push(.about)
    for _ in 0..<500 { spec = .below(spec) }
    try later.perform(spec)
    #expect(later.stack.current.layers[0].path.count == 2)
  }

  // MARK: Later processes

  // compose-destinations#71: the result arrives in a later process, once.
  @Test func `a result in a later process arrives once`() async throws {
    let driver = try makeDriver()
    let home = try #require(driver.top)
    try home.navigate(.pick(.list), resultTo: home.picked)
    let later = try restore(try driver.snapshot().data())
    let again = try later.snapshot().data()
    for (driver, value) in [(later, 5), (try restore(again), 6)] {
      try driver.top?.navigator.navigate(.done(value))
      let home = try #require(driver.top)
      await home.requestsDidEnd()
      #expect(home.results == [value])
    }
    driver.end()
  }

  // The saved text of a screen is not given to one that replaces it in the new process.
  @Test func `a replaced screen does not get the saved values of the old one`() throws {
    let driver = try makeDriver(.home, [.list])
    driver.top?.text = "typed"
    let later = try restore(try driver.snapshot().data())
    #expect(later.top?.text == "typed")
    try later.perform(.replace(.list))
    #expect(later.top?.text == "")
  }

  // PocketShell#1831: a second process death, in which the screen was never shown.
  @Test func `the text of a hidden screen survives two process deaths`() throws {
    let driver = try makeDriver(.home, [.list])
    driver.top?.text = "typed"
    try driver.perform(.push(.details))
    var data = try driver.snapshot().data()
    for _ in 0..<2 {
      let snapshot = try NavigationSnapshot<Place>(data)
      // It is never started.
      let later = NavigationDriver(restoring: snapshot) { Screen($0, $1) }
      data = try later.snapshot().data()
    }
    let last = try restore(data)
    try last.back()
    #expect(last.top?.text == "typed")
  }
}
