import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about tabs, and links into them.
extension ReportCases {
  // wix/react-native-navigation#6981: a second tap on the selected tab does not go to its root.
  // Here, the app also has a guard.
  @Test func `a second tap on a tab goes back to its first screen, even if a guard is asked`()
    async throws
  {
    let stage = try OriginStage("{*[home, a, b, c] | [sheet]}")
    let token = stage.driver.addGuard { _, _ in .proceed }
    stage.driver.hostDidSelect(try stage.id(.home))
    await until(stage.stack == "{*[home] | [sheet]}")
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
    stage.driver.hostDidSelect(try stage.id(.a))
    await until(stage.stack == "{*[home] | [a]} ▸ [sheet]")
    isLoggedIn.current = true
    try await stage.screen(.sheet).ask(.steps([.dismiss(), .selectTab(1)])).transitioned()
    #expect(stage.stack == "{[home] | *[a]}")
    token.dispose()
  }

  // react-navigation/react-navigation#9424: popToTop in the listener of a tab acts on the previous
  // tab.
  @Test func `selecting a tab and going to its first screen acts on that tab`() throws {
    let stage = try OriginStage("{*[home, a] | [b, c]}")
    try stage.screen(.a).ask(.steps([.selectTab(1), .popToRoot()]))
    #expect(stage.stack == "{[home, a] | *[b]}")
  }

  // react-navigation/react-navigation#12512: the stack of a tab is reset only when the user comes
  // back.
  @Test func `a tab that is reset when the user leaves it is at its first screen at once`() throws {
    let stage = try Stage("{*[home, a] | [b]}")
    stage.journal.entries = []
    try stage.perform(.steps([.popToRoot(), .selectTab(1)]))
    #expect(stage.stack == "{[home] | *[b]}")
    // The first screen of the tab was never shown in between.
    #expect(stage.happened() == "pause a, clear a, resume b")
  }

  // adrielcafe/voyager#435, react-navigation/react-navigation#4907: a screen in a hidden tab cannot
  // close itself.
  @Test func `a screen in a hidden tab closes itself, and its opener there receives the result`()
    async throws
  {
    let stage = try OriginStage("{*[home, a] | [b, c]}")
    let opener = try stage.screen(.a)
    try opener.askForNumber(.push(.sheet))
    let sheet = try stage.screen(.sheet)
    try stage.driver.perform(.selectTab(1))
    #expect(throws: NavigationError.screenIsCovered(screen: "sheet", action: "StackAction")) {
      try sheet.ask(.pop(result: OriginStage.number(1)))
    }
    try sheet.ask(.finish(result: OriginStage.number(2)))
    await opener.requestsDidEnd()
    #expect(stage.stack == "{[home, a] | *[b, c]}")
    #expect(opener.numbers == [2])
  }

  // The same kind: a tab is taken away while a screen in it waits.
  @Test func `a tab is taken away with the screens that wait in it`() async throws {
    let stage = try OriginStage("{*[home, a] | [b]}")
    let ticket = try stage.screen(.a).ask(.push(.c), for: Int.self)
    try stage.driver.perform(.tabs([.b, .sheet]))
    #expect(stage.stack == "{*[b] | [sheet]}")
    #expect(await ticket.outcome == .cancelled(.closed))
  }

  // QuickBirdEng/XCoordinator#226: a tab that selects another one, while it is made or shown, is
  // not heard.
  @Test func `a screen of a tab may select another tab in its hooks`() throws {
    let stage = try Stage("{*[home] | [a]}")
    stage.screen(.a)?.onResumed = { [weak stage] in _ = try? stage?.perform(.selectTab(0)) }
    try stage.perform(.selectTab(1))
    #expect(stage.stack == "{*[home] | [a]}")
    #expect(stage.screen(.home)?.stage.current == .resumed)
    #expect(stage.screen(.a)?.stage.current == .paused)
  }

  // flutter/flutter#142226: going from a screen over the tabs to another tab resets that tab.
  @Test func `a screen over the tabs leads to a tab, which keeps its stack`() throws {
    let stage = try OriginStage("{[home, a] | *[b]} ▸ [sheet]")
    let hidden = try stage.screen(.a)
    try stage.screen(.sheet).ask(.steps([.dismiss(), .selectTab(0)]))
    #expect(stage.stack == "{*[home, a] | [b]}")
    #expect(try stage.screen(.a) === hidden)
  }

  // flutter/flutter#145401: after another tab was selected in a presented area, the user cannot
  // leave it.
  @Test func `the user leaves a presented area from any of its tabs`() throws {
    let stage = try OriginStage("[home] ▸ {*[a] | [b, c]}")
    try stage.driver.perform(.selectTab(1))
    try stage.driver.back()
    #expect(stage.stack == "[home] ▸ {[a] | *[b]}")
    try stage.driver.back()
    #expect(stage.stack == "[home]")
  }

  // MARK: Links

  // react-navigation/react-navigation#6350, #2225, #12605, hmlongco/Navigator#23: a link into the
  // tab that is selected already does nothing, or pushes the first screen again.
  @Test(arguments: [0, 1])
  func `a link into a tab leads to the same screens, whichever tab is selected`(
    _ selected: Int
  )
    throws
  {
    let stage = try OriginStage("{*[home, a, b] | [c]} ▸ [sheet]")
    if selected == 1 { try stage.driver.perform(.below(.selectTab(1))) }
    let first = try stage.screen(.home)
    for screens in [[Place.home, .b], [.home], [.home, .b]] {
      var steps = stage.driver.stack.current.layers.dropFirst().map { _ in
        NavigationSpec<Place>.dismiss()
      }
      steps += [.selectTab(0), .popToRoot()]
      steps += screens.dropFirst().map { .push($0) }
      try stage.driver.perform(.steps(steps))
      let shown = screens.map { "\($0)" }.joined(separator: ", ")
      #expect(stage.stack == "{*[\(shown)] | [c]}")
    }
    #expect(try stage.screen(.home) === first)
  }

  // react-navigation/react-navigation#7908, #8308: the screen of a link cannot be left if the app
  // was not running.
  @Test(arguments: [false, true])
  func `the screen of a link can be left, whether or not the app has started`(
    _ isRunning: Bool
  )
    async throws
  {
    let stage = try OriginStage(
      "[home]",
      NavigationConfiguration(beforeStart: .wait(limit: 2)),
      isStarted: isRunning
    )
    var values: [Bool] = []
    let token = stage.driver.canGoBack.observe { values.append($0) }
    let ticket = try stage.driver.open([.home, .a, .b])
    stage.driver.start()
    try await ticket.transitioned()
    #expect(stage.stack == "[home, a, b]")
    await until(values == [false, true])
    try stage.driver.back()
    #expect(stage.stack == "[home, a]")
    token.dispose()
  }
}
