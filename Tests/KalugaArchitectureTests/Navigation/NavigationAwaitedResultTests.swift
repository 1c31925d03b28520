import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A screen that registers what it does with numbers when it is created, unless told otherwise.
private final class AskingScreen: NavigatingViewModel<StackAction> {
  private let numbers = NavigationResultKey<Int>("numbers")
  private(set) var received: [Int] = []

  init(_ driver: NavigationDriver<Place>, registers: Bool = true) {
    super.init(navigator: StackNavigator(driver) { $0.spec })
    if registers { onResult(numbers) { [weak self] in self?.received.append($0) } }
  }

  @discardableResult
  func ask(_ spec: NavigationSpec<Place>) throws(NavigationError) -> NavigationTicket<Int> {
    try navigate(NavigationRequest(StackAction(spec: spec)), resultTo: numbers)
  }
}

/// Results that reach the screen that asked, even if the process ends before.
@MainActor
struct NavigationAwaitedResultTests {
  private let process = SimulatedProcess<Place> { snapshot in
    let screen: NavigationDriver<Place>.ScreenFactory = { AskingScreen($1) }
    return NavigationDriver(root: .home, restoring: snapshot, screen: screen)
  }

  private func shown() throws -> AskingScreen {
    try #require(process.driver.topScreen as? AskingScreen)
  }

  @Test(arguments: 0...2)
  func `a result reaches the closure of the screen that asked, in a later process too`(
    _ restores: Int
  ) async throws {
    try shown().ask(.push(.a))
    try shown().ask(.present(.b))
    for _ in 0..<restores { try await process.dieAndRestore() }
    for number in 1...2 {
      try process.driver.perform(.pop(result: NavigationResult(number, .integer)), action: "pop")
      let asker = try shown()
      await until(!asker.received.isEmpty)
      #expect(asker.received == [number])
    }
    #expect(process.driver.stack.current.description == "[home]")
    process.driver.end()
  }

  @Test func `a result reaches a screen that asked while it was made, in a later process too`()
    throws
  {
    let driver = NavigationDriver(root: Place.home) { place, driver in
      let screen = AskingScreen(driver)
      if place == .home { _ = try? screen.ask(.push(.a)) }
      return screen
    }
    var snapshots: [NavigationSnapshot<Place>] = []
    _ = driver.stack.observe { [unowned driver] _ in
      snapshots.append(driver.snapshot())
    }
    driver.start()
    let (home, a) = (driver.stack.current.entries[0].id, driver.stack.current.top.id)
    // Already when the stack changes, because that is when an app saves it.
    #expect(
      snapshots.map(\.awaitedResults) == [[:], [a: .registered(screen: home, key: "numbers")]]
    )
  }

  @Test func `a result of another type is refused in a later process too`() async throws {
    try shown().ask(.push(.a))
    try await process.dieAndRestore()
    #expect(
      throws: NavigationError.unexpectedResult(screen: "a", expected: "Int", found: "String")
    ) {
      try process.driver.perform(.pop(result: NavigationResult("a", .string)), action: "pop")
    }
    #expect(process.driver.stack.current.description == "[home, a]")
    process.driver.end()
  }

  @Test func `a request for a result that nothing is registered for is refused`() throws {
    let screen = AskingScreen(process.driver, registers: false)
    let reason = "nothing is registered for 'numbers'; call onResult in the initializer"
    #expect(throws: NavigationError.refused(action: "StackAction", reason: reason)) {
      try screen.ask(.push(.a))
    }
    #expect(process.driver.stack.current.description == "[home]")
    process.driver.end()
  }

  @Test func `a request whose key has the name of a key of another type is refused`() throws {
    let screen = try shown()
    screen.onResult(NavigationResultKey<String>("numbers")) { _ in }
    let reason = "'numbers' is registered for String, asked for Int; give each key its own name"
    #expect(throws: NavigationError.refused(action: "StackAction", reason: reason)) {
      try screen.ask(.push(.a))
    }
    process.driver.end()
  }

  @Test func `the snapshot says which screen waits for which, and reads its own form again`() throws
  {
    try shown().ask(.push(.a))
    _ = try process.driver.perform(.push(.b), action: "b", for: Int.self)
    let snapshot = process.driver.snapshot()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(snapshot)
    let registered = #"{"registered":{"key":"numbers","screen":1}}"#
    let json = String(decoding: data, as: UTF8.self)
    #expect(json.hasPrefix(#"{"awaitedResults":{"2":\#(registered),"3":{"ticket":{}}},"stack""#))
    #expect(try JSONDecoder().decode(NavigationSnapshot<Place>.self, from: data) == snapshot)
    process.driver.end()
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  @Test(arguments: [true, false])
  func `a result that only an earlier process waited for is reported as lost`(
    wasRegistered: Bool
  ) async throws {
    let first = NavigationDriver(root: Place.home) { AskingScreen($1) }
    first.start()
    if wasRegistered {
      try (first.topScreen as? AskingScreen)?.ask(.present(.sheet))
    } else {
      _ = try first.perform(.present(.sheet), action: "ask", for: Int.self)
    }
    let snapshot = first.snapshot()
    for result in [NavigationResult(42, .integer), nil] {
      let later = NavigationDriver(restoring: snapshot) { AskingScreen($1, registers: false) }
      later.start()
      let reports = await Self.diagnostics(about: "the result of 'sheet' is lost") {
        #expect(throws: Never.self) { try later.perform(.dismiss(result: result), action: "done") }
      }
      #expect(reports.map(\.kind) == (result == nil ? [] : [.lostResult]))
      #expect("\(later.stack.current)" == "[home]")
      later.end()
    }
    first.end()
  }

  @Test(arguments: [true, false])
  func `a result whose receiver is cleared before its turn is reported as such`(
    isClosedAtOnce: Bool
  ) async throws {
    let reports = await Self.diagnostics(about: "the result of 'sheet' is lost") {
      let driver = NavigationDriver(root: Place.home) { AskingScreen($1) }
      driver.start()
      let home = driver.topScreen as? AskingScreen
      #expect(throws: Never.self) { try home?.ask(.present(.sheet)) }
      if !isClosedAtOnce { await mainActorQueueDrained() }
      #expect(throws: Never.self) {
        try driver.perform(.dismiss(result: NavigationResult(42, .integer)), action: "done")
      }
      driver.end()
      await home?.scope.waitUntilEmpty()
      await mainActorQueueDrained()
    }
    // Tests that run beside this one may lose results of the same screen, for other reasons.
    let texts = reports.map(\.description).filter {
      $0.contains("the view model whose closure receives it was cleared before")
    }
    #expect(texts.count == 1, "\(reports)")
  }
}
