import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Which stage each screen has: the table of the article on lifecycles.
@MainActor
struct NavigationStagesTests {
  /// What leads to a situation, the screen it is about, and the stages of the screen while the host is
  /// active and inactive; nil if the screen is not shown.
  nonisolated static let situations:
    [(String, [NavigationSpec<Place>], Place, LifecycleStage?, LifecycleStage?)] = [
      ("on top", [], .home, .resumed, .visible),
      ("under a question", [.ask(.discard)], .home, .visible, .visible),
      (
        "covered partly, under a question", [.present(.a, covering: .partly), .ask(.discard)],
        .home,
        .visible, .visible
      ),
      (
        "covered wholly, under a question", [.present(.a), .ask(.discard)], .home, nil, nil
      ),
      ("pushed over", [.push(.a)], .home, nil, nil),
      ("covered wholly", [.present(.a)], .home, nil, nil),
      ("covered wholly, on top", [.present(.a)], .a, .resumed, .visible),
      ("covered partly", [.present(.a, covering: .partly)], .home, .visible, .visible),
      ("covered partly, on top", [.present(.a, covering: .partly)], .a, .resumed, .visible),
      ("under a popover", [.present(.a, style: .popover)], .home, .visible, .visible),
      ("under an overlay", [.present(.a, style: .overlay())], .home, .visible, .visible),
      (
        "under a half-height sheet", [.present(.a, style: .sheet(detents: [.medium, .large]))],
        .home, .visible, .visible
      ),
      (
        "under a sheet of the whole height", [.present(.a, style: .sheet(detents: [.large]))],
        .home,
        nil, nil
      ),
      ("under a sheet", [.present(.a, style: .sheet())], .home, nil, nil),
      ("under a cover", [.present(.a, style: .cover())], .home, nil, nil),
      (
        "under a popover that counts as whole",
        [.present(.a, style: .popover, covering: .wholly)], .home, nil, nil
      ),
      (
        "under a cover that counts as partial", [.present(.a, style: .cover(), covering: .partly)],
        .home, .visible, .visible
      ),
      (
        "under two that cover partly",
        [.present(.a, covering: .partly), .present(.b, covering: .partly)], .home, .visible,
        .visible
      ),
      (
        "between two that cover partly",
        [.present(.a, covering: .partly), .present(.b, covering: .partly)], .a, .visible, .visible
      ),
      (
        "covered partly, under a whole cover",
        [.present(.a, covering: .partly), .present(.b)], .home, nil, nil
      ),
      (
        "covered wholly, under a partial cover",
        [.present(.a), .present(.b, covering: .partly)], .home, nil, nil
      ),
      (
        "pushed over in a layer that is covered partly",
        [.push(.a), .present(.b, covering: .partly)], .home, nil, nil
      ),
      (
        "on top of a layer that is covered partly",
        [.push(.a), .present(.b, covering: .partly)], .a, .visible, .visible
      ),
      ("selected tab", [.tabs([.home, .a])], .home, .resumed, .visible),
      ("hidden tab", [.tabs([.home, .a])], .a, nil, nil),
      (
        "hidden tab of a layer that is covered partly",
        [.tabs([.home, .a]), .present(.b, covering: .partly)], .a, nil, nil
      ),
      (
        "covered partly since a second request",
        [.present(.a), .present(.a, covering: .partly)], .home, .visible, .visible
      ),
    ]

  @Test(arguments: situations, [HostState.active, .inactive, .background])
  func `the stage of each screen follows from what covers it and the state of the host`(
    _ situation: (String, [NavigationSpec<Place>], Place, LifecycleStage?, LifecycleStage?),
    _ host: HostState
  ) throws {
    let (_, specs, place, active, inactive) = situation
    let expected: LifecycleStage? =
      switch host {
      case .active: active
      case .inactive: inactive
      case .background: nil
      }
    // Before the operations, after them, and restored.
    for order in 0..<3 {
      let stage = try Stage()
      if order == 0 { stage.driver.hostState = host }
      for spec in specs { try stage.perform(spec) }
      if order == 1 { stage.driver.hostState = host }
      if order == 2 {
        let data = try stage.driver.snapshot().data()
        var restored: [Place: BaseLifecycleViewModel] = [:]
        let later = NavigationDriver(restoring: try NavigationSnapshot<Place>(data)) { place, _ in
          let screen = BaseLifecycleViewModel()
          restored[place] = screen
          return screen
        }
        later.hostState = host
        later.start()
        expect(restored[place], expected)
      } else {
        expect(stage.screen(place), expected)
      }
    }
  }

  private func expect(_ screen: BaseLifecycleViewModel?, _ stage: LifecycleStage?) {
    let found = screen?.stage.current
    if let stage {
      #expect(found == stage)
    } else {
      #expect(found == .paused || found == .created)
    }
  }

  // MARK: Transitions

  /// Operations on `[home]`, and the hooks that they call.
  nonisolated static let transitions: [([NavigationSpec<Place>], String)] = [
    ([.present(.a, covering: .partly)], "-home (a +a"),
    ([.present(.a)], "-home )home (a +a"),
    ([.present(.a, covering: .partly), .dismiss()], "-home (a +a -a )a ×a +home"),
    (
      [.present(.a, covering: .partly), .push(.b), .dismiss()],
      "-home (a +a -a )a (b +b -b )b ×b ×a +home"
    ),
    // What stays visible is neither hidden nor shown again.
    (
      [.present(.a, covering: .partly), .replacePresented(.b, covering: .partly)],
      "-home (a +a -a )a ×a (b +b"
    ),
    (
      [.present(.a, covering: .partly), .present(.b, covering: .partly), .dismiss()],
      "-home (a +a -a (b +b -b )b ×b +a"
    ),
    (
      [.present(.a, covering: .partly), .present(.b), .dismiss()],
      "-home (a +a -a )a )home (b +b -b )b ×b (home (a +a"
    ),
    ([.present(.a), .present(.a, covering: .partly)], "-home )home (a +a (home"),
    ([.present(.a, covering: .partly), .present(.a, covering: .wholly)], "-home (a +a )home"),
    ([.present(.a, covering: .partly), .below(.push(.b))], "-home (a +a )home (b"),
    ([.present(.a, covering: .partly), .below(.replace(.b))], "-home (a +a )home ×home (b"),
    ([.present(.a, covering: .partly), .setRoot(.b)], "-home (a +a -a )a )home ×a ×home (b +b"),
    ([.steps([.present(.a, covering: .partly), .dismiss()])], ""),
    ([.ask(.discard)], "-home"),
    ([.ask(.discard), .answer("keep")], "-home +home"),
    ([.ask(.discard), .push(.a)], "-home )home (a +a"),
    ([.ask(.discard), .present(.a, covering: .partly)], "-home (a +a"),
    ([.steps([.ask(.discard), .answer("keep")])], ""),
  ]

  @Test(arguments: transitions)
  func `a transition calls the hooks that lead from the old stages to the new ones`(
    _ specs: [NavigationSpec<Place>],
    _ story: String
  ) throws {
    let log = Log<String>()
    let driver = NavigationDriver(root: Place.home) { place, _ in
      VisibleNarratingViewModel("\(place)", log)
    }
    driver.start()
    #expect(log.text == "(home +home")
    for spec in specs { try driver.perform(spec) }
    #expect(log.text == (["(home +home", story].filter { !$0.isEmpty }).joined(separator: " "))
    driver.end()
  }

  @Test func `an inactive host pauses the top screen and hides nothing`() throws {
    let log = Log<String>()
    let driver = NavigationDriver(root: Place.home) { place, _ in
      VisibleNarratingViewModel("\(place)", log)
    }
    driver.start()
    try driver.perform(.present(.a, covering: .partly))
    driver.hostState = .inactive
    driver.hostState = .active
    driver.hostState = .background
    driver.hostState = .inactive
    driver.end()
    let story = "(home +home -home (a +a -a +a -a )a )home (home (a )a )home ×a ×home"
    #expect(log.text == story)
  }

  @Test func `the screens of a nested stack have the stages that follow from that of its screen`()
    throws
  {
    let log = Log<String>()
    let outer = NavigationDriver(root: Place.home) { place, _ in
      let screen = VisibleNarratingViewModel("\(place)", log)
      if place == .home {
        screen.addChild(
          NavigationDriver(root: Place.b) { place, _ in VisibleNarratingViewModel("\(place)", log) }
        )
      }
      return screen
    }
    outer.start()
    try outer.perform(.present(.a, covering: .partly))
    outer.hostState = .inactive
    outer.hostState = .background
    let shown = "(home +home (b +b"
    #expect(log.text == "\(shown) -b -home (a +a -a )a )b )home")
    outer.end()
  }

  @Test func `a hook may change what covers its screen, and the stages follow`() throws {
    let stage = try Stage()
    stage.onMake = { [weak stage] screen in
      guard screen.name == "a" else { return }
      screen.onResumed = { _ = try? stage?.perform(.present(.b)) }
    }
    try stage.perform(.present(.a, covering: .partly))
    #expect(stage.stack == "[home] ▸ partly [a] ▸ [b]")
    let stages = [Place.home, .a, .b].map { stage.screen($0)?.stage.current }
    #expect(stages == [.paused, .paused, .resumed])
  }

  // MARK: Late requests

  /// An operation that `a` of `[home, a] ▸ partly [sheet]` requests, and the stack after it; nil if
  /// only the shown screen may request it.
  nonisolated static let requests: [(NavigationSpec<Place>, String?)] = [
    (.push(.b), "[home, a, b] ▸ partly [sheet]"),
    (.replace(.b), "[home, b] ▸ partly [sheet]"),
    (.pop(), "[home] ▸ partly [sheet]"),
    (.popTo(.home), "[home] ▸ partly [sheet]"),
    (.popToScreen { $0 == .home }, "[home] ▸ partly [sheet]"),
    (.popToEntry(BackStackEntryID(rawValue: 1)), "[home] ▸ partly [sheet]"),
    (.popToRoot(), "[home] ▸ partly [sheet]"),
    (.replaceAbove(.home, with: .b), "[home, b] ▸ partly [sheet]"),
    (.bringToFront(.home), "[home] ▸ partly [sheet]"),
    (.tabs([.home, .b], selected: 1), "{[home, a] | *[b]} ▸ partly [sheet]"),
    (.steps([.pop(), .push(.b)]), "[home, b] ▸ partly [sheet]"),
    (
      .steps([.update(BackStackEntryID(rawValue: 2), to: .c), .push(.b)]),
      "[home, c, b] ▸ partly [sheet]"
    ),
    (.push(.b).animated(false), "[home, a, b] ▸ partly [sheet]"),
    // These name their screens.
    (.close(.sheet), "[home, a]"),
    (.finish(), "[home]"),
    (.present(.b), nil),
    (.replacePresented(.b), nil),
    (.dismiss(), nil),
    (.below(.push(.b)), nil),
    (.steps([.push(.b), .present(.c)]), nil),
  ]

  @Test(arguments: requests)
  func `a screen that is visible under another layer moves its own`(
    _ spec: NavigationSpec<Place>,
    _ expected: String?
  ) async throws {
    let stage = try OriginStage("[home, a]")
    let a = try stage.screen(.a)
    try stage.driver.perform(.present(.sheet, covering: .partly))
    // `BackStack.applying` moves the same screens.
    let pure = stage.driver.stack.current
    if let expected {
      #expect("\(try pure.applying(spec, from: pure.layers[0].path[1].id))" == expected)
      #expect(await (try a.ask(spec)).outcome == .done)
      #expect(stage.stack == expected)
    } else {
      let error = NavigationError.screenIsCovered(screen: "a", action: "StackAction")
      #expect(throws: error) { try a.ask(spec) }
      #expect(stage.stack == "[home, a] ▸ partly [sheet]")
    }
  }

  @Test func `a second tap in a visible screen is late, because the first one has covered it`()
    async throws
  {
    let configuration = NavigationConfiguration(duplicates: .refuseOnTop)
    let stage = try OriginStage("[home, a]", configuration)
    let a = try stage.screen(.a)
    try stage.driver.perform(.present(.b, covering: .partly))
    try a.askForNumber(.push(.b))
    #expect(throws: NavigationError.screenIsCovered(screen: "a", action: "StackAction")) {
      try a.ask(.push(.b))
    }
    #expect(stage.stack == "[home, a, b] ▸ partly [b]")
    try stage.driver.perform(.below(.pop(result: OriginStage.number(7))))
    await a.requestsDidEnd()
    #expect(a.numbers == [7])
    #expect(a.stage.current == .visible)
  }

  @Test func `a guard sees that the request of a visible screen acts below`() async throws {
    let stage = try OriginStage("[home, a]")
    let a = try stage.screen(.a)
    try stage.driver.perform(.present(.sheet, covering: .partly))
    try stage.driver.perform(.present(.c, style: .popover))
    var kinds: [String] = []
    _ = stage.driver.addGuard { spec, _ in
      if case .below(.below(let inner)) = spec { kinds.append(inner.kind) }
      return .proceed
    }
    #expect(await (try a.ask(.push(.b))).outcome == .done)
    #expect(kinds == ["push"])
    #expect(stage.stack == "[home, a, b] ▸ partly [sheet] ▸ popover [c]")
  }

  @Test func `a request that waits acts on the layer that its screen has then`() async throws {
    let stage = try OriginStage("[home, a]")
    let a = try stage.screen(.a)
    try stage.driver.perform(.present(.sheet, covering: .partly))
    let asking = SlowGuard(stage.driver)
    let closing = try stage.driver.perform(.dismiss())
    let ticket = try a.ask(.push(.b))
    await asking.holdsRequest()
    asking.open()
    #expect(await closing.outcome == .done)
    #expect(await ticket.outcome == .done)
    #expect(stage.stack == "[home, a, b]")
  }

  @Test func `a stack keeps and prints what its layers cover, and refuses a base that covers`()
    throws
  {
    let specs: [NavigationSpec<Place>] = [
      .present(.a, covering: .partly), .present(.b, style: .popover),
      .present(.c, style: .popover, covering: .wholly), .present(.sheet, covering: .wholly),
    ]
    let stack = try specs.reduce(BackStack(root: Place.home)) { try $0.applying($1) }
    #expect("\(stack)" == "[home] ▸ partly [a] ▸ popover [b] ▸ popover wholly [c] ▸ [sheet]")
    let data = try JSONEncoder().encode(stack)
    #expect(try JSONDecoder().decode(BackStack<Place>.self, from: data) == stack)
    let damaged = """
      {"lastID":1,"levels":[{"covering":"partly","selected":0,"tabs":[[{"id":1,"destination":"home"}]]}]}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(BackStack<Place>.self, from: Data(damaged.utf8))
    }
  }
}
