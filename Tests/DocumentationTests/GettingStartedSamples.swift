// The Swift blocks of README.md and of the article on getting started, word for word.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

final class GreetingViewModel: BaseLifecycleViewModel {
  @InitializedSubject var name = ""  // `name` is the value, `$name` the observable subject
  lazy var greeting = $name.map { $0.isEmpty ? "What is your name?" : "Hello, \($0)!" }
}

@MainActor
struct GreetingViewModelTests {
  @Test func `the greeting follows the name`() async throws {
    try await withViewModel(GreetingViewModel()) { harness in
      await harness.resume()
      let greeting = ValueRecorder(harness.viewModel.greeting)
      await greeting.expect("What is your name?")

      harness.viewModel.name = "Ada"
      await greeting.expect("Hello, Ada!")
    }  // pauses and clears the view model; fails if a task or an object is left behind
  }
}

@MainActor
struct GettingStartedTests {
  @Test func `the first screen prints what the article shows`() async throws {
    typealias TerminalSession = SampleSession  // records what is printed

    final class GreetingViewModel: BaseLifecycleViewModel {
      @InitializedSubject var name = ""  // `name` is the value, `$name` the observable subject
      lazy var greeting = $name.map { $0.isEmpty ? "What is your name?" : "Hello, \($0)!" }
    }

    let viewModel = GreetingViewModel()
    let session = TerminalSession()  // standard input and output
    session.show(viewModel.greeting.map { [$0] })  // drawn again when it changes
    viewModel.didResume()
    _ = await session.run { line in
      viewModel.name = line
      return .next
    }
    viewModel.clear()  // ends its tasks and observations

    let printed = session.output.text
    let article = try Documentation.article("getting-started")
    #expect(article.contains("```text\n\(printed)```"), "it prints:\n\(printed)")
  }
}

@MainActor
private struct SampleSession {
  let output = StringSink()
  private let session: TerminalSession

  init() {
    session = TerminalSession(input: SampleInput(), output: output, isInteractive: false)
  }

  func show(_ screen: InitializedObservable<[String]>) { session.show(screen) }

  func run(
    _ command: @escaping @MainActor (String) async -> TerminalSession.Reply
  ) async -> TerminalSession.End {
    await session.run(command)
  }
}

@MainActor
private final class SampleInput: LineSource {
  private var lines = ["Ada"]

  func next() async -> String? { lines.isEmpty ? nil : lines.removeFirst() }
}
