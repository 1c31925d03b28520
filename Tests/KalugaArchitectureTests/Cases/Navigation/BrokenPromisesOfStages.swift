import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Attempts to break what the pages on stages and questions promise.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BrokenPromisesOfStages {
  private let log = Log<String>()

  private func driver(
    whenMade: @escaping @MainActor (Place, VisibleNarratingViewModel) -> Void = { _, _ in }
  ) -> NavigationDriver<Place> {
    let driver = NavigationDriver(root: Place.home) { [log] place, _ in
      let screen = VisibleNarratingViewModel("\(place)", log)
      whenMade(place, screen)
      return screen
    }
    driver.start()
    return driver
  }

  private func stages(of driver: NavigationDriver<Place>) -> [LifecycleStage?] {
    driver.stack.current.layers.flatMap(\.path).map { driver.viewModel(of: $0.id)?.stage.current }
  }

  // MARK: Hooks while the state of the host changes

  /// What `home` of `[home] ▸ partly [sheet]` lets the app request when it is seen again, and the
  /// stages after that.
  nonisolated static let coverings: [([NavigationSpec<Place>], [LifecycleStage])] = [
    ([.ask(.discard)], [.visible, .visible]),
    ([.present(.b)], [.paused, .created, .resumed]),
    ([.present(.b, covering: .partly)], [.visible, .visible, .resumed]),
    ([.push(.b)], [.visible, .created, .resumed]),
    ([.dismiss()], [.resumed]),
    ([.ask(.discard), .answer("keep")], [.visible, .resumed]),
  ]

  @Test(arguments: coverings)
  func `a screen that a hook has covered while the app returns is not resumed under others`(
    _ specs: [NavigationSpec<Place>],
    _ expected: [LifecycleStage]
  ) throws {
    var home: VisibleNarratingViewModel?
    let driver = driver { place, screen in if place == .home { home = screen } }
    try driver.perform(.present(.sheet, covering: .partly))
    driver.hostState = .background
    home?.whenVisible = { [weak driver] _ in
      for spec in specs { _ = try? driver?.perform(spec) }
    }
    driver.hostState = .active
    // A screen that was paused before is not created again.
    let wanted = expected.map { $0 == .created ? .paused : $0 }
    #expect(stages(of: driver) == wanted)
    driver.end()
  }

  @Test func `a hook that closes the sheet while the app becomes inactive calls no hook twice`()
    throws
  {
    var sheet: VisibleNarratingViewModel?
    let driver = driver { place, screen in if place == .sheet { sheet = screen } }
    try driver.perform(.present(.sheet, covering: .partly))
    sheet?.whenPaused = { [weak driver] in
      driver?.hostState = .active
      _ = try? driver?.perform(.dismiss())
    }
    driver.hostState = .inactive
    sheet?.forgetHooks()
    #expect(stages(of: driver) == [.resumed])
    let homes = log.all.filter { $0.hasSuffix("home") }
    #expect(homes == ["(home", "+home", "-home", "+home"])
    driver.end()
  }

  // MARK: Requests that wait

  @Test(arguments: [true, false])
  func `the user goes back further when the sheet above leaves while a guard decides`(
    _ isDisposed: Bool
  ) async throws {
    let stage = try OriginStage("[home, a, b]")
    let driver = stage.driver
    try driver.perform(.present(.sheet, covering: .partly))
    let asking = SlowGuard(driver)
    driver.hostDidShow(Array(driver.stack.current.shownPaths[0].prefix(1)))
    await asking.holdsRequest()
    let closing = try driver.perform(.dismiss())
    if isDisposed { asking.dispose() } else { asking.open() }
    #expect(await closing.outcome == .done)
    await until(stage.stack == "[home]", "\(stage.stack)")
    // The removed guard may still be waiting.
    asking.open()
  }

  /// Operations to which a guard redirects `home` of `[home] ▸ partly [sheet]`, and the stack after it.
  nonisolated static let redirects: [(NavigationSpec<Place>, String)] = [
    (.push(.c), "[home, c] ▸ partly [sheet]"),
    (.below(.push(.c)), "[home, c] ▸ partly [sheet]"),
    (.present(.c), "[home] ▸ partly [sheet] ▸ [c]"),
  ]

  @Test(arguments: redirects)
  func `a guard may redirect a visible screen to any operation`(
    _ redirect: NavigationSpec<Place>,
    _ expected: String
  ) async throws {
    let stage = try OriginStage("[home]")
    try stage.driver.perform(.present(.sheet, covering: .partly))
    let token = stage.driver.addGuard { spec, _ in
      if case .below(.push(.a)) = spec { .redirect(redirect) } else { .proceed }
    }
    let ticket = try stage.screen(.home).ask(.push(.a))
    #expect(await ticket.outcome == .done)
    #expect(stage.stack == expected)
    token.dispose()
  }

  /// pointfreeco/swift-composable-architecture#902: the late end of one dialog closes the next one.
  @Test(arguments: 0...2)
  func `an answer that waits does not reach the next question`(_ way: Int) async throws {
    let driver = driver()
    try driver.perform(.ask(.discard))
    let id = try #require(driver.stack.current.askedQuestion?.id)
    let asking = SlowGuard(driver)
    try driver.answer(Discard.keep)
    await asking.holdsRequest()
    let next = Question(
      "Next?",
      choices: [Question.Choice(Discard.keep, "Keep"), Question.Choice(Discard.discard, "Discard")]
    )
    try driver.perform(.ask(next))
    var late: NavigationTicket<Never>?
    switch way {
    case 0: late = try driver.answer(Discard.discard)
    case 1: late = try driver.back()
    default: driver.hostDidAnswer(id, "discard")
    }
    let last = try driver.perform(.update(driver.stack.current.top.id, to: .home))
    asking.open()
    #expect(await last.outcome == .done)
    #expect("\(driver.stack.current)" == "[home] ? (keep | discard)")
    if let late {
      #expect(await late.outcome == .refused(.noQuestion(screen: "home")))
    }
    driver.end()
  }

  // MARK: Reports

  /// pointfreeco/swift-navigation#201: a dialog must not end before its action is known.
  @Test func `the answer arrives when the question has left`() async throws {
    let driver = driver()
    let ticket = try driver.perform(.ask(.discard), for: Discard.self)
    var kinds: [String] = []
    let following = driver.onTransition { kinds.append("\($0.kind) \($0.picture)") }
    try driver.answer(Discard.discard)
    #expect(await ticket.outcome == .finished(.discard))
    #expect(kinds == ["answer [home]"])
    following.dispose()
  }

  /// johnpatrickmorgan/FlowStacks#104: an alert of a pushed screen appears only after the way back.
  @Test func `a question about a pushed screen is asked at once, and not about the one below`()
    throws
  {
    let driver = driver()
    try driver.perform(.push(.a))
    try driver.perform(.ask(.discard))
    #expect("\(driver.stack.current)" == "[home, a] ? (discard | keep)")
    try driver.perform(.pop())
    #expect("\(driver.stack.current)" == "[home]")
  }

  /// slackhq/circuit#933: a screen stops under another screen, and pauses under a bottom sheet.
  @Test func `a screen is hidden under another screen, and only paused under a sheet`() throws {
    let driver = driver()
    try driver.perform(.push(.a))
    try driver.perform(.pop())
    #expect(log.text == "(home +home -home )home (a +a -a )a ×a (home +home")
    try driver.perform(.present(.sheet, style: .sheet(detents: [.medium])))
    try driver.perform(.dismiss())
    let story = "-home (sheet +sheet -sheet )sheet ×sheet +home"
    #expect(log.all.suffix(7).joined(separator: " ") == story)
  }

  /// wix/react-native-navigation#7235: when the app returns, the view under a modal appears instead.
  @Test func `the app returns to the modal, and not to what is below it`() throws {
    for covering in [PresentationCovering.partly, .wholly] {
      let driver = driver()
      try driver.perform(.present(.sheet, covering: covering))
      driver.hostState = .background
      driver.hostState = .active
      #expect(stages(of: driver) == [covering == .partly ? .visible : .paused, .resumed])
      driver.end()
    }
  }

  /// emrade/flutter_cool_alert#22: the second of two taps on OK closes the page below.
  @Test func `the second tap on a choice closes nothing`() throws {
    let driver = driver()
    try driver.perform(.push(.a))
    try driver.perform(.ask(.discard))
    try driver.answer(Discard.keep)
    #expect { try driver.answer(Discard.keep) } throws: {
      ($0 as? NavigationError)?.isLate == true
    }
    #expect("\(driver.stack.current)" == "[home, a]")
  }

  /// flutter/flutter#146578: a tab is selected behind a sheet, and a link must close the sheet.
  @Test func `a sheet stays over a tab that the user selects, and a link into a tab closes it`()
    throws
  {
    let stage = try OriginStage("{*[home] | [a]}")
    let driver = stage.driver
    try driver.perform(.present(.sheet, covering: .partly))
    driver.hostDidSelect(driver.stack.current.layers[0].tabs[1][0].id)
    #expect(stage.stack == "{[home] | *[a]} ▸ partly [sheet]")
    #expect(try stage.screen(.a).stage.current == .visible)
    #expect(try stage.screen(.home).stage.current == .paused)
    try driver.open([.home, .b], inTab: .home)
    #expect(stage.stack == "{*[home, b] | [a]}")
  }

  /// flutter/flutter#148214: a pop in a nested stack goes back in the page and leaves the modal.
  @Test func `back closes the sheet before it goes back in a stack below`() throws {
    let inner = NavigationDriver(root: Place.a) { _, _ in BaseLifecycleViewModel() }
    let outer = driver { place, screen in if place == .home { screen.addChild(inner) } }
    try inner.perform(.push(.b))
    try outer.perform(.present(.sheet, covering: .partly))
    try inner.perform(.ask(.discard))
    #expect(inner.topViewModel?.stage.current == .visible)
    #expect(throws: NavigationError.noQuestion(screen: "sheet")) {
      try outer.answer(Discard.keep)
    }
    try outer.back()
    #expect("\(outer.stack.current)" == "[home]")
    #expect("\(inner.stack.current)" == "[a, b] ? (discard | keep)")
    try outer.back()
    #expect("\(inner.stack.current)" == "[a, b]")
    #expect(inner.topViewModel?.stage.current == .resumed)
    try outer.back()
    #expect("\(inner.stack.current)" == "[a]")
    outer.end()
  }

  /// adrielcafe/voyager#118: a sheet that the app has hidden is there again after a restart.
  @Test func `a sheet that was closed, by the app or the user, does not return after a restart`()
    throws
  {
    for isByUser in [true, false] {
      let first = driver()
      try first.perform(.present(.sheet, covering: .partly))
      if isByUser {
        try first.hostDidDismiss(first.stack.current.layers[1].id)
      } else {
        try first.perform(.dismiss())
      }
      let snapshot = try NavigationSnapshot<Place>(first.snapshot().data())
      let later = NavigationDriver(restoring: snapshot) { _, _ in BaseLifecycleViewModel() }
      later.start()
      #expect("\(later.stack.current)" == "[home]")
      #expect(later.topViewModel?.stage.current == .resumed)
      later.end()
      first.end()
    }
  }

  /// kitakkun/JetWhale#265: a dialog vanishes when the content below changes.
  @Test func `a question and a sheet stay when the screens below change`() throws {
    let stage = try OriginStage("[home]")
    try stage.driver.perform(.present(.sheet, covering: .partly))
    try stage.driver.perform(.ask(.discard))
    try stage.screen(.home).ask(.push(.a))
    try stage.screen(.a).ask(.replace(.b))
    #expect(stage.stack == "[home, b] ▸ partly [sheet] ? (discard | keep)")
    #expect(stages(of: stage.driver) == [.paused, .visible, .visible])
    try stage.driver.answer(Discard.keep)
    #expect(stages(of: stage.driver) == [.paused, .visible, .resumed])
  }

  /// okmr-d/DOAlertController#12: an alert cannot be presented in the action of an alert.
  @Test func `the answer to a question may ask the next one`() async throws {
    let driver = driver()
    let following = driver.onTransition { [weak driver] transition in
      if transition.kind == "answer", transition.stack.question == nil {
        _ = try? driver?.perform(.ask(.order))
      }
    }
    let first = try driver.perform(.ask(.discard), for: Discard.self)
    try driver.answer(Discard.discard)
    #expect(await first.outcome == .finished(.discard))
    #expect("\(driver.stack.current)" == "[home] ? (name | date)")
    #expect(log.text == "(home +home -home +home -home")
    following.dispose()
  }

  /// joomcode/BottomSheet#27: a swipe on the upper one of two sheets dismisses both.
  @Test func `a swipe on the upper sheet leaves the lower one, and one on the lower closes both`()
    throws
  {
    let driver = driver()
    try driver.perform(.present(.sheet, covering: .partly))
    try driver.perform(.present(.b, covering: .partly))
    let lower = driver.stack.current.layers[1].id
    try driver.hostDidDismiss(driver.stack.current.layers[2].id)
    #expect("\(driver.stack.current)" == "[home] ▸ partly [sheet]")
    #expect(stages(of: driver) == [.visible, .resumed])
    try driver.perform(.present(.b, covering: .partly))
    try driver.hostDidDismiss(lower)
    #expect("\(driver.stack.current)" == "[home]")
    #expect(stages(of: driver) == [.resumed])
    driver.end()
  }

  /// StoDevX/AAO-React-Native#7886: a partial sheet with edits is dragged away without a question.
  @Test func `a sheet with edits that is swiped away asks first, and stays until the answer`()
    async throws
  {
    var sheet: BaseLifecycleViewModel?
    let driver = driver { place, screen in if place == .sheet { sheet = screen } }
    try driver.perform(.present(.sheet, covering: .partly))
    var answer: NavigationTicket<Discard>?
    let token = driver.onBack(on: sheet) { [weak driver] in
      answer = try? driver?.perform(.ask(.discard), for: Discard.self)
      return .intercept
    }
    let id = driver.stack.current.layers[1].id
    #expect(try driver.hostDidDismiss(id) == nil)
    #expect("\(driver.stack.current)" == "[home] ▸ partly [sheet] ? (discard | keep)")
    try driver.perform(.steps([.answer("discard"), .dismiss()]))
    #expect(await answer?.outcome == .finished(.discard))
    #expect("\(driver.stack.current)" == "[home]")
    #expect(stages(of: driver) == [.resumed])
    token.dispose()
  }

  /// MkhytarMkhoian/conductor-dialog#2: the view under a dialog is removed.
  @Test func `what is under a question keeps its visible scope and its children`() throws {
    var home: VisibleNarratingViewModel?
    let child = VisibleNarratingViewModel("child", log)
    let driver = driver { place, screen in
      if place == .home {
        home = screen
        screen.addChild(child)
      }
    }
    let scope = try #require(home?.visibleScope)
    try driver.perform(.ask(.discard))
    #expect(scope.isActive)
    #expect(child.stage.current == .visible)
    try driver.answer(Discard.keep)
    #expect(home?.visibleScope === scope)
    #expect(log.text == "(home +home (child +child -child -home +home +child")
    driver.end()
  }
}
