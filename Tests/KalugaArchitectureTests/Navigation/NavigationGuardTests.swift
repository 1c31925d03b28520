import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Guards decide before a transition, and may take their time.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationGuardTests {
  @Test func `a guard that proceeds lets the transition take place`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { _, _ in .proceed }
    try await stage.driver.perform(.push(.a), action: "a").transitioned()
    #expect(stage.driver.stack.current.description == "[home, a]")
    token.dispose()
  }

  @Test func `a guard that refuses leaves everything as it is and says why`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .refuse(reason: "not yet") } else { .proceed }
    }
    let ticket = try stage.driver.perform(.push(.a), action: "a")
    #expect(await ticket.outcome == .refused(.refused(action: "a", reason: "not yet")))
    #expect(stage.driver.stack.current.description == "[home]")
    #expect(stage.journal.take().isEmpty)
    token.dispose()
  }

  @Test func `a guard is asked before every operation, whoever wants it`() async throws {
    let stage = try Stage(.home, .a, .b)
    let driver = stage.driver
    var asked: [String] = []
    let token = driver.addGuard { spec, _ in
      asked.append(spec.kind)
      return .proceed
    }
    driver.path.current = Array(driver.path.current.prefix(2))
    try await driver.back()?.transitioned()
    try await driver.open([.home, .c]).transitioned()
    try await stage.perform(.present(.sheet)).transitioned()
    try await driver.hostDidDismiss()?.transitioned()
    #expect(asked == ["pop", "pop", "open", "present", "dismiss"])
    #expect(stage.stack == "[home, c]")
    token.dispose()
  }

  @Test func `a redirect is asked about from the beginning`() async throws {
    let stage = try Stage()
    var asked: [String] = []
    let tokens = [
      stage.driver.addGuard { spec, _ in
        asked.append("1 \(spec.kind)")
        return .proceed
      },
      stage.driver.addGuard { spec, _ in
        asked.append("2 \(spec.kind)")
        if case .push = spec { return .redirect(.present(.sheet)) }
        return .proceed
      },
    ]
    try await stage.driver.perform(.push(.a), action: "a").transitioned()
    #expect(asked == ["1 push", "2 push", "1 present", "2 present"])
    #expect(stage.driver.stack.current.description == "[home] ▸ [sheet]")
    for token in tokens { token.dispose() }
  }

  @Test func `who waits learns what was done, not what was asked for`() async throws {
    let stage = try Stage()
    let popped = try stage.open(.push(.a), for: Int.self)
    try stage.perform(.present(.sheet))
    let replaced = try stage.open(.push(.b), for: Int.self)
    let token = stage.driver.addGuard { spec, _ in
      if case .dismiss = spec { .redirect(.replace(.c)) } else { .proceed }
    }
    try await stage.driver.hostDidDismiss()?.transitioned()
    #expect(stage.stack == "[home, a] ▸ [sheet, c]")
    #expect(await replaced.outcome == .cancelled(.closed))
    token.dispose()
    try stage.perform(.dismiss())
    let again = stage.driver.addGuard { spec, _ in
      if case .push = spec { .redirect(.popToRoot) } else { .proceed }
    }
    try await stage.perform(.push(.b)).transitioned()
    #expect(stage.stack == "[home]")
    #expect(await popped.outcome == .cancelled(.back))
    again.dispose()
  }

  @Test func `the rows of a request do not show with the screen of a redirect`() async throws {
    let stage = try Stage()
    let guarding = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.push(.b)) } else { .proceed }
    }
    var shown: [[NavigationBundleRow]] = []
    let following = stage.driver.onTransition { shown.append($0.rows) }
    let rows = [NavigationBundleRow(key: "name", value: .string("Ada"))]
    try await stage.driver.perform(.push(.a), action: "a", rows: rows).transitioned()
    try await stage.driver.perform(.push(.c), action: "c", rows: rows).transitioned()
    #expect(stage.stack == "[home, b, c]")
    #expect(shown == [[], rows])
    guarding.dispose()
    following.dispose()
  }

  @Test func `redirects without an end are refused`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { _, _ in .redirect(.push(.b)) }
    let ticket = try stage.driver.perform(.push(.a), action: "a")
    #expect(await ticket.outcome == .refused(.endlessRedirect(action: "a")))
    token.dispose()
  }

  @Test func `what is asked for while a guard decides waits, in order`() async throws {
    let stage = try Stage()
    let gate = InitializedSubject(wrappedValue: false)
    let token = stage.driver.addGuard { [flow = gate.stateFlow] _, _ in
      _ = try? await flow.first { $0 }
      return .proceed
    }
    let tickets = try [Place.a, .b, .c].map {
      try stage.driver.perform(.push($0), action: "\($0)")
    }
    #expect(stage.driver.stack.current.description == "[home]")
    gate.current = true
    for ticket in tickets { try await ticket.transitioned() }
    #expect(stage.driver.stack.current.description == "[home, a, b, c]")
    token.dispose()
  }

  @Test func `an impossible operation behind a guard is refused on its ticket`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { _, _ in .proceed }
    let ticket = try stage.driver.perform(.pop(), action: "back")
    #expect(await ticket.outcome == .refused(.nothingToGoBackTo(screen: "home")))
    token.dispose()
  }

  @Test func `the end of the driver refuses what a guard decides on and what waits`() async throws {
    let stage = try Stage()
    let never = InitializedSubject(wrappedValue: false)
    let token = stage.driver.addGuard { [flow = never.stateFlow] _, _ in
      _ = try? await flow.first { $0 }
      return .proceed
    }
    let first = try stage.driver.perform(.push(.a), action: "a")
    let second = try stage.driver.perform(.push(.b), action: "b")
    stage.driver.end()
    #expect(await first.outcome == .refused(.noHost(action: "a")))
    #expect(await second.outcome == .refused(.noHost(action: "b")))
    #expect(stage.journal.take() == ["pause home", "clear home"])
    token.dispose()
  }

  @Test func `a driver that is released while a guard decides refuses`() async throws {
    let never = InitializedSubject(wrappedValue: false)
    var driver: NavigationDriver<Place>? = NavigationDriver(root: .home) { _, _ in
      BaseLifecycleViewModel()
    }
    driver?.start()
    _ = driver?.addGuard { [flow = never.stateFlow] _, _ in
      _ = try? await flow.first { $0 }
      return .proceed
    }
    let first = try #require(driver).perform(.push(.a), action: "a")
    let second = try #require(driver).perform(.push(.b), action: "b")
    driver = nil
    #expect(await first.outcome == .refused(.noHost(action: "a")))
    #expect(await second.outcome == .refused(.noHost(action: "b")))
  }

  @Test func `a guard that was disposed is not asked`() async throws {
    let stage = try Stage()
    stage.driver.addGuard { _, _ in .refuse(reason: "gone") }.dispose()
    try stage.driver.perform(.push(.a), action: "a")
    #expect(stage.driver.stack.current.description == "[home, a]")
  }

  @Test func `a driver that is released refuses although its guard never decides`() async throws {
    let latch = Latch()
    var driver: NavigationDriver<Place>? = NavigationDriver(root: .home) { _, _ in
      BaseLifecycleViewModel()
    }
    driver?.start()
    let token = driver?.addGuard { _, _ in
      await latch.passed()
      return .proceed
    }
    let ticket = try #require(driver).perform(.push(.a), action: "a")
    await mainActorTurns()
    driver = nil
    #expect(await ticket.outcome == .refused(.noHost(action: "a")))
    latch.open()
    token?.dispose()
  }

  @Test func `a guard that another one disposes while it decides is not asked`() async throws {
    let stage = try Stage()
    var second: (any Disposable)?
    let first = stage.driver.addGuard { _, _ in
      second?.dispose()
      return .proceed
    }
    second = stage.driver.addGuard { _, _ in .refuse(reason: "it was asked") }
    try await stage.perform(.push(.a)).transitioned()
    #expect(stage.stack == "[home, a]")
    first.dispose()
  }

  @Test func `a guard that disposes itself is not asked about what it redirects to`() async throws {
    let stage = try Stage()
    var token: (any Disposable)?
    token = stage.driver.addGuard { _, _ in
      token?.dispose()
      return .redirect(.push(.b))
    }
    try await stage.perform(.push(.a)).transitioned()
    #expect(stage.stack == "[home, b]")
  }
}
