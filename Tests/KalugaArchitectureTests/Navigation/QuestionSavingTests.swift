import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A screen that asks a question, and registers a closure for the answer.
private final class AskingScreen: NavigatingViewModel<StackAction> {
  private let answered = NavigationResultKey<Discard>("answered")
  private(set) var answers: [Discard] = []

  init(_ driver: NavigationDriver<Place>) {
    super.init(navigator: StackNavigator(driver) { $0.spec })
    onResult(answered) { [weak self] in self?.answers.append($0) }
  }

  func ask(_ question: Question) throws(NavigationError) {
    try navigate(NavigationRequest(StackAction(spec: .ask(question))), resultTo: answered)
  }
}

/// A question that is saved with its stack.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct QuestionSavingTests {
  private let process = SimulatedProcess<Place> { snapshot in
    NavigationDriver(root: .home, restoring: snapshot) { AskingScreen($1) }
  }

  private func shown() throws -> AskingScreen {
    try #require(process.driver.topViewModel as? AskingScreen)
  }

  @Test(arguments: 0...2)
  func `an answer reaches the closure of the screen that asked, in a later process too`(
    _ restores: Int
  ) async throws {
    try process.driver.perform(.push(.a))
    try shown().ask(.discard)
    for _ in 0..<restores { try await process.dieAndRestore() }
    #expect("\(process.driver.stack.current)" == "[home, a] ? (discard | keep)")
    try process.driver.answer(Discard.discard)
    let screen = try shown()
    await screen.scope.waitUntilEmpty()
    #expect(screen.answers == [.discard])
    process.driver.end()
  }

  @Test func `a question is saved with its stack, and older stacks have none`() throws {
    let asked = try BackStack("[home, a] ▸ [b]").applying(.ask(.order))
    let data = try JSONEncoder().encode(asked)
    #expect(try JSONDecoder().decode(BackStack<Place>.self, from: data) == asked)
    let plain = try JSONEncoder().encode(try BackStack("[home]"))
    #expect(!String(decoding: plain, as: UTF8.self).contains("question"))
    #expect(try JSONDecoder().decode(BackStack<Place>.self, from: plain).question == nil)
  }

  @Test func `a question that an earlier version has saved is read`() throws {
    let json = """
      {"levels": [{"tabs": [[{"id": 1, "destination": "home"}]], "selected": 0}], "lastID": 4,
      "question": {"id": 4, "question": {"title": "Discard the secret?", "message": "A secret.",
      "style": "alert", "choices": [
      {"name": "discard", "title": "Discard", "role": "destructive"},
      {"name": "keep", "title": "Keep", "role": "cancel"}]}}}
      """
    let stack = try JSONDecoder().decode(BackStack<Place>.self, from: Data(json.utf8))
    #expect(stack.question == .discard)
    #expect(stack.askedQuestion?.id == BackStackEntryID(rawValue: 4))
  }

  @Test func `a migration keeps the question and what waits for its answer`() throws {
    try shown().ask(.discard)
    let old = process.driver.snapshot()
    let new = old.map { "\($0)".count > 1 ? Place.b : .c }
    #expect("\(new.stack)" == "[b] ? (discard | keep)")
    #expect(new.awaitedResults == old.awaitedResults)
    #expect(new.awaitedResults.count == 1)
    process.driver.end()
  }

  @Test func `a question leaves with the screen that no longer decodes`() throws {
    enum Old: NavigationDestination { case home, gone }
    enum New: NavigationDestination { case home }
    for (specs, rest) in [
      ([.push(.gone), .ask(.discard)], "[home]"),
      ([.tabs([.home, .gone], selected: 1), .ask(.discard)], "[home]"),
      ([.tabs([.home, .gone]), .ask(.discard)], "[home] ? (discard | keep)"),
      ([.push(.gone), .present(.home), .ask(.discard)], "[home]"),
    ] as [([NavigationSpec<Old>], String)] {
      let stack = try specs.reduce(BackStack(root: Old.home)) { try $0.applying($1) }
      let data = try NavigationSnapshot(stack: stack).data()
      #expect("\(try NavigationSnapshot<New>(data).stack)" == rest)
    }
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  @Test func `an answer that only an earlier process waited for is reported as lost`()
    async
    throws
  {
    let first = NavigationDriver(root: Place.sheet) { _, _ in BaseLifecycleViewModel() }
    first.start()
    _ = try first.perform(.ask(.discard), for: Discard.self)
    let snapshot = first.snapshot()
    let later = NavigationDriver(restoring: snapshot) { _, _ in BaseLifecycleViewModel() }
    later.start()
    let reports = await Self.diagnostics(about: "the answer to the question about 'sheet'") {
      #expect(throws: Never.self) { try later.answer(Discard.discard) }
    }
    #expect(reports.map(\.kind) == [.lostResult])
    for driver in [first, later] { driver.end() }
  }

  @Test(arguments: [true, false])
  func `an answer to an action is reported as lost if there was a choice`(
    hasChoice: Bool
  ) async throws {
    let driver = NavigationDriver(root: Place.sheet) { OriginScreen($0, $1) }
    driver.start()
    let choices = hasChoice ? Question.discard.choices : Array(Question.discard.choices.prefix(1))
    let question = Question("Saved", choices: choices)
    let reports = await Self.diagnostics(about: "the answer to the question about 'sheet'") {
      #expect(throws: Never.self) {
        try (driver.topViewModel as? OriginScreen)?.ask(.ask(question))
        try driver.answer(Discard.discard)
      }
    }
    #expect(reports.map(\.kind) == (hasChoice ? [.lostResult] : []))
    driver.end()
  }

  @Test func `an answer that no request waits for is reported, only to handlers`() async throws {
    let driver = NavigationDriver(root: Place.sheet) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    let reports = await Self.diagnostics(about: "the answer to the question about 'sheet'") {
      #expect(throws: Never.self) {
        try driver.perform(.ask(.discard))
        try driver.answer(Discard.keep)
      }
    }
    #expect(reports.map(\.kind) == [.lostResult])
    #expect(reports.map(\.isForHandlersOnly) == [true])
    #expect(
      reports.first?.description.hasPrefix(
        "the answer to the question about 'sheet' is lost: no request waits for it."
      ) == true
    )
    driver.end()
  }

  @Test func `an answer that a later process no longer knows is reported as lost`() async throws {
    let first = NavigationDriver(root: Place.sheet) { AskingScreen($1) }
    first.start()
    try (first.topViewModel as? AskingScreen)?.ask(.discard)
    // An exploration distinguishes states by what receives the answer.
    let lines = try first.savedText.split(separator: "\n")
    let asked = try #require(lines.firstIndex { $0.hasPrefix("question: ") })
    #expect(lines[(asked + 1)...].first?.hasPrefix("  result: ") == true, "\(lines)")
    let snapshot = first.snapshot()
    first.end()
    final class Later: NavigatingViewModel<StackAction> {
      init(_ driver: NavigationDriver<Place>) {
        super.init(navigator: StackNavigator(driver) { $0.spec })
        onResult(NavigationResultKey<Order>("answered")) { _ in }
      }
    }
    let later = NavigationDriver(restoring: snapshot) { Later($1) }
    later.start()
    let reports = await Self.diagnostics(about: "the answer to the question about 'sheet'") {
      #expect(throws: Never.self) { try later.answer(Discard.discard) }
    }
    #expect(reports.map(\.kind) == [.lostResult])
    #expect("\(later.stack.current)" == "[sheet]")
    later.end()
  }
}
