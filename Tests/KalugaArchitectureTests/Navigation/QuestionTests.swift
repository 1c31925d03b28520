import Foundation
import KalugaArchitecture
import Testing

/// A question as a part of the stack.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct QuestionTests {
  @Test func `a question is a value of the stack, and its request receives the answer`()
    async throws
  {
    let stage = try Stage("[home, a]")
    let ticket = try stage.open(.ask(.discard), for: Discard.self)
    #expect(stage.driver.stack.current.question == .discard)
    #expect(stage.stack == "[home, a] ? (discard | keep)")
    #expect(await settled(ticket) == nil)
    try stage.driver.answer(Discard.discard)
    #expect(await ticket.outcome == .finished(.discard))
    #expect(stage.driver.stack.current.question == nil)
    #expect(stage.stack == "[home, a]")
    // No screen was made or cleared.
    #expect(stage.happened() == "pause a, resume a")
  }

  @Test func `the screen under a question may make requests`() async throws {
    let stage = try OriginStage("[home, a]")
    let screen = try stage.screen(.a)
    let ticket = try screen.ask(.ask(.discard))
    try screen.ask(.update(stage.driver.stack.current.top.id, to: .c))
    #expect(stage.stack == "[home, c] ? (discard | keep)")
    try screen.ask(.push(.b))
    #expect(stage.stack == "[home, c, b]")
    #expect(await ticket.outcome == .done)
    #expect(throws: NavigationError.screenIsCovered(screen: "a", action: "StackAction")) {
      try screen.ask(.ask(.discard))
    }
  }

  /// Operations and whether the question about the top of `[home, a] ▸ [b, sheet]` stays.
  @Test(
    arguments: [
      (.update(BackStackEntryID(rawValue: 4), to: .c), true),
      (.below(.push(.c)), true),
      (.below(.pop()), true),
      (.present(.b), true),
      (.bringToFront(.sheet), true),
      (.steps([.push(.c), .pop()]), true),
      (.push(.c), false),
      (.pop(), false),
      (.replace(.sheet), false),
      (.present(.c), false),
      (.dismiss(), false),
      (.tabs([.b, .c], selected: 1), false),
      (.steps([.tabs([.b, .c]), .selectTab(1)]), false),
      (.open(root: .home, [.a]), false),
      (.setRoot(.sheet), false),
      (.closeEntry(BackStackEntryID(rawValue: 3)), false),
    ] as [(NavigationSpec<Place>, Bool)]
  )
  func `a question leaves when the shown screen is no longer the one it is about`(
    spec: NavigationSpec<Place>,
    stays: Bool
  ) async throws {
    let stage = try Stage("[home, a] ▸ [b, sheet]")
    let ticket = try stage.open(.ask(.discard), for: Discard.self)
    try stage.perform(spec)
    #expect(stage.driver.stack.current.question == (stays ? .discard : nil))
    #expect(await settled(ticket) == (stays ? nil : .cancelled(.closed)))
  }

  @Test func `a question leaves when another tab is shown, and stays below with its own tab`()
    async throws
  {
    let stage = try Stage("{*[home] | [a]}")
    let ticket = try stage.open(.ask(.discard), for: Discard.self)
    try stage.perform(.pushInTab(.b, of: .a))
    #expect(stage.stack == "{*[home] | [a, b]} ? (discard | keep)")
    stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].tabs[1][0].id)
    #expect(stage.stack == "{[home] | *[a, b]}")
    #expect(await ticket.outcome == .cancelled(.closed))
  }

  @Test
  func `an equal question is a duplicate, and a different one replaces the one that is asked`()
    async throws
  {
    let stage = try Stage("[home]")
    let first = try stage.open(.ask(.discard), for: Discard.self)
    let error = #expect(throws: NavigationError.duplicate(screen: "question")) {
      try stage.open(.ask(.discard), for: Discard.self)
    }
    #expect(error?.isLate == true)
    let second = try stage.open(.ask(.order), for: Order.self)
    #expect(await first.outcome == .cancelled(.closed))
    #expect(stage.stack == "[home] ? (name | date)")
    try stage.driver.answer(Order.date)
    #expect(await second.outcome == .finished(.date))
  }

  @Test func `an answer that the question does not have is refused with its choices`() throws {
    let stage = try Stage("[home]")
    let none = NavigationError.noQuestion(screen: "home")
    #expect(throws: none) { try stage.driver.answer(Discard.keep) }
    #expect(none.isLate)
    try stage.perform(.ask(.discard))
    let error = NavigationError.noSuchChoice(name: "date", choices: ["discard", "keep"])
    #expect(throws: error) { try stage.driver.answer(Order.date) }
    #expect(throws: error) { try stage.perform(.answer("date")) }
    #expect("\(error)" == "the question has no choice 'date': the choices are [discard, keep]")
    #expect(error.debugDescription == "\(error). Choose one of these.")
    #expect(stage.stack == "[home] ? (discard | keep)")
  }

  @Test func `a request for a result that has not all choices is refused when it is made`() throws {
    let stage = try Stage("[home]")
    for type in [Int.self, Order.self, Bool.self] as [any Sendable.Type] {
      func ask<Result: Sendable>(_ type: Result.Type) throws(NavigationError) {
        _ = try stage.open(.ask(.discard), for: type)
      }
      let error = NavigationError.unexpectedResult(
        screen: "question",
        expected: "\(type)",
        found: "discard or keep"
      )
      #expect(throws: error) { try ask(type) }
    }
    #expect(stage.stack == "[home]")
  }

  @Test(
    arguments: [
      ([], "choices: expected at least one, found none"),
      (["discard", ""], "choices: expected names, found an empty one"),
      (["keep", "keep"], "choices: expected different names, found the same one twice"),
      (["!keep", "!discard"], "choices: expected at most one with the role cancel, found several"),
    ]
  )
  func `a bad question is refused, and a saved stack with one is invalid`(
    names: [String],
    reason: String
  ) throws {
    struct Name: QuestionAnswer { let rawValue: String }
    let choices = names.map { name in
      let role: Question.Choice.Role? = name.hasPrefix("!") ? .cancel : nil
      return Question.Choice(Name(rawValue: String(name.drop { $0 == "!" })), "Text", role: role)
    }
    let question = Question("Discard?", choices: choices)
    #expect(throws: NavigationError.refused(action: "ask", reason: reason)) {
      try BackStack(root: Place.home).applying(.ask(question))
    }
    let json = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
    let stack = """
      {"levels":[{"tabs":[[{"id":1,"destination":"home"}]],"selected":0}],"lastID":2,
      "question":{"id":2,"question":\(json)}}
      """
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(BackStack<Place>.self, from: Data(stack.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error")
      return
    }
    #expect(context.debugDescription == reason)
  }

  @Test(arguments: [1, 3])
  func `a question with the identifier of a screen, or one that was never assigned, is invalid`(
    id: Int
  ) throws {
    let json = String(decoding: try JSONEncoder().encode(Question.discard), as: UTF8.self)
    let stack = """
      {"levels":[{"tabs":[[{"id":1,"destination":"home"}]],"selected":0}],"lastID":2,
      "question":{"id":\(id),"question":\(json)}}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(BackStack<Place>.self, from: Data(stack.utf8))
    }
  }

  // MARK: The user goes back

  @Test func `back answers the question with the choice that cancels, or else leaves it`()
    async throws
  {
    let stage = try Stage("[home, a]")
    stage.noteBack(of: [.a, nil])
    let first = try stage.open(.ask(.discard), for: Discard.self)
    try stage.driver.back()
    #expect(await first.outcome == .finished(.keep))
    let second = try stage.open(.ask(.order), for: Order.self)
    try stage.driver.back()
    #expect(await second.outcome == .cancelled(.back))
    #expect(stage.stack == "[home, a]")
    // No back handler was asked.
    #expect(stage.happened() == "pause a, resume a, pause a, resume a")
    try stage.driver.back()
    #expect(stage.stack == "[home]")
    #expect(stage.happened() == "ask a, ask any, pause a, clear a, resume home")
  }

  @Test func `the user can go back while a question is asked, even from the first screen`()
    async throws
  {
    let stage = try Stage("[home]")
    var seen: [Bool] = []
    _ = stage.driver.canGoBack.observe { seen.append($0) }
    try stage.perform(.ask(.discard))
    await until(seen == [false, true])
    try stage.driver.back()
    await until(seen == [false, true, false])
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) {
      try stage.driver.back()
    }
  }

  @Test func `back and answers reach the outer question first, and then that of a nested stack`()
    async throws
  {
    let inner = NavigationDriver(root: Place.a) { _, _ in BaseLifecycleViewModel() }
    let outer = NavigationDriver(root: Place.home) { _, _ in
      let screen = BaseLifecycleViewModel()
      screen.addChild(inner, named: "inner")
      return screen
    }
    outer.start()
    let inside = try inner.perform(.ask(.discard), for: Discard.self)
    let outside = try outer.perform(.ask(.order), for: Order.self)
    var pictures: [String] = []
    _ = outer.onTransition { pictures.append($0.picture) }
    _ = inner.onTransition { pictures.append($0.picture) }
    try outer.back()
    #expect(await outside.outcome == .cancelled(.back))
    #expect(await settled(inside) == nil)
    try outer.answer(Discard.discard)
    #expect(await inside.outcome == .finished(.discard))
    #expect(pictures == ["[home([a] ? (discard | keep))]", "[home([a])]"])
    outer.end()
  }

  @Test func `a late report of an answer in the host changes nothing`() async throws {
    let stage = try Stage("[home]")
    let first = try stage.open(.ask(.discard), for: Discard.self)
    let id = try #require(stage.driver.stack.current.askedQuestion?.id)
    let second = try stage.open(.ask(.order), for: Order.self)
    for name in ["discard", nil] { stage.driver.hostDidAnswer(id, name) }
    #expect(await first.outcome == .cancelled(.closed))
    let shown = try #require(stage.driver.stack.current.askedQuestion?.id)
    stage.driver.hostDidAnswer(shown, "date")
    #expect(await second.outcome == .finished(.date))
    stage.driver.hostDidAnswer(shown, "name")
    #expect(stage.stack == "[home]")
  }

  // MARK: Requests

  @Test func `transitions name the kinds, the choices and the answer, but never the texts`()
    throws
  {
    let stage = try Stage("[home]")
    var lines: [String] = []
    _ = stage.driver.onTransition {
      lines.append("\($0.kind) \($0.rows.bundleDescription) \($0.picture)")
    }
    try stage.perform(.ask(.discard))
    var dumped = ""
    dump(stage.driver.stack.current, to: &dumped)
    dump(NavigationSpec<Place>.ask(.discard), to: &dumped)
    #expect(dumped.contains("discard") && !dumped.contains("secret"))
    try stage.driver.back()
    try stage.perform(.ask(.order))
    try stage.driver.back()
    #expect(
      lines == [
        "ask {} [home] ? (discard | keep)", "answer {answer: \"keep\"} [home]",
        "ask {} [home] ? (name | date)", "answer {} [home]",
      ]
    )
  }

  @Test func `steps ask and answer, and a request waits for the question of the last one`()
    async throws
  {
    let stage = try Stage("[home] ▸ [sheet]")
    let ticket = try stage.open(
      .steps([.dismiss(), .push(.a), .ask(.discard)]),
      for: Discard.self
    )
    #expect(stage.stack == "[home, a] ? (discard | keep)")
    try stage.perform(.steps([.answer("discard"), .pop(), .ask(.order)]))
    #expect(await ticket.outcome == .finished(.discard))
    #expect(stage.stack == "[home] ? (name | date)")
    // One that is asked and answered in the same steps is never seen.
    try stage.perform(.steps([.answer(nil), .ask(.discard), .answer("keep"), .push(.b)]))
    #expect(stage.stack == "[home, b]")
  }

  @Test func `an operation under the presented stack neither asks nor answers`() throws {
    let stage = try Stage("[home] ▸ [sheet]")
    try stage.perform(.ask(.discard))
    for spec in [NavigationSpec<Place>.ask(.order), .answer("keep")] {
      let error = NavigationError.refused(
        action: spec.kind,
        reason: "a question is about the shown screen; use the operation without below"
      )
      #expect(throws: error) { try stage.perform(.below(spec)) }
      #expect(throws: NavigationError.inStep(1, kind: spec.kind, error: error)) {
        try stage.perform(.below(.steps([spec])))
      }
    }
    #expect(stage.stack == "[home] ▸ [sheet] ? (discard | keep)")
  }

  @Test func `guards are asked about a question and its answer`() async throws {
    let stage = try Stage("[home]")
    var asked: [String] = []
    _ = stage.driver.addGuard { spec, stack in
      asked.append("\(spec.kind) \(stack)")
      return .proceed
    }
    let ticket = try stage.open(.ask(.discard), for: Discard.self)
    await stage.shows("[home] ? (discard | keep)")
    try stage.driver.answer(Discard.keep)
    #expect(await ticket.outcome == .finished(.keep))
    #expect(asked == ["ask [home]", "answer [home] ? (discard | keep)"])
  }

  @Test func `a question asked twice while a guard decides is asked once`() async throws {
    let stage = try Stage("[home]")
    let asking = SlowGuard(stage.driver)
    let first = try stage.open(.ask(.discard), for: Discard.self)
    let second = try stage.open(.ask(.discard), for: Discard.self)
    asking.open()
    #expect(await second.outcome == .refused(.duplicate(screen: "question")))
    #expect(await settled(first) == nil)
    #expect(stage.stack == "[home] ? (discard | keep)")
  }

  @Test func `operations with an animation ask too, and carry the decision`() throws {
    let stage = try Stage("[home]")
    var seen: [Bool] = []
    _ = stage.driver.onTransition { seen.append($0.isAnimated) }
    try stage.perform(.ask(.discard).animated(false))
    try stage.perform(.answer("keep"))
    #expect(seen == [false, true])
  }

  @Test func `a module asks on the stack of the app`() async throws {
    enum App: NavigationDestination {
      case module(Place)
    }
    let embedding = NavigationEmbedding(App.module) { screen in
      if case .module(let inner) = screen { inner } else { nil }
    }
    let driver = NavigationDriver(root: App.module(.home)) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    let navigator = StackNavigator(driver, embedding: embedding) { (action: StackAction) in
      action.spec
    }
    let ticket = try navigator.navigate(
      NavigationRequest<StackAction, Discard>(StackAction(spec: .ask(.discard)))
    )
    #expect("\(driver.stack.current)" == "[module.home] ? (discard | keep)")
    try navigator.navigate(StackAction(spec: .answer("discard")))
    #expect(await ticket.outcome == .finished(.discard))
    driver.end()
  }

  @Test func `a link to other screens closes the question, and one to the same screens keeps it`()
    async throws
  {
    let stage = try Stage("[home, a]")
    let ticket = try stage.open(.ask(.discard), for: Discard.self)
    try stage.driver.open([.home, .a])
    #expect(stage.stack == "[home, a] ? (discard | keep)")
    try stage.driver.open([.home, .b])
    #expect(await ticket.outcome == .cancelled(.closed))
  }

  @Test func `the request of a question ends with its driver`() async throws {
    let stage = try Stage("[home]")
    let ticket = try stage.open(.ask(.discard), for: Discard.self)
    stage.driver.end()
    #expect(await ticket.outcome == .cancelled(.hostEnded))
    let released = try Stage("[home]").open(.ask(.discard), for: Discard.self)
    #expect(await released.outcome == .cancelled(.hostEnded))
  }
}
