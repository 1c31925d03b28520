import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about the stacks of other libraries, with their numbers, tried on this one.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReportCases {
  private nonisolated static func number(_ value: Int) -> NavigationResult {
    NavigationResult(value, .integer)
  }

  nonisolated static let hosts = [
    Report(
      "canopas/UIPilot#34: the host reports the pop of the app, and two screens are gone",
      "[home, a, b, c]",
      [.screen(.c, .pop()), .shows(first: 3), .shows(first: 3)],
      "[home, a, b]"
    ),
    Report(
      "canopas/UIPilot#51: a rotation makes the host report what it lays out",
      "[home, a]",
      [.shows(first: 0), .shows(first: 2), .shows(first: 0)],
      "[home, a]"
    ),
    Report(
      "pointfreeco/swift-navigation#206: a late end of a replaced sheet closes the one under it",
      "[home] ▸ [a] ▸ [b]",
      [
        .app(.replacePresented(.c)), .dismisses(.b), .app(.replacePresented(.b)), .dismisses(.c),
        .app(.replacePresented(.c)), .dismisses(.b),
      ],
      "[home] ▸ [a] ▸ [c]"
    ),
    Report(
      "the same, after the app has dismissed the sheet, also if another one is presented",
      "[home] ▸ [a]",
      [.app(.dismiss()), .dismisses(.a), .app(.present(.b)), .dismisses(.a)],
      "[home] ▸ [b]"
    ),
    Report(
      "flutter/flutter#157219: going back over several screens at once fails",
      "[home, a, b, c]",
      [.shows(first: 1)],
      "[home]",
      isGuarded: true
    ),
    Report(
      "the same, for sheets",
      "[home] ▸ [a] ▸ [b, c]",
      [.dismisses(.a)],
      "[home]",
      isGuarded: true
    ),
    Report(
      "RxSwiftCommunity/RxFlow#114: a screen reacts no more after the sheet over it was closed",
      "[home]",
      [
        .screen(.home, .present(.a)), .late(.home, .push(.b)), .dismisses(.a),
        .screen(.home, .present(.a)), .dismisses(.a), .screen(.home, .push(.b)),
      ],
      "[home, b]"
    ),
    Report(
      "khonshu#80, MSE-Ridesafe#16: back is pressed twice on the second screen",
      "[home, a]",
      [.back, .refusedBack],
      "[home]"
    ),
    Report(
      "vonovak/react-navigation-backhandler#4, lulupointu/vrouter#52: the handler of a screen that has "
        + "left is asked",
      "[home, a, b, c]",
      [.intercepts(.b), .intercepts(.c), .app(.popTo(.a)), .back],
      "[home]"
    ),
    Report(
      "react-navigation/react-navigation#10088: a back handler stops the user from going on",
      "[home, a]",
      [.intercepts(.a), .screen(.a, .push(.b)), .back, .back],
      "[home, a]"
    ),
  ]

  nonisolated static let requests = [
    Report(
      "pointfreeco/swift-composable-architecture#2893, rundfunk47/stinsen#97: a child that dismisses "
        + "itself twice dismisses its parent, too",
      "[home] ▸ [a] ▸ [b]",
      [.screen(.b, .finish()), .late(.b, .finish())],
      "[home] ▸ [a]"
    ),
    Report(
      "react-navigation/react-navigation#6864: a double tap on a back button leaves two screens",
      "[home, a, b]",
      [.screen(.b, .pop()), .late(.b, .pop())],
      "[home, a]"
    ),
    Report(
      "adrielcafe/voyager#490: a pop does nothing in the first screen of a sheet",
      "[home]",
      [.screen(.home, .present(.a)), .screen(.a, .pop())],
      "[home]"
    ),
    Report(
      "hmlongco/Navigator#41: a screen that dismisses itself cannot push the next one",
      "[home] ▸ [a]",
      [.screen(.a, .steps([.dismiss(), .push(.b)]))],
      "[home, b]"
    ),
    Report(
      "johnpatrickmorgan/TCACoordinators#42: a screen that dismisses itself cannot present the next",
      "[home] ▸ [a]",
      [.screen(.a, .steps([.dismiss(), .present(.b)]))],
      "[home] ▸ [b]"
    ),
    Report(
      "arkivanov/Decompose#431: the buttons of a dialog that has gone can be tapped",
      "[home] ▸ [a]",
      [
        .screen(.a, .steps([.dismiss(), .push(.b)])),
        .late(.a, .steps([.dismiss(), .push(.c)])), .late(.a, .below(.push(.c))),
        .late(.a, .open(root: .c)),
      ],
      "[home, b]"
    ),
    Report(
      "NativePHP/mobile-air#438: two screens lead to each other, and the third is taken for the first",
      "[home, a, b]",
      [.screen(.b, .push(.a)), .back, .stack("[home, a, b]"), .back, .stack("[home, a]"), .back],
      "[home]"
    ),
    Report(
      "react-navigation/react-navigation#12460, #448, #4185: what a screen has set for itself is lost",
      "{*[home, a] | [b]}",
      [
        .update(.a, to: .c), .app(.push(.sheet)), .back, .stack("{*[home, c] | [b]}"),
        .app(.push(.sheet)), .update(.c, to: .a), .app(.selectTab(1)),
        .stack("{[home, a, sheet] | *[b]}"), .update(.a, to: .c), .app(.selectTab(0)), .back,
      ],
      "{*[home, c] | [b]}"
    ),
  ]

  nonisolated static let tabs = [
    Report(
      "wix/react-native-navigation#6981: a second tap on a tab does not go to its first screen",
      "{*[home, a, b, c] | [sheet]}",
      [.tap(.home)],
      "{*[home] | [sheet]}",
      isGuarded: true
    ),
    Report(
      "react-navigation/react-navigation#9424: going to the first screen acts on the previous tab",
      "{*[home, a] | [b, c]}",
      [.screen(.a, .steps([.selectTab(1), .popToRoot()]))],
      "{[home, a] | *[b]}"
    ),
    Report(
      "adrielcafe/voyager#435, react-navigation/react-navigation#4907: a screen in a hidden tab cannot "
        + "close itself",
      "{*[home, a] | [b, c]}",
      [
        .asks(.a, .push(.sheet)), .app(.selectTab(1)), .late(.sheet, .pop(result: number(1))),
        .screen(.sheet, .finish(result: number(2))), .receives(.a, [2]),
      ],
      "{[home, a] | *[b, c]}"
    ),
    Report(
      "flutter/flutter#142226: going from a screen over the tabs to another tab resets that tab",
      "{[home, a] | *[b]} ▸ [sheet]",
      [.screen(.sheet, .steps([.dismiss(), .selectTab(0)]))],
      "{*[home, a] | [b]}"
    ),
    Report(
      "slackhq/circuit#1342, #1439, adrielcafe/voyager#390: switching tabs loses their stacks",
      "{*[home] | [b]}",
      [.app(.push(.a)), .app(.selectTab(1)), .app(.push(.c)), .app(.selectTab(0))],
      "{*[home, a] | [b, c]}"
    ),
    Report(
      "flutter/flutter#145401: the user cannot leave a presented area from another of its tabs",
      "[home] ▸ {*[a] | [b, c]}",
      [.app(.selectTab(1)), .back, .stack("[home] ▸ {[a] | *[b]}"), .back],
      "[home]"
    ),
    Report(
      "react-navigation/react-navigation#6350, #2225, #12605, hmlongco/Navigator#23: a link into the "
        + "selected tab does nothing, or pushes its first screen again",
      "{*[home, a, b] | [c]} ▸ [sheet]",
      [
        .app(.steps([.dismiss(), .selectTab(0), .popToRoot(), .push(.b)])),
        .stack("{*[home, b] | [c]}"), .app(.steps([.selectTab(0), .popToRoot()])),
        .stack("{*[home] | [c]}"), .app(.selectTab(1)),
        .app(.steps([.selectTab(0), .popToRoot(), .push(.b)])),
      ],
      "{*[home, b] | [c]}"
    ),
  ]

  nonisolated static let results = [
    Report(
      "terrakok/Cicerone#142: of several screens that listen under one key, the wrong one is called",
      "[home]",
      [
        .asks(.home, .push(.a)), .asks(.a, .push(.b)), .screen(.b, .pop(result: number(1))),
        .receives(.a, [1]), .screen(.a, .pop(result: number(2))), .receives(.home, [2]),
      ],
      "[home]"
    ),
    Report(
      "raamcosta/compose-destinations#719: a result that is given in the background arrives twice",
      "[home]",
      [
        .asks(.home, .present(.a)), .host(.background), .screen(.a, .pop(result: number(1))),
        .receives(.home, [1]), .host(.active), .host(.background), .host(.active),
        .receives(.home, [1]),
      ],
      "[home]"
    ),
    Report(
      "raamcosta/compose-destinations#64: a screen cannot give its result and open the next one",
      "[home]",
      [
        .asks(.home, .push(.a)), .screen(.a, .steps([.pop(result: number(1)), .push(.b)])),
        .receives(.home, [1]),
      ],
      "[home, b]"
    ),
    Report(
      "raamcosta/compose-destinations#726: of several requests, it is unclear which one has ended",
      "[home]",
      [
        .asks(.home, .present(.a)), .dismisses(.a), .asks(.home, .present(.a)),
        .screen(.a, .dismiss(result: number(1))), .asks(.home, .present(.a)), .dismisses(.a),
        .receives(.home, [1]),
      ],
      "[home]"
    ),
    Report(
      "the same: the opener closes while it waits",
      "[home]",
      [
        .asks(.home, .push(.a)), .asks(.a, .present(.sheet)),
        .screen(.a, .finish(result: number(1))), .receives(.home, [1]), .receives(.a, []),
      ],
      "[home]"
    ),
    Report(
      "flutter/flutter#141251, #34319, Milad-Akarie/auto_route_library#2251: the result of a screen that "
        + "has replaced the asked one is lost",
      "[home]",
      [
        .asks(.home, .push(.a)), .screen(.a, .replace(.b)), .screen(.b, .pop(result: number(7))),
        .receives(.home, [7]),
      ],
      "[home]"
    ),
  ]

  @Test(arguments: hosts + requests + tabs + results)
  func `what users of other libraries have reported does not happen`(
    _ report: Report
  ) async throws {
    try await report.run()
  }

  // MARK: Screens that navigate in their hooks

  // bluelinelabs/Conductor#266, bluelinelabs/Conductor#274: screens that close themselves as soon
  // as they are shown stay open, and the one below is not told that it is shown.
  @Test func `screens that close themselves at once uncover the first one, which is resumed`()
    throws
  {
    let stage = Stage(try BackStack("[home, a, b]"), isStarted: false)
    stage.onMake = { [weak stage] screen in
      if screen.name != "home" { screen.onResumed = { _ = try? stage?.perform(.pop()) } }
    }
    stage.driver.start()
    try stage.perform(.push(.c))
    #expect(stage.stack == "[home]")
    let resumes = stage.journal.entries.filter { $0.hasPrefix("resume") }
    #expect(resumes == ["resume b", "resume a", "resume home", "resume c", "resume home"])
  }

  // badoo/Decompose#69: a push that a screen requests while it is being opened is ignored.
  @Test func `a screen that navigates while it is opened is heard`() throws {
    let stage = try Stage("[home]")
    stage.onMake = { [weak stage] screen in
      guard screen.name == "a" else { return }
      _ = try? stage?.perform(.push(.b))
      screen.onResumed = { _ = try? stage?.perform(.push(.c)) }
    }
    try stage.perform(.replace(.a))
    #expect(stage.stack == "[a, b, c]")
  }

  // bluelinelabs/Conductor#548: back is pressed while the next screen is being opened, and the
  // first one is not told that it is shown again.
  @Test func `going back while a screen is opened resumes the one below`() throws {
    let stage = try Stage("[home]")
    stage.onMake = { [weak stage] screen in
      screen.onResumed = { _ = try? stage?.driver.back() }
    }
    try stage.perform(.push(.a))
    #expect(stage.stack == "[home]")
    #expect(stage.happened() == "pause home, make a, resume a, pause a, clear a, resume home")
  }

  // QuickBirdEng/XCoordinator#226: a tab that selects another tab in its appearance hook is ignored.
  @Test func `a screen of a tab may select another tab in its hooks`() throws {
    let stage = try Stage("{*[home] | [a]}")
    stage.screen(.a)?.onResumed = { [weak stage] in _ = try? stage?.perform(.selectTab(0)) }
    try stage.perform(.selectTab(1))
    #expect(stage.stack == "{*[home] | [a]}")
    #expect(stage.happened() == "pause home, resume a, pause a, resume home")
  }

  // arkivanov/Decompose#383: what belongs to a screen is destroyed before the screen is paused.
  @Test func `a screen that leaves is paused with all its parts before any of them is cleared`()
    throws
  {
    let stage = try Stage("[home]")
    stage.onMake = { [journal = stage.journal] screen in
      guard screen.name == "a" else { return }
      screen.addChild(JournalScreen("part", journal))
      screen.addChild(
        NavigationDriver(root: Place.b) { place, _ in JournalScreen("nested \(place)", journal) }
      )
    }
    try stage.perform(.push(.a))
    stage.journal.entries = []
    try stage.driver.back()
    #expect(
      stage.happened()
        == "pause nested b, pause part, pause a, clear nested b, clear part, clear a, resume home"
    )
  }

  // raamcosta/compose-destinations#195: A opens B for a result, and then C for a second result.
  @Test func `the closure of a result may ask the next screen`() async throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    let first = NavigationResultKey<Int>("first")
    var values: [Int] = []
    home.onResult(first) { [weak home] in
      values.append($0)
      try home?.askForNumber(.push(.b))
    }
    try home.navigate(NavigationRequest(StackAction(spec: .push(.a))), resultTo: first)
    try stage.screen(.a).ask(.pop(result: OriginStage.number(1)))
    await until(stage.stack == "[home, b]")
    try stage.screen(.b).ask(.pop(result: OriginStage.number(2)))
    await home.requestsDidEnd()
    #expect(values == [1])
    #expect(home.numbers == [2])
  }

  // react-navigation/react-navigation#7908, #8308: the screen of a link cannot be left if the app
  // was not running.
  @Test(arguments: [false, true])
  func `the screen of a link can be left, whether or not the app has started`(
    _ isRunning: Bool
  ) async throws {
    let stage = try OriginStage(
      "[home]",
      NavigationConfiguration(beforeStart: .wait(limit: 2)),
      isStarted: isRunning
    )
    let ticket = try stage.driver.open([.home, .a, .b])
    stage.driver.start()
    try await ticket.waitForTransition()
    #expect(stage.stack == "[home, a, b]")
    #expect(stage.driver.canGoBack.current)
    try stage.driver.back()
    #expect(stage.stack == "[home, a]")
  }
}
