import KalugaArchitectureTestUtils
import KalugaTerminal
import NavigatorExampleFeatures
import Testing

@testable import NavigatorExample

/// Tests travelling in time in the whole app.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TimeTravelTests {
  /// Supplies lines, and notes the state of the latest app before each `stack`.
  private final class NotingLineSource: LineSource {
    var app: TerminalApp<Destination>?
    private(set) var states: [String] = []
    private var lines: ArraySlice<String>

    init(_ lines: [String]) { self.lines = lines[...] }

    func next() async -> String? {
      let line = lines.popFirst()
      if line == "stack" { states.append(app?.stateText ?? "") }
      return line
    }
  }

  private let moves = [
    "name Ada", "number 42", "number x", "tick", "details", "inverse", "finish", "back",
    "answer discard", "answer keep", "sheet", "sub", "close", "tabs", "tab 1", "tab 2",
    "open kaluga://example/details?name=Bob&number=7",
  ]

  @Test(arguments: 0..<8)
  func `each state of the example is reached again by back and forward`(seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    var lines = Array(repeating: "tick", count: 9)
    for _ in 0..<6 {
      let count = Int.random(in: 1...9, using: &random)
      lines += (0..<12).compactMap { _ in moves.randomElement(using: &random) }
      lines += ["stack", ":back \(count)", ":forward \(count)", "stack"]
    }
    let source = NotingLineSource(lines)
    try await TerminalApp.run(on: TerminalConsole(input: source, output: StringSink())) { console in
      let app = ExampleApp.make(on: console, ticker: ManualTicker())
      source.app = app
      return app
    }
    #expect(source.states.count == 12)
    for index in stride(from: 0, to: source.states.count, by: 2) {
      #expect(source.states[index] == source.states[index + 1])
    }
  }
}
