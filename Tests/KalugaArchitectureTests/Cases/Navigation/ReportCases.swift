import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// More reports about the stacks of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReportCases {
  // MARK: Reports of hosts

  // canopas/UIPilot#34: the app pops, the host reports the same pop, and two screens are gone.
  @Test func `a host that reports the pop of the app closes no other screen`() throws {
    let stage = try OriginStage("[home, a, b, c]")
    let afterPop = Array(stage.driver.path.current.dropLast())
    try stage.screen(.c).ask(.pop())
    stage.driver.path.current = afterPop
    stage.driver.hostDidShow(afterPop)
    #expect(stage.stack == "[home, a, b]")
  }

  // canopas/UIPilot#51: when the device rotates, the host reports what it lays out.
  @Test func `a host that is laid out again closes no screen`() throws {
    let stage = try OriginStage("[home, a]")
    let path = stage.driver.path.current
    for report in [[], path, []] { stage.driver.hostDidShow(report) }
    #expect(stage.stack == "[home, a]")
  }

  // pointfreeco/swift-navigation#206: a sheet that changes its style again and again closes the
  // sheet under it, because the end of each old one is reported late.
  @Test func `late ends of replaced sheets never close the sheet below`() throws {
    let stage = try OriginStage("[home] ▸ [a] ▸ [b]")
    for _ in 0..<3 {
      for place in [Place.c, .b] {
        let old = stage.driver.stack.current.layers[2].id
        try stage.driver.perform(.replacePresented(place))
        try stage.driver.hostDidDismiss(old)
      }
    }
    #expect(stage.stack == "[home] ▸ [a] ▸ [b]")
  }

  // flutter/flutter#157219: going back over two screens at once fails. Here, a guard is asked.
  @Test func `going back several screens at once, even if a guard is asked`() async throws {
    let stage = try OriginStage("[home, a, b, c]")
    let token = stage.driver.addGuard { _, _ in .proceed }
    stage.driver.path.current = Array(stage.driver.path.current.prefix(1))
    await until(stage.stack == "[home]")
    token.dispose()
  }

  // The same kind: sheets.
  @Test func `dismissing two sheets at once, even if a guard is asked`() async throws {
    let stage = try OriginStage("[home] ▸ [a] ▸ [b, c]")
    let token = stage.driver.addGuard { _, _ in .proceed }
    try stage.driver.hostDidDismiss(stage.driver.stack.current.layers[1].id)
    await until(stage.stack == "[home]")
    token.dispose()
  }

  // MARK: Screens that close themselves

  // pointfreeco/swift-composable-architecture#2893, rundfunk47/stinsen#97: a child that dismisses
  // itself, perhaps twice, dismisses its parent, too.
  @Test func `a sheet that finishes twice leaves the sheet below open`() throws {
    let stage = try OriginStage("[home] ▸ [a] ▸ [b]")
    let sheet = try stage.screen(.b)
    try sheet.ask(.finish())
    #expect(throws: NavigationError.screenHasLeft(screen: "b", action: "StackAction")) {
      try sheet.ask(.finish())
    }
    #expect(stage.stack == "[home] ▸ [a]")
  }

  // adrielcafe/voyager#490: a screen that pops does nothing if it is the first one of a sheet.
  @Test func `a screen goes back alike, whether it was pushed or presented`() async throws {
    for spec in [NavigationSpec<Place>.push(.a), .present(.a)] {
      let stage = try OriginStage("[home]")
      let ticket = try stage.screen(.home).ask(spec, for: Int.self)
      try stage.screen(.a).ask(.pop(result: OriginStage.number(1)))
      #expect(stage.stack == "[home]")
      #expect(try await ticket.result == 1)
    }
  }

  // bluelinelabs/Conductor#266, bluelinelabs/Conductor#274: screens that close themselves as soon
  // as they are shown stay open, and the one below is not told that it is shown.
  @Test func `screens that close themselves at once uncover the first one, which is resumed`()
    throws
  {
    let journal = Journal()
    let driver = NavigationDriver(
      restoring: NavigationSnapshot(stack: try BackStack<Place>("[home, a, b]"))
    ) { place, driver in
      let screen = JournalScreen("\(place)", journal)
      let navigator = StackNavigator(driver) { (action: StackAction) in action.spec }
      if place != .home {
        screen.onResumed = { _ = try? navigator.navigate(StackAction(spec: .pop())) }
      }
      return screen
    }
    driver.start()
    try driver.perform(.push(.c))
    #expect("\(driver.stack.current)" == "[home]")
    let resumes = journal.entries.filter { $0.hasPrefix("resume") }
    #expect(resumes == ["resume b", "resume a", "resume home", "resume c", "resume home"])
  }

  // hmlongco/Navigator#41, johnpatrickmorgan/TCACoordinators#42: a screen that dismisses itself
  // cannot open the next one.
  @Test(arguments: [NavigationSpec<Place>.push(.b), .present(.b)])
  func `a sheet is exchanged for another screen in one go`(_ next: NavigationSpec<Place>) throws {
    let stage = try OriginStage("[home] ▸ [a]")
    var transitions = 0
    let token = stage.driver.onTransition { _ in transitions += 1 }
    try stage.screen(.a).ask(.steps([.dismiss(), next]))
    #expect(stage.driver.stack.current.top.destination == .b)
    #expect(stage.driver.stack.current.entries.count == 2)
    #expect(transitions == 1)
    token.dispose()
  }

  // arkivanov/Decompose#431: a dialog whose buttons can be tapped after it has gone.
  @Test func `a second button of a dialog that has gone does nothing`() throws {
    let stage = try OriginStage("[home] ▸ [a]")
    let dialog = try stage.screen(.a)
    try dialog.ask(.steps([.dismiss(), .push(.b)]))
    for spec in [
      NavigationSpec<Place>.steps([.dismiss(), .push(.c)]), .below(.push(.c)), .open(root: .c),
    ] {
      #expect { try dialog.ask(spec) } throws: { ($0 as? NavigationError)?.isLate == true }
    }
    #expect(stage.stack == "[home, b]")
  }

  // RxSwiftCommunity/RxFlow#114: after a presented screen was closed, the one below reacts no more.
  @Test func `a screen goes on after the sheet over it was swiped away`() throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    for _ in 0..<2 {
      try home.ask(.present(.a))
      #expect(throws: NavigationError.self) { try home.ask(.push(.b)) }
      try stage.driver.hostDidDismiss(stage.driver.stack.current.layers[1].id)
    }
    try home.ask(.push(.b))
    #expect(stage.stack == "[home, b]")
  }

  // MARK: The life of screens

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
    #expect(
      stage.happened() == "pause home, make a, resume a, pause a, clear a, resume home"
    )
  }

  // react-navigation/react-navigation#2421, johnpatrickmorgan/FlowStacks#71: the screens in between
  // are shown during a reset.
  @Test(arguments: [NavigationSpec<Place>.popToRoot(), .popTo(.home), .open(root: .home)])
  func `going to the first screen shows none in between`(_ spec: NavigationSpec<Place>) throws {
    let stage = try Stage("[home, a, b]")
    try stage.perform(spec)
    #expect(stage.happened() == "pause b, clear b, clear a, resume home")
  }

  // arkivanov/Decompose#383: what belongs to a screen is destroyed before the screen is paused.
  @Test func `a screen that leaves is paused with all its parts before any of them is cleared`()
    throws
  {
    let stage = try Stage("[home]")
    stage.onMake = { [weak stage] screen in
      guard screen.name == "a", let stage else { return }
      screen.addChild(JournalScreen("part", stage.journal))
      let nested = NavigationDriver(root: Place.b) { [journal = stage.journal] place, _ in
        JournalScreen("nested \(place)", journal)
      }
      screen.addChild(nested)
    }
    try stage.perform(.push(.a))
    stage.journal.entries = []
    try stage.driver.back()
    #expect(
      stage.happened()
        == "pause nested b, pause part, pause a, clear nested b, clear part, clear a, resume home"
    )
  }

  // NativePHP/mobile-air#438: two screens lead to each other; the third one is taken for the first.
  @Test func `a screen that is opened again is another one`() throws {
    let stage = try OriginStage("[home, a, b]")
    let first = try stage.screen(.a)
    try stage.screen(.b).ask(.push(.a))
    #expect(try stage.screen(.a) !== first)
    for expected in ["[home, a, b]", "[home, a]", "[home]"] {
      try stage.driver.back()
      #expect(stage.stack == expected)
    }
  }

  // react-navigation/react-navigation#12460, #448, #4185: what a screen has set for itself is lost
  // when the user comes back, or is set for another one.
  @Test func `a screen updates itself, shown, covered or hidden, and stays so`() throws {
    let stage = try OriginStage("{*[home, a] | [b]}")
    let a = try stage.screen(.a)
    try stage.driver.update(a, to: .c)
    try stage.driver.perform(.push(.sheet))
    try stage.driver.back()
    #expect(stage.stack == "{*[home, c] | [b]}")
    try stage.driver.perform(.push(.sheet))
    try stage.driver.update(a, to: .a)
    try stage.driver.perform(.selectTab(1))
    #expect(stage.stack == "{[home, a, sheet] | *[b]}")
    try stage.driver.update(a, to: .c)
    try stage.driver.perform(.selectTab(0))
    try stage.driver.back()
    #expect(stage.stack == "{*[home, c] | [b]}")
    #expect(stage.driver.topScreen === a)
  }

  // adrielcafe/voyager#105: a login, the main screen, and a login with the text of the first one.
  @Test func `a screen that replaces another one begins empty, also in a later process`() throws {
    let driver = try Cases.makeDriver(.login)
    driver.top?.text = "typed"
    try driver.perform(.replace(.home))
    let later = try Cases.makeDriver(
      restoring: try NavigationSnapshot(try driver.snapshot().data())
    )
    for driver in [driver, later] {
      try driver.perform(.replace(.login))
      #expect(driver.top?.text == "")
    }
  }
}
