import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about guards.
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
      try await stage.driver.perform(.push(.a)).waitForTransition()
      #expect(stage.stack == "[home] ▸ [sheet]")
      isLoggedIn.current = true
      try await stage.screen(.sheet).ask(.steps([.dismiss(), .push(.a)])).waitForTransition()
      #expect(stage.stack == "[home, a]")
      try await stage.driver.back()?.waitForTransition()
    }
    token.dispose()
  }

  // Milad-Akarie/auto_route_library#1164: after the login, back leads to the login again.
  // Milad-Akarie/auto_route_library#2100: the process ends at the login.
  @Test(arguments: [false, true])
  func `back after a login skips it, and the opener receives its result`(
    processEnds: Bool
  ) async throws {
    let process = SimulatedProcess<Place> { snapshot in
      NavigationDriver(root: .home, restoring: snapshot) { OriginScreen($0, $1) }
    }
    func shown() throws -> OriginScreen {
      try #require(process.driver.topViewModel as? OriginScreen)
    }
    let token = process.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.push(.sheet)) } else { .proceed }
    }
    try await shown().askForNumber(.push(.a)).waitForTransition()
    #expect("\(process.driver.stack.current)" == "[home, sheet]")
    token.dispose()
    if processEnds { try await process.dieAndRestore() }
    try shown().ask(.replace(.a))
    #expect("\(process.driver.stack.current)" == "[home, a]")
    if processEnds { try await process.dieAndRestore() }
    try shown().ask(.pop(result: OriginStage.number(5)))
    #expect("\(process.driver.stack.current)" == "[home]")
    let home = try shown()
    await home.requestsDidEnd()
    #expect(home.numbers == [5])
    process.driver.end()
  }

  // flutter/flutter#162735: the guard sees the stack of an earlier moment, or not each operation.
  @Test func `a guard is asked before every operation, with the stack on which that will act`()
    async throws
  {
    let stage = try OriginStage("[home]")
    let driver = stage.driver
    var seen: [String] = []
    let token = driver.addGuard { spec, stack in
      seen.append("\(spec.kind) \(stack)")
      return .proceed
    }
    let tickets = [
      try driver.perform(.push(.a)), try driver.perform(.push(.b)),
      try driver.perform(.present(.sheet)),
    ]
    for ticket in tickets { try await ticket.waitForTransition() }
    try await driver.hostDidDismiss(driver.stack.current.layers[1].id)?.waitForTransition()
    driver.hostDidShow(first: 2)
    await until(stage.stack == "[home, a]")
    try await driver.back()?.waitForTransition()
    try await driver.open([.home, .c]).waitForTransition()
    #expect(
      seen == [
        "push [home]", "push [home, a]", "present [home, a, b]", "dismiss [home, a, b] ▸ [sheet]",
        "pop [home, a, b]", "pop [home, a]", "open [home]",
      ]
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
    let refusal = NavigationError.refused(action: spec.kind, reason: "it is private")
    #expect(await (try stage.perform(spec)).outcome == .refused(refusal))
    #expect(stage.stack == "[home, a]")
    #expect(stage.happened() == "")
    token.dispose()
  }

  // Milad-Akarie/auto_route_library#422, #1041, #2218: a guard cannot protect a tab.
  @Test func `a guard sends the user who taps on a tab to a login, and the tab stays unselected`()
    async throws
  {
    let stage = try OriginStage("{*[home] | [a]}")
    let isLoggedIn = InitializedSubject(wrappedValue: false)
    let token = stage.driver.addGuard { spec, stack in
      let new = try? stack.applying(spec)
      return isLoggedIn.current || new?.top.destination != .a
        ? .proceed : .redirect(.present(.sheet))
    }
    stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].tabs[1][0].id)
    await until(stage.stack == "{*[home] | [a]} ▸ [sheet]")
    isLoggedIn.current = true
    try await stage.screen(.sheet).ask(.steps([.dismiss(), .selectTab(1)])).waitForTransition()
    #expect(stage.stack == "{[home] | *[a]}")
    token.dispose()
  }
}
