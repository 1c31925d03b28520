// The Swift blocks of the article on getting started, word for word.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

final class GreetingViewModel: BaseLifecycleViewModel {
  @InitializedSubject var name = ""  // `name` reads and writes, `$name` is the subject
  lazy var greeting = $name.map { $0.isEmpty ? "Who is there?" : "Hello, \($0)!" }
}

@MainActor
struct GreetingViewModelTests {
  @Test func `the greeting follows the name`() async throws {
    try await withViewModel(GreetingViewModel()) { harness in
      await harness.resume()
      let greeting = ValueRecorder(harness.viewModel.greeting)
      await greeting.expect("Who is there?")

      harness.viewModel.name = "Ada"
      await greeting.expect("Hello, Ada!")
    }  // the view model is paused and cleared here; fails if anything is left behind
  }
}

@MainActor
struct GettingStartedTests {
  @Test func `the first screen prints what the article shows`() async throws {
    typealias StandardInput = SampleInput
    typealias StandardOutput = StringSink

    let viewModel = GreetingViewModel()
    let input = StandardInput()
    let output = StandardOutput()
    let session = TerminalSession(input: input, output: output, isInteractive: input.isTerminal)
    session.show(TerminalScreen(viewModel.greeting.map { [$0] }))

    viewModel.didResume()  // the screen is shown
    _ = await session.run { line in
      viewModel.name = line
      return .next
    }
    viewModel.clear()  // ends all work of the view model

    let article = try Documentation.article("getting-started")
    #expect(article.contains("```text\n\(output.text)```"), "it prints:\n\(output.text)")
  }
}

@MainActor
private final class SampleInput: LineSource {
  private var lines = ["Ada"]
  let isTerminal = false

  func next() async -> String? { lines.isEmpty ? nil : lines.removeFirst() }
}
