import Foundation
import KalugaArchitecture
import Testing

/// Reports about saved stacks of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SavedCases {
  /// A destination with a payload.
  private enum Page: NavigationDestination { case home, about, item(Int) }

  private func driver(
    restoring data: Data? = nil,
    isStarted: Bool = true
  ) throws -> NavigationDriver<Place> {
    let snapshot = try data.map { try NavigationSnapshot<Place>($0) }
    let driver = NavigationDriver(root: Place.home, restoring: snapshot) { OriginScreen($0, $1) }
    if isStarted { driver.start() }
    return driver
  }

  private func shown(_ driver: NavigationDriver<Place>) throws -> OriginScreen {
    try #require(driver.topViewModel as? OriginScreen)
  }

  // Partially written and damaged files must throw, and must not stop the program.
  @Test func `every damaged file is refused`() throws {
    let driver = try driver()
    try driver.perform(.push(.a))
    try shown(driver).text = "typed"
    try driver.perform(.present(.sheet))
    let data = try driver.snapshot().data()
    let saved = try NavigationSnapshot<Place>(data)
    for length in 0..<data.count {
      #expect(throws: SavedStateError.self) { try NavigationSnapshot<Place>(data.prefix(length)) }
    }
    var accepted: [String] = []
    for index in data.indices {
      for other in [data[index] ^ 1, data[index] ^ 32, 0, UInt8(ascii: "9"), 0xFF] {
        var damaged = data
        damaged[index] = other
        // Damage to white space changes nothing.
        guard let read = try? NavigationSnapshot<Place>(damaged), read != saved else { continue }
        let near = data[max(0, index - 8)..<min(data.count, index + 8)]
        accepted.append(String(decoding: near, as: UTF8.self))
      }
    }
    #expect(accepted == [])
    // Two writes at once: the tail of a longer file follows the new one.
    try driver.perform(.popTo(.sheet))
    try driver.perform(.dismiss())
    let short = try driver.snapshot().data()
    #expect(throws: SavedStateError.self) {
      try NavigationSnapshot<Place>(short + data.suffix(data.count - short.count))
    }
  }

  // Android: TransactionTooLarge. There is no limit here, but depth must not overflow the stack.
  @Test(arguments: [(3_000, false), (500, true)])
  func `a very deep stack is saved and restored`(_ count: Int, isPresented: Bool) throws {
    let driver = NavigationDriver(root: Page.home) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    for index in 0..<count {
      try driver.perform(isPresented ? .present(.item(index)) : .push(.item(index)))
    }
    let later = NavigationDriver(
      restoring: try NavigationSnapshot<Page>(try driver.snapshot().data())
    ) { _, _ in BaseLifecycleViewModel() }
    later.start()
    #expect(later.stack.current == driver.stack.current)
    guard isPresented else { return }
    var spec = NavigationSpec<Page>.push(.about)
    for _ in 0..<count { spec = .below(spec) }
    try later.perform(spec)
    #expect(later.stack.current.layers[0].path.count == 2)
  }

  // compose-destinations#71: the result arrives in a later process, once.
  @Test func `a result in a later process arrives once`() async throws {
    let first = try driver()
    try shown(first).askForNumber(.push(.a))
    let later = try driver(restoring: try first.snapshot().data())
    let again = try driver(restoring: try later.snapshot().data())
    for (driver, value) in [(later, 5), (again, 6)] {
      try shown(driver).ask(.pop(result: OriginStage.number(value)))
      let home = try shown(driver)
      await home.requestsDidEnd()
      #expect(home.numbers == [value])
    }
    first.end()
  }

  // PocketShell#1831: a second process death, in which the screen was never shown.
  // adrielcafe/voyager#105: a login, the main screen, and a login with the text of the first one.
  @Test func `a text survives two processes, and is not that of a screen in the same place`() throws
  {
    let first = try driver()
    try first.perform(.push(.a))
    try shown(first).text = "typed"
    try first.perform(.push(.b))
    var data = try first.snapshot().data()
    for _ in 0..<2 { data = try driver(restoring: data, isStarted: false).snapshot().data() }
    let last = try driver(restoring: data)
    try last.back()
    #expect(try shown(last).text == "typed")
    try last.perform(.replace(.a))
    #expect(try shown(last).text == "")
  }
}
