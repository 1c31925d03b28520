import KalugaArchitecture
import Testing

/// Requests that come too early or twice.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationConfigurationTests {
  private func driver(
    _ configuration: NavigationConfiguration
  ) -> NavigationDriver<Place> {
    NavigationDriver(root: .home, configuration: configuration) { _, _ in BaseLifecycleViewModel() }
  }

  @Test func `a request before the start is refused, unless it may wait`() throws {
    #expect(throws: NavigationError.noHost(action: "a")) {
      try driver(NavigationConfiguration()).perform(.push(.a), action: "a")
    }
  }

  @Test func `requests before the start wait in order, up to the limit`() async throws {
    let driver = driver(NavigationConfiguration(beforeStart: .wait(limit: 2)))
    let first = try driver.perform(.push(.a), action: "a")
    try driver.perform(.push(.b), action: "b")
    #expect(throws: NavigationError.tooManyWaiting(action: "c", limit: 2)) {
      try driver.perform(.push(.c), action: "c")
    }
    #expect(driver.stack.current.description == "[home]")

    driver.start()

    #expect(driver.stack.current.description == "[home, a, b]")
    #expect(await first.outcome == .done)
  }

  @Test func `requests that wait for a start that never comes are refused`() async throws {
    var driver: NavigationDriver<Place>? = driver(
      NavigationConfiguration(beforeStart: .wait(limit: 2))
    )
    let ended = try #require(driver).perform(.push(.a), action: "a")
    driver?.end()
    #expect(await ended.outcome == .refused(.noHost(action: "a")))

    driver = self.driver(NavigationConfiguration(beforeStart: .wait(limit: 2)))
    let released = try #require(driver).perform(.push(.a), action: "a")
    driver = nil
    #expect(await released.outcome == .refused(.noHost(action: "a")))
  }

  @Test func `a second identical push is governed by the policy`() async throws {
    let allowing = driver(NavigationConfiguration())
    allowing.start()
    try allowing.perform(.push(.a), action: "a")
    try allowing.perform(.push(.a), action: "a")
    #expect(allowing.stack.current.description == "[home, a, a]")

    let once = driver(NavigationConfiguration(duplicates: .refuseOnTop))
    once.start()
    try once.perform(.push(.a), action: "a")
    #expect(throws: NavigationError.duplicate(screen: "a")) {
      try once.perform(.push(.a), action: "a")
    }
    try once.perform(.push(.b), action: "b")
    try once.perform(.push(.a), action: "a")
    #expect(once.stack.current.description == "[home, a, b, a]")
  }

  @Test func `presenting what is presented already is no duplicate`() async throws {
    let once = driver(NavigationConfiguration(duplicates: .refuseOnTop))
    once.start()
    try once.perform(.present(.a), action: "a")
    let again = try once.perform(.present(.a), action: "a")
    #expect(await again.outcome == .done)
    try once.perform(.replacePresented(.a), action: "a")
    #expect(once.stack.current.description == "[home] ▸ [a]")
    #expect(throws: NavigationError.duplicate(screen: "a")) {
      try once.perform(.push(.a), action: "a")
    }
  }

  @Test func `a push that is running refuses the same one, and no other`() async throws {
    let driver = driver(NavigationConfiguration(duplicates: .refuseWhileRunning))
    driver.start()
    let gate = InitializedSubject(wrappedValue: false)
    let token = driver.addGuard { [flow = gate.stateFlow] _, _ in
      _ = try? await flow.first { $0 }
      return .proceed
    }
    let first = try driver.perform(.push(.a), action: "a")
    #expect(throws: NavigationError.duplicate(screen: "a")) {
      try driver.perform(.push(.a), action: "a")
    }
    let second = try driver.perform(.push(.b), action: "b")
    #expect(throws: NavigationError.duplicate(screen: "b")) {
      try driver.perform(.present(.b), action: "b")
    }
    gate.current = true
    try await first.transitioned()
    try await second.transitioned()
    let third = try driver.perform(.push(.b), action: "b")
    try await third.transitioned()
    #expect(driver.stack.current.description == "[home, a, b, b]")
    token.dispose()
  }

  private nonisolated static let refusing: [NavigationConfiguration.Duplicates] = [
    .refuseWhileRunning, .refuseOnTop,
  ]

  @Test(arguments: refusing)
  func `a second identical push before the start is a duplicate`(
    _ duplicates: NavigationConfiguration.Duplicates
  ) throws {
    let driver = driver(
      NavigationConfiguration(beforeStart: .wait(limit: 5), duplicates: duplicates)
    )
    try driver.perform(.push(.a), action: "a")
    #expect(throws: NavigationError.duplicate(screen: "a")) {
      try driver.perform(.push(.a), action: "a")
    }
    driver.start()
    #expect(driver.stack.current.description == "[home, a]")
  }

  @Test(arguments: refusing)
  func `a second identical push from a hook of the first one is a duplicate`(
    _ duplicates: NavigationConfiguration.Duplicates
  ) throws {
    var refused: [String] = []
    let driver = NavigationDriver<Place>(
      root: .home,
      configuration: NavigationConfiguration(duplicates: duplicates)
    ) { place, driver in
      let screen = JournalScreen("\(place)", Journal())
      let push = { [unowned driver] in
        do {
          try driver.perform(.push(.a), action: "a")
        } catch {
          refused.append("\(place)")
        }
      }
      if place == .home { screen.onPaused = push } else { screen.onResumed = push }
      return screen
    }
    driver.start()
    try driver.perform(.push(.a), action: "a")
    #expect(refused == ["home", "a"])
    #expect(driver.stack.current.description == "[home, a]")
  }

  @Test func `a redirect to the screen that is shown is a duplicate, and its ticket tells`()
    async throws
  {
    let driver = driver(NavigationConfiguration(duplicates: .refuseOnTop))
    driver.start()
    try driver.perform(.push(.a), action: "a")
    let token = driver.addGuard { spec, _ in
      if case .push(.b) = spec { .redirect(.push(.a)) } else { .proceed }
    }
    let ticket = try driver.perform(.push(.b), action: "b")
    #expect(await ticket.outcome == .refused(.duplicate(screen: "a")))
    #expect(driver.stack.current.description == "[home, a]")
    token.dispose()
  }

  @Test func `a redirect to what is presented already is no duplicate`() async throws {
    let driver = driver(NavigationConfiguration(duplicates: .refuseOnTop))
    driver.start()
    try driver.perform(.present(.sheet), action: "sheet")
    let token = driver.addGuard { spec, _ in
      if case .push = spec { .redirect(.present(.sheet)) } else { .proceed }
    }
    #expect(await (try driver.perform(.push(.a), action: "a")).outcome == .done)
    #expect(driver.stack.current.description == "[home] ▸ [sheet]")
    token.dispose()
  }

  @Test func `what waits for the start is decided on when its turn comes`() async throws {
    let driver = driver(NavigationConfiguration(beforeStart: .wait(limit: 2)))
    let impossible = try driver.perform(.pop(), action: "pop")
    let possible = try driver.perform(.push(.a), action: "a")
    driver.start()
    #expect(await impossible.outcome == .refused(.nothingToGoBackTo(screen: "home")))
    #expect(await possible.outcome == .done)
  }
}
