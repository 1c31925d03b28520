// The Swift blocks of the article on coming from Kaluga, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

enum SignUpNavigation: NavigationAction, Equatable {
  case next(name: String)
}

final class SignUpViewModel: NavigatingViewModel<SignUpNavigation> {
  @InitializedSubject var name = ""
  lazy var isValid = $name.map { !$0.isEmpty }

  func continueTapped() throws(NavigationError) {
    if isValid.current { try navigator.navigate(.next(name: name)) }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SignUpViewModelTests {
  @Test func `only a name goes on`() async throws {
    let navigator = RecordingNavigator<SignUpNavigation>()
    try await withViewModel(SignUpViewModel(navigator: navigator)) { harness in
      try harness.viewModel.continueTapped()
      harness.viewModel.name = "Ada"
      try harness.viewModel.continueTapped()
      navigator.expect(.next(name: "Ada"))
    }
  }
}
