// The Swift blocks of KalugaCombine's own page, word for word. The tests of the
// documentation in the root package compare them.
import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

final class LoginViewModel: BaseLifecycleViewModel {
  @InitializedSubject var password = ""
  lazy var isOnline = InitializedObservable(false, following: reachable.asFlow(), in: scope)
  lazy var canLogIn = combine($password, isOnline) { !$0.isEmpty && $1 }

  private let reachable: AnyPublisher<Bool, Never>

  init(reachable: AnyPublisher<Bool, Never>) {
    self.reachable = reachable
    super.init()
  }
}

@MainActor
final class Button {
  var isEnabled = true
}

@MainActor
struct BridgingSampleTests {
  private let button = Button()

  @Test func `a button follows a view model that follows a publisher`() async throws {
    let reachable = Just(true).eraseToAnyPublisher()
    try await withViewModel(LoginViewModel(reachable: reachable)) { harness in
      let model = harness.viewModel
      let cancellable = model.canLogIn.publisher.sink { button.isEnabled = $0 }
      #expect(!button.isEnabled)
      model.password = "sesame"
      await until(button.isEnabled)
      cancellable.cancel()
    }
  }
}
