// The Swift blocks of the article on MVI, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

struct QuotesState: StoreState {
  var quotes: [String] = []
  var isLoading = false
  var problem: String?
}

enum QuotesIntent: Hashable, Sendable {
  case load, stop, tap(Int)
}

enum QuotesLabel: Hashable, Sendable {
  case share(String)
}

enum QuotesMessage {
  case began, loaded([String]), failed(String), stopped
}

@MainActor
func makeQuotesStore(
  load: @escaping @Sendable () async throws -> [String]
) -> any Store<QuotesIntent, QuotesState, QuotesLabel> {
  ReducerStore(initialState: QuotesState()) { (state, message: QuotesMessage) in
    switch message {
    case .began: (state.isLoading, state.problem) = (true, nil)
    case .loaded(let quotes): state = QuotesState(quotes: quotes)
    case .failed(let problem): (state.isLoading, state.problem) = (false, problem)
    case .stopped: state.isLoading = false
    }
  } execute: { intent, context in
    switch intent {
    case .load:
      context.dispatch(.began)
      context.latest("load") { effect in
        do {
          effect.dispatch(.loaded(try await load()))
        } catch  where !Task.isCancelled {
          effect.dispatch(.failed("\(error)"))
        }
      }
    case .stop:
      context.cancel("load")
      context.dispatch(.stopped)
    case .tap(let index):
      guard context.state.quotes.indices.contains(index) else { return }
      context.publish(.share(context.state.quotes[index]))
    }
  }
}

final class QuotesView: BaseMviView<[String], Int, QuotesLabel> {
  private(set) var lines: [String] = []
  private(set) var shared: [String] = []

  override func render(_ model: [String]) { lines = model }

  override func show(_ label: QuotesLabel) {
    switch label {
    case .share(let quote): shared.append(quote)
    }
  }

  func tapped(_ index: Int) { dispatch(index) }
}

@MainActor
func makeQuotesComponent(
  _ store: any Store<QuotesIntent, QuotesState, QuotesLabel>
) -> MviComponent<[String], Int, QuotesLabel> {
  MviComponent(store, startIntent: .load, stopIntent: .stop) { state in
    state.isLoading ? ["…"] : state.quotes
  } intent: { index in
    .tap(index)
  }
}

enum QuotesAction: NavigationAction {
  case share(String)
}

final class QuotesViewModel: NavigatingViewModel<QuotesAction> {
  let store: any Store<QuotesIntent, QuotesState, QuotesLabel>

  init(
    _ store: any Store<QuotesIntent, QuotesState, QuotesLabel>,
    navigator: any Navigator<QuotesAction>
  ) {
    self.store = store
    super.init(navigator: navigator)
    store.addTo(scope)
    scope.launch { [weak self, labels = store.labels] in
      // An action that is repeated while its screen opens is refused, and changes nothing.
      for await case .share(let quote) in labels {
        _ = try? self?.navigator.navigate(.share(quote))
      }
    }
  }
}

private enum Place: NavigationDestination { case quotes, share }

@MainActor
struct MviArticleTests {
  @Test func `an intent is sent and the state is read as the article says`() async throws {
    let store = makeQuotesStore { ["Simple beats clever."] }
    store.send(.load)
    let isLoading = store.state.current.isLoading  // true: `began` is applied before `send` returns
    #expect(isLoading)
    store.dispose()
  }

  @Test(.exhaustive) func `a failed load leaves a message, and can be repeated`() async {
    let load = MockFunction<[String]>("load")
    load.onAnyCall.throws(Offline())
    let steps = StoreSteps(makeQuotesStore { try await load.callAsync() })
    steps.send(.load) { $0.isLoading = true }
    await steps.receive { $0 = QuotesState(problem: "Offline()") }

    load.onAnyCall.returns(["Simple beats clever."])
    steps.send(.load) { $0 = QuotesState(isLoading: true) }
    await steps.receive { $0 = QuotesState(quotes: ["Simple beats clever."]) }
    steps.send(.tap(0))
    await steps.labels.expect(.share("Simple beats clever."))
  }

  @Test(.exhaustive) func `the label of a second tap does not open the screen later`()
    async throws
  {
    let driver = NavigationDriver(root: Place.quotes) { place, driver in
      if place != .quotes { return BaseLifecycleViewModel() }
      return QuotesViewModel(
        makeQuotesStore { ["one"] },
        navigator: StackNavigator(driver) { (action: QuotesAction) in
          switch action {
          case .share: .push(.share)
          }
        }
      )
    }
    driver.start()
    let quotes = try #require(driver.topViewModel as? QuotesViewModel)
    let states = ValueRecorder(quotes.store.state)
    quotes.store.send(.load)
    _ = try await states.next { !$0.quotes.isEmpty }
    quotes.store.send(.tap(0))
    quotes.store.send(.tap(0))
    try await waitUntilParked(quotes.scope)
    #expect("\(driver.stack.current)" == "[quotes, share]")
    try driver.back()
    try await waitUntilParked(quotes.scope)
    #expect("\(driver.stack.current)" == "[quotes]")
  }

  @Test func `quotes are loaded, tapped and shared as the article says`() async throws {
    let store = makeQuotesStore { ["one", "two"] }
    let states = ValueRecorder(store.state)
    let component = makeQuotesComponent(store)
    let view = QuotesView()
    component.onViewCreated(view)
    component.onStart()
    #expect(view.lines == ["…"])
    _ = try await states.next { !$0.quotes.isEmpty }
    #expect(view.lines == ["one", "two"])

    view.tapped(1)
    component.onStop()
    component.onViewDestroyed()
    let proxy = MviViewProxy<[String], Int, QuotesLabel>()
    let labels = ValueRecorder(following: proxy.labels)
    component.onViewCreated(proxy)
    component.onStart()
    try await #expect(labels.next() == .share("two"))
    component.onDestroy()
  }
}
