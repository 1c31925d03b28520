// The Swift blocks of the article on bridging and of KalugaCombine's own page, word for word. The tests of the
// documentation in the root package compare them.
import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

final class SearchViewModel: BaseLifecycleViewModel {
  @InitializedSubject var query = ""
  let messages = MutableSharedFlow<String>(extraBuffer: 8)
}

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
final class SearchScreen {
  var title = "nothing yet"
  var lines: [String] = []
}

@MainActor
final class Button {
  var isEnabled = true
}

@MainActor
struct BridgingSampleTests {
  private let button = Button()
  private let screen = SearchScreen()

  func show(_ model: SearchViewModel, in cancellables: inout Set<AnyCancellable>) {
    model.$query.publisher
      .sink { [screen] query in screen.title = query }
      .store(in: &cancellables)
    model.messages.publisher
      .sink { [screen] message in screen.lines.append(message) }
      .store(in: &cancellables)
  }

  func collect(_ numbers: some Publisher<Int, Never>) async -> [Int] {
    var seen: [Int] = []
    for await number in numbers.asFlow(capacity: 4) { seen.append(number) }
    return seen
  }

  func observe(
    _ reachable: some Publisher<Bool, Never>,
    in scope: TaskScope
  ) -> InitializedObservable<Bool> {
    InitializedObservable(false, following: reachable.asFlow(), in: scope)
  }

  @Test func `a screen follows a view model as the article says`() async throws {
    try await withViewModel(SearchViewModel()) { harness in
      var cancellables: Set<AnyCancellable> = []
      show(harness.viewModel, in: &cancellables)
      #expect(screen.title == "")
      harness.viewModel.query = "swift"
      #expect(screen.title == "swift")
      #expect(harness.viewModel.messages.tryEmit("found"))
      await until(screen.lines == ["found"])
    }
  }

  @Test func `publishers are a flow and an observable as the article says`() async throws {
    await #expect(collect((1...20).publisher) == Array(1...20))
    let scope = TaskScope()
    let reachable = observe(Just(true), in: scope)
    let values = ValueRecorder(reachable)
    _ = try await values.next { $0 }
  }

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
