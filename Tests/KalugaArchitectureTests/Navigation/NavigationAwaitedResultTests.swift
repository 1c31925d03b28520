import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Results that reach the screen that asked, even if the process ends before.
@MainActor
struct NavigationAwaitedResultTests {
  private let process = SimulatedProcess<Place> { snapshot in
    NavigationDriver(root: .home, restoring: snapshot) { OriginScreen($0, $1) }
  }

  private func shown() throws -> OriginScreen {
    try #require(process.driver.topViewModel as? OriginScreen)
  }

  @Test(arguments: 0...2)
  func `a result reaches the closure of the screen that asked, in a later process too`(
    _ restores: Int
  ) async throws {
    try shown().askForNumber(.push(.a))
    try shown().askForNumber(.present(.b))
    for _ in 0..<restores { try await process.dieAndRestore() }
    for number in 1...2 {
      try process.driver.perform(.pop(result: NavigationResult(number, .integer)), action: "pop")
      let asker = try shown()
      await asker.requestsDidEnd()
      #expect(asker.numbers == [number])
    }
    #expect(process.driver.stack.current.description == "[home]")
    process.driver.end()
  }

  @Test func `a result reaches a screen that asked while it was made, in a later process too`()
    throws
  {
    let driver = NavigationDriver(root: Place.home) { place, driver in
      let screen = OriginScreen(place, driver)
      if place == .home { _ = try? screen.askForNumber(.push(.a)) }
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
      snapshots.map(\.awaitedResults) == [[:], [a: .registered(screen: home, key: "number")]]
    )
  }

  @Test func `a result of another type is refused in a later process too`() async throws {
    try shown().askForNumber(.push(.a))
    try await process.dieAndRestore()
    #expect(
      throws: NavigationError.unexpectedResult(screen: "a", expected: "Int", found: "String")
    ) {
      try process.driver.perform(.pop(result: NavigationResult("a", .string)), action: "pop")
    }
    #expect(process.driver.stack.current.description == "[home, a]")
    process.driver.end()
  }

  @Test func `a request for a result is refused if nothing, or another type, is registered for it`()
    throws
  {
    let screen = try shown()
    screen.onResult(NavigationResultKey<String>("text")) { _ in }
    for (name, reason) in [
      ("other", "nothing is registered for 'other'; call onResult in the initializer"),
      ("text", "'text' is registered for String, asked for Int; give each key its own name"),
    ] {
      let request = NavigationRequest<StackAction, Int>(StackAction(spec: .push(.a)))
      #expect(throws: NavigationError.refused(action: "StackAction", reason: reason)) {
        try screen.navigate(request, resultTo: NavigationResultKey(name))
      }
    }
    #expect(process.driver.stack.current.description == "[home]")
    process.driver.end()
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  @Test(arguments: [true, false])
  func `a result that only an earlier process waited for is reported as lost`(
    wasRegistered: Bool
  ) async throws {
    let first = NavigationDriver(root: Place.home) { OriginScreen($0, $1) }
    first.start()
    if wasRegistered {
      try (first.topViewModel as? OriginScreen)?.askForNumber(.present(.sheet))
    } else {
      _ = try first.perform(.present(.sheet), action: "ask", for: Int.self)
    }
    let snapshot = first.snapshot()
    for result in [NavigationResult(42, .integer), nil] {
      let later = NavigationDriver(restoring: snapshot) { _, _ in BaseLifecycleViewModel() }
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
      let driver = NavigationDriver(root: Place.home) { OriginScreen($0, $1) }
      driver.start()
      let home = driver.topViewModel as? OriginScreen
      #expect(throws: Never.self) { try home?.askForNumber(.present(.sheet)) }
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
