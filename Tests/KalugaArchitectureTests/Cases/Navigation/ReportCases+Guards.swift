import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about guards and back handlers.
extension ReportCases {
  // Milad-Akarie/auto_route_library#1775, #1976: the guard redirects after the first logout only.
  @Test func `a guard redirects after each logout`() async throws {
    let stage = try OriginStage("[home]")
    let isLoggedIn = InitializedSubject(wrappedValue: false)
    let token = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec, !isLoggedIn.current {
        .redirect(.present(.sheet))
      } else {
        .proceed
      }
    }
    for _ in 0..<3 {
      isLoggedIn.current = false
      try await stage.driver.perform(.push(.a)).transitioned()
      #expect(stage.stack == "[home] ▸ [sheet]")
      isLoggedIn.current = true
      try await stage.screen(.sheet).ask(.steps([.dismiss(), .push(.a)])).transitioned()
      #expect(stage.stack == "[home, a]")
      try await stage.driver.back()?.transitioned()
    }
    token.dispose()
  }

  // Milad-Akarie/auto_route_library#1164: after the login, back leads to the login again.
  @Test func `back after a login skips it, and the opener receives its result`() async throws {
    let stage = try OriginStage("[home]")
    let isLoggedIn = InitializedSubject(wrappedValue: false)
    let token = stage.driver.addGuard { spec, _ in
      switch spec {
      case .push(.a), .replace(.a): isLoggedIn.current ? .proceed : .redirect(.push(.sheet))
      default: .proceed
      }
    }
    let home = try stage.screen(.home)
    try await home.askForNumber(.push(.a)).transitioned()
    #expect(stage.stack == "[home, sheet]")
    isLoggedIn.current = true
    try await stage.screen(.sheet).ask(.replace(.a)).transitioned()
    #expect(stage.stack == "[home, a]")
    try await stage.screen(.a).ask(.pop(result: OriginStage.number(5))).transitioned()
    await home.requestsDidEnd()
    #expect(stage.stack == "[home]")
    #expect(home.numbers == [5])
    token.dispose()
  }

  // Milad-Akarie/auto_route_library#2100: the guard sends the user to a login, and the process ends
  // there.
  @Test func `a result arrives although a login came first and the process ended in between`()
    async throws
  {
    func make(_ snapshot: NavigationSnapshot<Place>?) -> NavigationDriver<Place> {
      let driver = NavigationDriver(root: Place.home, restoring: snapshot) { OriginScreen($0, $1) }
      driver.start()
      return driver
    }
    let driver = make(nil)
    let token = driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.push(.sheet)) } else { .proceed }
    }
    let home = try #require(driver.topScreen as? OriginScreen)
    try await home.askForNumber(.push(.a)).transitioned()
    #expect("\(driver.stack.current)" == "[home, sheet]")
    let later = make(try NavigationSnapshot(try driver.snapshot().data()))
    try (later.topScreen as? OriginScreen)?.ask(.replace(.a))
    let again = make(try NavigationSnapshot(try later.snapshot().data()))
    try (again.topScreen as? OriginScreen)?.ask(.pop(result: OriginStage.number(3)))
    let asker = try #require(again.topScreen as? OriginScreen)
    await asker.requestsDidEnd()
    #expect(asker.numbers == [3])
    token.dispose()
  }

  // Milad-Akarie/auto_route_library#1643, flutter/flutter#140510: a pop during a guard's decision;
  // the dialog closes and opens again.
  @Test func `going back while a guard decides about a dialog closes nothing unseen`() async throws
  {
    let stage = try OriginStage("[home, a]")
    let gate = Gate()
    let token = stage.driver.addGuard { _, _ in
      await gate.passIgnoringCancellation()
      return .proceed
    }
    let opening = try stage.screen(.a).ask(.present(.sheet))
    let back = try stage.driver.back()
    let pop = try stage.screen(.a).ask(.pop())
    gate.open()
    #expect(await opening.outcome == .done)
    guard case .refused = await back?.outcome, case .refused(let late) = await pop.outcome else {
      Issue.record("the screen with the dialog was left")
      return
    }
    #expect(late.isLate)
    #expect(stage.stack == "[home, a] ▸ [sheet]")
    token.dispose()
  }

  // flutter/flutter#162735: the guard sees the stack of an earlier moment.
  @Test func `a guard sees the stack on which the operation will act`() async throws {
    let stage = try OriginStage("[home]")
    var seen: [String] = []
    let token = stage.driver.addGuard { spec, stack in
      seen.append("\(spec.kind) \(stack)")
      return .proceed
    }
    let tickets = [
      try stage.driver.perform(.push(.a)), try stage.driver.perform(.present(.b)),
      try stage.driver.perform(.dismiss()),
    ]
    for ticket in tickets { try await ticket.transitioned() }
    try await stage.driver.back()?.transitioned()
    #expect(
      seen == ["push [home]", "present [home, a]", "dismiss [home, a] ▸ [b]", "pop [home, a]"]
    )
    token.dispose()
  }

  // Milad-Akarie/auto_route_library#1206, #2046, #2299: some operations are not shown to the guard,
  // and a refused one is half done.
  @Test(
    arguments: [
      .push(.sheet), .replace(.sheet), .present(.sheet), .replaceAbove(.home, with: .sheet),
      .replacePresented(.sheet), .open(root: .home, [.sheet]), .setRoot(.sheet),
      .tabs([.home, .sheet]), .steps([.popToRoot(), .push(.sheet)]),
    ] as [NavigationSpec<Place>]
  )
  func `a guard that looks at the new stack keeps a private screen closed`(
    _ spec: NavigationSpec<Place>
  ) async throws {
    let stage = try Stage("[home, a]")
    let token = stage.driver.addGuard { spec, stack in
      let new = try? stack.applying(spec)
      return new?.entries.contains { $0.destination == .sheet } == true
        ? .refuse(reason: "it is private") : .proceed
    }
    let ticket = try stage.perform(spec)
    #expect(await ticket.outcome.isRefused)
    #expect(stage.stack == "[home, a]")
    #expect(stage.happened() == "")
    token.dispose()
  }

  // Milad-Akarie/auto_route_library#2206: a request for a login never ends if the login is closed
  // because the user has logged in.
  @Test func `waiting for a login ends, whatever closes it`() async throws {
    for spec in [NavigationSpec<Place>.setRoot(.b), .open(root: .home, [.b]), .close(.a)] {
      let stage = try OriginStage("[home]")
      let ticket = try stage.driver.perform(.push(.a), for: Int.self)
      let token = stage.driver.addGuard { _, _ in .proceed }
      try stage.driver.perform(spec)
      #expect(await ticket.outcome == .cancelled(.closed))
      token.dispose()
    }
  }

  // MARK: Back handlers

  // vonovak/react-navigation-backhandler#4, lulupointu/vrouter#52: the handler of a screen that has
  // been popped is still called.
  @Test func `a back handler leaves with its screen`() throws {
    let stage = try OriginStage("[home, a, b, c]")
    var asked: [Place] = []
    let tokens = try [Place.b, .c].map { place in
      stage.driver.onBack(on: try stage.screen(place)) {
        asked.append(place)
        return .intercept
      }
    }
    try stage.driver.perform(.popTo(.a))
    #expect(try stage.driver.back() != nil)
    #expect(stage.stack == "[home]")
    #expect(asked.isEmpty)
    for token in tokens { token.dispose() }
  }

  // react-navigation/react-navigation#10088: a handler that keeps the user from going back also
  // keeps him from going on.
  @Test func `a back handler does not stop the user from going on`() throws {
    let stage = try OriginStage("[home, a]")
    let token = stage.driver.onBack(on: try stage.screen(.a)) { .intercept }
    try stage.screen(.a).ask(.push(.b))
    #expect(stage.stack == "[home, a, b]")
    #expect(try stage.driver.back() != nil)
    #expect(try stage.driver.back() == nil)
    #expect(stage.stack == "[home, a]")
    token.dispose()
  }

  // flutter/packages#8896: a handler is called twice for one press of the back button.
  @Test func `a back handler is called once, even if a guard is asked`() async throws {
    let stage = try OriginStage("[home, a]")
    var calls = 0
    let tokens = [
      stage.driver.addGuard { _, _ in .proceed },
      stage.driver.onBack(on: try stage.screen(.a).part) {
        calls += 1
        return .proceed
      },
    ]
    try await stage.driver.back()?.transitioned()
    #expect(stage.stack == "[home]")
    #expect(calls == 1)
    for token in tokens { token.dispose() }
  }
}

extension NavigationOutcome {
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
