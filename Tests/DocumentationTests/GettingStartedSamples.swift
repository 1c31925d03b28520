// The Swift blocks of README.md and of the article on getting started, word for word.
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

// The first program, which would read the standard input. The gate types it, and compares what it prints.
@MainActor
func runGreeting() async {
  let viewModel = GreetingViewModel()
  let session = TerminalSession()  // standard input and output
  session.show(viewModel.greeting.map { [$0] })  // drawn again when it changes
  viewModel.didResume()
  _ = await session.run { line in
    viewModel.name = line
    return .next
  }
  viewModel.clear()  // ends its tasks and observations
}
