import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

/// Tests travelling in time when effects are answered long after they were launched.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LateAnswerTests {
  private enum Screen: NavigationDestination { case counter }

  /// An effect that is answered when its gate opens.
  private struct Ask: NavigationEffect {
    typealias Answer = String

    let name: String
  }

  private final class Counter: BaseLifecycleViewModel {
    var count = 0
    @InitializedSubject var answers: [String] = []
  }

  @MainActor
  private final class World {
    let gates = ["a": Gate(), "b": Gate()]
    weak var app: TerminalApp<Screen>?

    var counter: Counter? { app?.driver.topScreen as? Counter }
  }

  private let world = World()

  private func makeApp(on console: TerminalConsole) -> TerminalApp<Screen> {
    let app = TerminalApp(root: Screen.counter, on: console) { _, _ in Counter() }
    app.screen(Counter.self) { _ in
      "counter"
    } commands: { [weak app] counter in
      TerminalCommand("ask", "NAME", "asks the world") { name in
        guard let app else { return }
        let ask = Ask(name: name)
        let ticket = try app.driver.perform(.launch(ask), action: "ask", for: String.self)
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
    }
    app.effect(Ask.self) { [world] ask in
      try? await world.gates[ask.name]?.pass()
      return ask.name
    }
    world.app = app
    return app
  }

  /// Returns the answers before and after travelling, if the world answers at the end of the moves.
  private func answers(after moves: [String], inOrder names: [String]) async throws -> [[String]] {
    var found: [[String]] = []
    let travels = [":back \(moves.count)", ":forward \(moves.count)"]
    let input = ObservedLineSource(moves + ["look"] + travels + ["look"]) { [world] line in
      guard line == "look", let counter = world.counter else { return }
      for (index, name) in names.enumerated() where found.isEmpty {
        world.gates[name]?.open()
        _ = try? await counter.$answers.stateFlow.first { $0.count > index }
      }
      found.append(counter.answers)
    }
    let console = TerminalConsole(input: input, output: StringSink())
    try await TerminalApp.run(on: console, makeApp)
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
}
