import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import KalugaTerminal
import Testing

/// Tests travelling in time, as users see it: typed lines in, printed lines out.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TimeMachineTests {
  private enum Screen: NavigationDestination {
    case counter
    case page(Int)
  }

  private struct Dice: NavigationEffect { typealias Answer = Int }

  /// An effect that is answered when its gate opens.
  private struct Ask: NavigationEffect {
    typealias Answer = String

    let name: String
  }

  private struct Pick: AnswerableEffect {
    typealias Answer = Int

    var answers: [(name: String, answer: Int)] { [("one", 1), ("two", 2)] }
  }

  private final class Counter: BaseLifecycleViewModel {
    struct Output { let isEven: InitializedObservable<Bool> }

    @Saved("count") var count = 0
    @InitializedSubject var rolls: [Int] = []
    @InitializedSubject var answers: [String] = []
    lazy var output = Output(isEven: $count.map { $0 % 2 == 0 })
    let store = ReducerStore<Int, Set<Int>, Int, Never>(initialState: []) { state, number in
      state.insert(number)
    }
  }

  private final class Page: BaseLifecycleViewModel {}

  /// What all apps of a test share: the world outside.
  @MainActor
  private final class World {
    let output = StringSink()
    var rolls = 0
    var isSilent = false
    var waits = 0
    let gates = ["a": Gate(), "b": Gate()]
    private var apps: [() -> TerminalApp<Screen>?] = []

    var latest: TerminalApp<Screen>? { apps.last?() }
    var livingCount: Int { apps.count { $0() != nil } }

    func didMake(_ app: TerminalApp<Screen>) { apps.append { [weak app] in app } }
  }

  private let world = World()

  private func makeApp(on console: TerminalConsole) -> TerminalApp<Screen> {
    let app = TerminalApp(root: Screen.counter, on: console, savesState: true) { screen, _ in
      screen == .counter ? Counter() : Page()
    }
    app.screen(Counter.self) { counter in
      "count: \(counter.count)"
      if counter.output.isEven.current { "even" }
      if !counter.rolls.isEmpty { "rolls: \(counter.rolls)" }
    } commands: { [weak app] counter in
      TerminalCommand("add", 1...9, default: 1, "adds") { number in
        counter.count += number
        counter.store.send(counter.count)
      }
      TerminalCommand("roll", "rolls a dice") {
        guard let app else { return }
        let ticket = try app.driver.perform(.launch(Dice()), action: "roll", for: Int.self)
        counter.scope.launch {
          if case .finished(let number) = await ticket.outcome { counter.rolls.append(number) }
        }
      }
      TerminalCommand("ask", "NAME", "asks the world") { name in
        guard let app else { return }
        let ticket = try app.driver.perform(
          .launch(Ask(name: name)),
          action: "ask",
          for: String.self
        )
        counter.scope.launch {
          guard case .finished(let answer) = await ticket.outcome else { return }
          counter.answers.append("\(answer)\(counter.count)")
        }
      }
      TerminalCommand("slow", "counts when other work had the time to run") {
        for _ in 0..<20 { await Task.yield() }
        counter.count += 1
      }
      TerminalCommand("look", "changes nothing") {}.notAMove
      TerminalCommand("fail", "fails") { throw TerminalCommandError("no") }
    }
    app.commands { app in
      TerminalCommand("pick", "lets the user pick a number") {
        guard let counter = app.driver.topViewModel as? Counter else { return }
        let pick = NavigationSpec<Screen>.launch(Pick())
        let ticket = try app.driver.perform(pick, action: "pick", for: Int.self)
        counter.scope.launch { [weak counter] in
          if let number = try await ticket.result { counter?.rolls.append(number) }
        }
      }
      TerminalCommand("page", 1...9, "opens a page") { number in
        try app.driver.perform(.push(.page(number)), action: "page")
      }
    }
    app.askUser(for: [Pick.self])
    app.onEffect(Dice.self) { [world] _ in
      world.rolls += 1
      if world.isSilent { for await _ in EventChannel<Never>() {} }
      return world.rolls
    }
    app.onEffect(Ask.self) { [world] ask in
      try? await world.gates[ask.name]?.pass()
      return ask.name
    }
    app.work { _ in for await _ in EventChannel<Never>() {} }
    app.wait { [world] in world.waits += 1 }
    world.didMake(app)
    return app
  }

  /// Runs an app for a script, and returns what it has printed.
  @discardableResult
  private func run(_ script: String...) async throws -> [String] {
    let first = world.output.lines.count
    try await TerminalApp.run(on: .script(script, output: world.output), makeApp)
    return Array(world.output.lines.dropFirst(first))
  }

  /// Runs an app, and calls a closure before each line.
  private func run(
    _ lines: [String],
    _ onNext: @escaping @MainActor (String) async -> Void
  ) async throws {
    let input = ObservedLineSource(lines, onNext)
    try await TerminalApp.run(on: TerminalConsole(input: input, output: world.output), makeApp)
  }

  // MARK: Steps

  @Test func `moves are undone and redone, and nothing is printed for them again`() async throws {
    let printed = try await run("add", "fail", "page 1", ":back 2", ":forward 2", ":goto 0", "quit")
    #expect(
      printed == [
        "start    counter   [counter]", "  count: 0", "  even",
        "> add", "  count: 1",
        "> fail", "error    no",
        "> page 1", "push     counter → page   [counter, page]", "  page",
        "> :back 2", "step     1 of 3   [counter]", "  count: 1",
        "> :forward 2", "step     3 of 3   [counter, page]", "  page",
        "> :goto 0", "step     0 of 3   [counter]", "  count: 0", "  even",
        "> quit", "cleared  Counter", "bye",
      ]
    )
  }

  @Test func `a journey is not traced, and what follows it is`() async throws {
    let printed = try await run("trace on", "add", ":back", "page 1", "quit")
    let travel = try #require(printed.firstIndex(of: "> :back"))
    let step = try #require(printed.firstIndex { $0.hasPrefix("step") })
    let replayed = printed[travel..<step]
    #expect(!replayed.contains { $0.contains("stage    Counter") })
    #expect(printed[step...].contains("· stage    Counter paused"))
  }

  @Test func `only commands that can change the app are moves`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "moves-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let printed = try await run(
      "",
      "help",
      "stack",
      "trace off",
      "look",
      "save \(file)",
      "unknown",
      ":help",
      ":diff",
      ":history"
    )
    #expect(printed.contains("same     as at step 0"))
    #expect(printed.suffix(4) == ["> :history", "0  start   ← now", "cleared  Counter", "bye"])
  }

  @Test func `:help lists the commands with the numbers that they accept now`() async throws {
    let printed = try await run(":help", "add", ":help", "quit")
    #expect(printed.contains("moves    none yet; `:back` will undo one"))
    let second = printed.drop { $0 != "> add" }.filter { $0.hasPrefix("  :") }
    #expect(
      second.map { $0.split(separator: "   ")[0] } == [
        "  :back [1...1]", "  :forward [1...1]", "  :goto 0...1", "  :fork", "  :branch 1...1",
        "  :diff [0...1]", "  :history",
      ]
    )
  }

  @Test func `a step that does not exist is refused`() async throws {
    let printed = try await run(
      ":back",
      ":forward",
      "add",
      ":back 2",
      ":goto 2",
      ":branch 2",
      ":bcak"
    )
    #expect(
      printed.filter { $0.hasPrefix("error") } == [
        "error    there is no earlier step", "error    there is no later step",
        "error    :back: expected a number from 1 to 1, found \"2\"",
        "error    :goto: expected a number from 0 to 1, found \"2\"",
        "error    :branch: expected a number from 1 to 1, found \"2\"",
        "error    unknown command \":bcak\"; did you mean `:back`?",
      ]
    )
  }

  @Test func `a move after undone moves begins a branch, and the others are kept`() async throws {
    let printed = try await run(
      "add 1",
      "add 2",
      ":back",
      "add 5",
      ":branch 1",
      ":branch 2",
      ":fork",
      "add",
      ":history"
    )
    #expect(
      printed.filter { !$0.hasPrefix(" ") && !$0.hasPrefix(">") }.dropFirst() == [
        "step     1 of 2   [counter]",
        "branch   2 begins after step 1; `:branch 1` leads back to the other",
        "step     2 of 2 in branch 1   [counter]", "step     2 of 2 in branch 2   [counter]",
        "branch   3 begins after step 2; `:branch 2` leads back to the other",
        "branch   1: 2 moves", "branch   2: 2 moves", "branch   3: 3 moves   ← now",
        "0  start", "1  add 1", "2  add 5", "3  add   ← now",
        "cleared  Counter", "bye",
      ]
    )
    #expect(
      printed.filter { $0.hasPrefix("  count") }
        == [0, 1, 3, 1, 6, 3, 6, 7].map { "  count: \($0)" }
    )
  }

  @Test func `the difference contains the stack, stores, saved values and lines`() async throws {
    let printed = try await run("add 2", "page 1", ":diff 0", ":diff 2", ":diff")
    let changes = printed.drop { $0 != "> :diff 0" }.prefix { $0 != "> :diff" }
      .filter { "dnws".contains($0.first ?? " ") }
    #expect(
      changes == [
        "diff     step 0 → step 2, by 2 moves",
        "was      stack: [counter]", "now      stack: [counter, page]",
        "was      Counter: resumed", "now      Counter: paused",
        "was      Counter.count: 0", "now      Counter.count: 2",
        "was      Counter.store.state: 0 elements", "was      shown: count: 0",
        "was      shown: even",
        "now      Counter.store.state: 1 element", "now      Counter.store.state: contains 2",
        "now      screen: page(1)", "now      Page: resumed", "now      shown: page",
        "same     as at step 2",
      ]
    )
    #expect(printed.contains("diff     step 1 → step 2, by `page 1`"))
  }

  private struct Owner: Equatable, CustomStringConvertible {
    var secret = 1
    let description = "an owner"
  }

  private struct Key: Equatable, CustomDebugStringConvertible {
    var secret = 1
    let debugDescription = "a key"
  }

  private final class Shop: BaseLifecycleViewModel {
    @InitializedSubject var owner = Owner()
    @InitializedSubject var key = Key()
  }

  @Test func `of a value that describes itself, the state contains only the description`() {
    let lines = Shop().storedTexts.flatMap(\.lines)
    #expect(lines == ["Shop.owner: an owner", "Shop.key: a key"])
  }

  @Test func `an app that is made only once does not travel`() async {
    let output = StringSink()
    await makeApp(on: .script(["add", ":back", "help"], output: output)).run()
    #expect(output.lines.contains { $0.hasPrefix("error    unknown command \":back\"") })
    #expect(!output.text.contains(":help"))
  }

  // MARK: What a replay keeps

  @Test(arguments: 0..<5)
  func `back and forward leads to the same state`(seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    let moves = ["add", "add 3", "add x", "page 2", "back", "roll", "fail", "roll", "add 9"]
    let lines = (0..<20).map { _ in moves.randomElement(using: &random) ?? "" }
    let count = Int.random(in: 1...5, using: &random)
    var states: [String] = []
    var rolls: [Int] = []
    // These are moves on each screen, so that there is something to undo.
    let begin = ["page 1", "back", "page 2", "back", "add"]
    let travels = ["stack", ":back \(count)", ":forward \(count)", "stack"]
    try await run(begin + lines + travels) { line in
      guard line == "stack" else { return }
      states.append(world.latest?.stateText ?? "")
      rolls.append(world.rolls)
    }
    #expect(states.count == 2)
    #expect(states.first == states.last)
    #expect(rolls.first == rolls.last)
  }

  @Test func `an effect is not carried out again, and has its recorded answer`() async throws {
    let printed = try await run("roll", "roll", ":back", "roll", ":branch 1", "roll", ":branch 2")
    #expect(world.rolls == 4)
    let rolls = ["[1]", "[1, 2]", "[1]", "[1, 3]", "[1, 2]", "[1, 2, 4]", "[1, 3]"]
    #expect(printed.filter { $0.hasPrefix("  rolls") } == rolls.map { "  rolls: \($0)" })
  }

  @Test func `an answer of the user is a move, which is undone and repeated`() async throws {
    let printed = try await run(
      "pick",
      "answer one",
      ":back",
      "answer two",
      ":back 2",
      ":forward 2",
      "quit"
    )
    let rolls = ["[1]", "[2]", "[2]"]
    #expect(printed.filter { $0.hasPrefix("  rolls") } == rolls.map { "  rolls: \($0)" })
    #expect(
      printed.filter { $0.hasPrefix("asks") } == ["asks     pick: `answer` one, two, unavailable"]
    )
  }

  @Test func `an effect that was not answered before the app was left stays so`() async throws {
    world.isSilent = true
    let printed = try await run("roll", "add", ":back", ":forward", "quit")
    #expect(printed.suffix(3) == ["> quit", "cleared  Counter", "bye"])
    #expect(world.rolls == 1)
  }

  /// Returns the answers before and after travelling, if the world answers at the end of the moves.
  private func answers(after moves: [String], inOrder names: [String]) async throws -> [[String]] {
    var found: [[String]] = []
    let travels = [":back \(moves.count)", ":forward \(moves.count)"]
    try await run(moves + ["look"] + travels + ["look"]) { line in
      guard line == "look", let counter = world.latest?.driver.topViewModel as? Counter else {
        return
      }
      for (index, name) in names.enumerated() where found.isEmpty {
        world.gates[name]?.open()
        _ = try? await counter.$answers.stateFlow.first { $0.count > index }
      }
      found.append(counter.answers)
    }
    return found
  }

  @Test func `an answer that arrived after a command does not overtake it`() async throws {
    let found = try await answers(after: ["ask a", "slow"], inOrder: ["a"])
    #expect(found == [["a1"], ["a1"]])
  }

  @Test func `answers that arrived in one step keep their order`() async throws {
    let found = try await answers(after: ["ask a", "ask b"], inOrder: ["b", "a"])
    #expect(found == [["b0", "a0"], ["b0", "a0"]])
  }

  @Test func `what was restored from a file is kept, even if the file is gone`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID())").path
    try await run(["add 7", "save \(file)", "add", "restore \(file)", ":back 3", ":forward 3"]) {
      if $0 == ":back 3" { try? FileManager.default.removeItem(atPath: file) }
    }
    let counts = world.output.lines.filter { $0.hasPrefix("  count") }
    #expect(counts == [0, 7, 8, 7, 0, 7].map { "  count: \($0)" })
  }

  @Test func `an app is released when another has replaced it`() async throws {
    var living: [Int] = []
    try await run(["page 1", ":back", "roll", ":fork", ":forward", ":goto 0", "quit"]) { _ in
      living.append(world.livingCount)
    }
    #expect(living == Array(repeating: 1, count: 7))
    #expect(world.livingCount == 0)
  }

  @Test func `an app that another has replaced prints nothing more`() async throws {
    let (output, gate, ended) = (world.output, Gate(), Log<String>())
    let input = ObservedLineSource(["begin", ":back", "quit"]) { line in
      guard line == "quit" else { return }
      gate.open()
      await until(ended.count == 1)
    }
    try await TerminalApp.run(on: TerminalConsole(input: input, output: output)) { console in
      let app = TerminalApp(root: Screen.counter, on: console) { _, _ in Page() }
      app.commands { app in
        TerminalCommand("begin", "begins what ends later") {
          Task { [output = app.output] in
            try await gate.pass()
            output.writeLine("late")
            ended.append("late")
          }
        }
      }
      return app
    }
    #expect(!output.lines.contains("late"))
  }

  @Test func `an interactive app waits while moves are replayed`() async throws {
    let moves = ["add", "add", ":back"]
    let console = TerminalConsole.script(moves, output: world.output, isInteractive: true)
    try await TerminalApp.run(on: console, makeApp)
    #expect(world.waits == 2)
    #expect(
      world.output.text.hasSuffix(
        "> step     1 of 2   [counter]\ncount: 1\n> \ncleared  Counter\nbye\n"
      )
    )
  }
}
