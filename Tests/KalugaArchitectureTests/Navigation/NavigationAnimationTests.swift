import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A request says whether it is animated, and is otherwise the same.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationAnimationTests {
  private typealias Spec = NavigationSpec<Place>

  /// The kinds of the transitions, and whether they are animated.
  private final class Seen {
    var transitions: [StackTransition<Place>] = []

    func take() -> [String] {
      defer { transitions = [] }
      return transitions.map { "\($0.kind) \($0.isAnimated)" }
    }
  }

  private func follow(_ driver: NavigationDriver<Place>) -> Seen {
    let seen = Seen()
    _ = driver.onTransition { seen.transitions.append($0) }
    return seen
  }

  @Test(
    arguments: [
      ("[home]", .push(.a)), ("[home, a]", .replace(.b)), ("[home, a]", .pop()),
      ("[home, a, b]", .popTo(.a)), ("[home, a, b]", .popToScreen { $0 == .a }),
      ("[home, a, b]", .popToRoot()), ("[home, a]", .replaceAbove(.home, with: .b)),
      ("[home]", .present(.a)), ("[home] ▸ [a]", .replacePresented(.b)),
      ("[home] ▸ [a]", .dismiss()), ("[home, a, b]", .close(.a)),
      ("[home, a, b]", .closeScreen { $0 == .a }), ("[home, a]", .tabs([.home, .b])),
      ("{*[home] | [a]}", .selectTab(1)), ("[home]", .open(root: .home, [.a, .b])),
      ("[home]", .setRoot(.a)), ("[home] ▸ [a]", .below(.push(.b))),
      ("[home, a]", .steps([.pop(), .push(.b)])),
    ] as [(String, NavigationSpec<Place>)]
  )
  func `a transition carries the animation of its request, and is otherwise the same`(
    _ picture: String,
    _ spec: NavigationSpec<Place>
  ) throws {
    var results: [[String]] = []
    for isAnimated in [nil, true, false] as [Bool?] {
      let stage = try Stage(picture)
      let seen = follow(stage.driver)
      let requested = isAnimated.map { spec.animated(!$0).animated($0) } ?? spec
      #expect(requested.kind == spec.kind)
      #expect(requested.isAnimated == isAnimated ?? spec.isAnimated)
      try stage.driver.perform(requested)
      let transition = try #require(seen.transitions.first)
      #expect(seen.transitions.count == 1)
      #expect(transition.isAnimated == isAnimated ?? spec.isAnimated)
      let old = try BackStack(picture)
      #expect(try old.applying(requested).description == stage.stack)
      results.append([transition.kind, transition.picture, stage.happened()])
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
  }

  @Test func `by default, a stack that begins again and a selected tab are not animated`() throws {
    let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
    let seen = follow(driver)
    driver.start()
    try driver.perform(.push(.a))
    try driver.perform(.update(driver.stack.current.top.id, to: .c))
    try driver.perform(.tabs([.home, .b]))
    driver.hostDidSelect(driver.stack.current.layers[0].tabs[1][0].id)
    try driver.perform(.present(.a))
    try driver.back()
    try driver.open([.home, .a])
    try driver.open([.home], animated: true)
    try driver.perform(.setRoot(.b))
    #expect(
      seen.take() == [
        "start false", "push true", "update true", "tabs false", "selectTab false",
        "present true", "pop true", "open false", "open true", "setRoot false",
      ]
    )
    let restored = NavigationDriver(restoring: driver.snapshot()) { _, _ in
      BaseLifecycleViewModel()
    }
    let started = follow(restored)
    restored.start()
    #expect(started.take() == ["start false"])
  }

  @Test func `steps are animated if one of them is, unless the whole decides`() throws {
    let stage = try Stage("{*[home] | [a]}")
    let seen = follow(stage.driver)
    let push = Spec.push(.b)
    try stage.driver.perform(.steps([.selectTab(1), push]))
    try stage.driver.perform(.steps([.selectTab(0), push.animated(false)]))
    try stage.driver.perform(.steps([.selectTab(1).animated(true), push.animated(false)]))
    try stage.driver.perform(Spec.steps([.selectTab(0), push.animated(true)]).animated(false))
    try stage.driver.perform(.steps([.present(.c), .below(push).animated(false)]))
    try stage.driver.perform(.below(push.animated(false)))
    #expect(
      seen.take() == [
        "steps true", "steps false", "steps true", "steps false", "steps true", "below false",
      ]
    )
  }

  @Test func `a repeated request changes nothing, with and without an animation`() throws {
    let stage = try Stage("[home] ▸ [a]")
    let seen = follow(stage.driver)
    try stage.driver.perform(.present(.a).animated(false))
    try stage.driver.perform(.present(.a).animated(true))
    #expect(seen.take() == [])
    #expect(throws: NavigationError.duplicate(screen: "a")) {
      try stage.driver.perform(.present(.a).animated(false), for: Int.self)
    }
  }

  @Test func `a covered screen requests without an animation what it may request with one`() throws
  {
    let driver = NavigationDriver(root: Place.home) { OriginScreen($0, $1) }
    driver.start()
    let home = try #require(driver.topViewModel as? OriginScreen)
    try driver.perform(.push(.a))
    #expect { try home.ask(.pop().animated(false)) } throws: {
      if case .screenIsCovered? = $0 as? NavigationError { true } else { false }
    }
    try home.ask(.popTo(.home).animated(false))
    #expect("\(driver.stack.current)" == "[home]")
  }

  @Test func `the result of an operation without an animation arrives`() async throws {
    let stage = try Stage("[home]")
    let ticket = try stage.driver.perform(.push(.a).animated(false), for: Int.self)
    let result = NavigationResult(7, .integer)
    let pop = Spec.pop(result: result).animated(false)
    #expect(pop.result != nil)
    try stage.driver.perform(pop)
    #expect(await ticket.outcome == .finished(7))
  }

  // MARK: Guards

  @Test func `a guard is asked about the operation itself`() async throws {
    let stage = try Stage("[home]")
    let seen = follow(stage.driver)
    var asked: [String] = []
    _ = stage.driver.addGuard { spec, _ in
      switch spec {
      case .push(let place): asked.append("push \(place)")
      case .steps(let steps):
        asked += steps.map { if case .push(let place) = $0 { "step \(place)" } else { "another" } }
      case .animated: asked.append("the animation")
      default: asked.append("another")
      }
      return .proceed
    }
    try await stage.driver.perform(.push(.a).animated(false)).waitForTransition()
    let steps = [Spec.push(.b).animated(false), .push(.c)]
    try await stage.driver.perform(.steps(steps).animated(false)).waitForTransition()
    #expect(asked == ["push a", "step b", "step c"])
    #expect(seen.take() == ["push false", "steps false"])
  }

  @Test func `a redirect has an animation of its own`() async throws {
    let stage = try Stage("[home]")
    let seen = follow(stage.driver)
    _ = stage.driver.addGuard { spec, _ in
      switch spec {
      case .push(.a): .redirect(.push(.b))
      case .push(.c): .redirect(.present(.sheet).animated(false))
      default: .proceed
      }
    }
    try await stage.driver.perform(.push(.a).animated(false)).waitForTransition()
    try await stage.driver.perform(.push(.c)).waitForTransition()
    #expect(seen.take() == ["push true", "present false"])
  }

  // MARK: Text

  @Test func `the text of an operation says what was decided about its animation`() {
    let spec = Spec.push(.a).animated(false)
    #expect("\(spec)".contains("animated"))
    var text = ""
    dump(spec, to: &text)
    #expect(text.contains("isAnimated: false"))
    #expect(text.contains("push"))
  }
}
