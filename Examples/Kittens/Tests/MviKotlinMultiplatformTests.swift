import KalugaArchitecture
import KalugaArchitectureTestUtils
import KittensFeatures
import Observation
import Testing

/// What "MVI in Kotlin Multiplatform, part 2" shows, step by step: a data source for each platform, a view
/// in SwiftUI and one in Android Views, the component in both, and the answers to the readers' questions.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviKotlinMultiplatformTests {
  private typealias KittenViewProxy = MviViewProxy<KittensModel, KittensEvent, KittensLabel>

  private let source = ScriptedKittenDataSource()

  private func recordCalls() -> ValueRecorder<ScriptedKittenDataSource.Call> {
    ValueRecorder(following: source.calls)
  }

  private func makeComponent() -> KittensComponent {
    makeKittensComponent(makeKittensStore(source: source, pageSize: 2))
  }

  // MARK: The data source

  @Test func `a source is a protocol with an implementation for each platform`() async throws {
    let embedded: any KittenDataSource = EmbeddedKittenDataSource()
    #expect(try await embedded.load(limit: 2, offset: 1) == kittens(2...3))

    let server = try LoopbackServer { client in
      client.answer(#"[{"url": "https://kittens.example/2.jpg"}]"#)
    }
    defer { server.stop() }
    let remote: any KittenDataSource = HTTPKittenDataSource(endpoint: server.endpoint)
    #expect(try await remote.load(limit: 1, offset: 1) == kittens(2...2))
  }

  @Test func `there are at most as many embedded kittens as there are`() async throws {
    let source = EmbeddedKittenDataSource(count: 3)
    #expect(try await source.load(limit: 4, offset: 2) == kittens(3...3))
    #expect(try await source.load(limit: 4, offset: 9) == [])
    source.network.value = .off
    await #expect(throws: KittenDataError.self) { try await source.load(limit: 1, offset: 0) }
  }

  // MARK: The view in SwiftUI

  @Test func `a proxy publishes the model, which the screen follows`() async throws {
    let calls = recordCalls()
    let component = makeComponent()
    let proxy = KittenViewProxy()
    #expect(proxy.model == nil)  // the screen is empty
    component.onViewCreated(proxy)
    component.onStart()
    #expect(proxy.model?.isLoading == true)  // the indicator turns

    let redraw = Settlement<Void>()
    withObservationTracking {
      _ = proxy.model
    } onChange: {
      redraw.settle(())
    }
    try await calls.next().succeed(kittens(1...2))
    _ = await redraw.wait()
    // Told before the change, as Swift Observation does it.
    let model = try await rendered(by: proxy) { $0?.isLoading == false }
    #expect(model?.items.map(\.url) == kittens(1...2).map(\.url))  // the list
    component.onDestroy()
  }

  @Test func `an error has a text instead of the list, and refresh dispatches an event`()
    async throws
  {
    let calls = recordCalls()
    let component = makeComponent()
    let proxy = KittenViewProxy()
    component.onViewCreated(proxy)
    component.onStart()
    try await calls.next().fail(.timedOut(.seconds(15)))
    let model = try await rendered(by: proxy) { $0?.error != nil }
    #expect(model?.error?.contains("no answer within 15.0 seconds") == true)

    proxy.dispatch(.refreshTriggered)
    #expect(proxy.model?.error == nil)
    #expect(proxy.model?.isLoading == true)
    component.onDestroy()
  }

  private func rendered(
    by proxy: KittenViewProxy,
    where fits: (KittensModel?) -> Bool
  ) async throws -> KittensModel? {
    let model = InitializedObservable { proxy.model }
    // Nobody else holds what follows the proxy.
    defer { withExtendedLifetime(model) {} }
    return try await ValueRecorder(model).next(where: fits)
  }

  // MARK: The component in SwiftUI

  /// The article needs a class with a `deinit` that ends the component; here the component has it.
  @Test func `a screen that appears and disappears keeps its component, whose end comes by itself`()
    async throws
  {
    let calls = recordCalls()
    let proxy = KittenViewProxy()
    try await expectReleased {
      let component = makeComponent()
      for _ in 1...2 {
        component.onViewCreated(proxy)  // onAppear
        component.onStart()
        #expect(proxy.model?.isLoading == true)
        _ = try await calls.next()
        component.onViewDestroyed()  // onDisappear, in the order of the article
        component.onStop()
      }
      component.onViewCreated(proxy)
      component.onStart()
      _ = try await calls.next()
      return component
    }
    // All three were cancelled: two by the stop, the last one by the release.
    _ = try await ValueRecorder(following: source.cancelledCount).next { $0 == 3 }
  }

  // MARK: The component in a fragment

  /// What a fragment does with its view: renders, and gives events.
  private final class KittenViewImpl: BaseMviView<KittensModel, KittensEvent, KittensLabel> {
    private(set) var isRefreshing = false
    private(set) var urls: [String] = []
    private(set) var snackbar: String?
    private(set) var dialogs: [KittenImage] = []

    override func render(_ model: KittensModel) {
      isRefreshing = model.isLoading
      urls = model.items.map(\.url)
      snackbar = model.error
    }

    override func show(_ label: KittensLabel) {
      if case .openDialog(let image) = label { dialogs.append(image) }
    }
  }

  @Test func `a fragment calls the component in the order of its own life`() async throws {
    let calls = recordCalls()
    let store = makeKittensStore(source: source, pageSize: 2)
    let states = ValueRecorder(store.state)
    let component = makeKittensComponent(store)  // onCreate
    let view = KittenViewImpl()
    component.onViewCreated(view)
    component.onStart()
    #expect(view.isRefreshing)
    try await calls.next().succeed(kittens(1...2))
    _ = try await states.next { $0.images.count == 2 }
    #expect(view.urls == kittens(1...2).map(\.url))
    #expect(!view.isRefreshing)

    view.dispatch(.refreshTriggered)  // the swipe
    try await calls.next().fail(.status(503))
    _ = try await states.next { $0.error != nil }
    #expect(view.snackbar == "the server answered with status 503; try again later")

    component.onStop()
    component.onViewDestroyed()
    let next = KittenViewImpl()  // turned: a new view, the same list
    component.onViewCreated(next)
    component.onStart()
    #expect(next.urls == kittens(1...2).map(\.url))
    component.onStop()
    component.onViewDestroyed()
    component.onDestroy()
    store.send(.refresh)
    #expect(store.state.current.loading == nil)
  }

  // MARK: The readers' questions

  @Test func `a tap on a kitten opens a dialog by news, and its result comes back`() async throws {
    let calls = recordCalls()
    let store = makeKittensStore(source: source, pageSize: 2)
    let component = makeKittensComponent(store)
    let proxy = KittenViewProxy()
    let news = ValueRecorder(following: proxy.labels)
    component.onViewCreated(proxy)
    component.onStart()
    try await calls.next().succeed(kittens(1...2))
    _ = try await ValueRecorder(store.state).next { $0.images.count == 2 }

    proxy.dispatch(.itemTapped(1))
    guard case .openDialog(let image) = try await news.next() else {
      Issue.record("expected a dialog")
      return
    }
    proxy.dispatch(.dialogAnswered(image, isLiked: true))
    #expect(proxy.model?.items.map(\.isLiked) == [false, true])

    proxy.dispatch(.itemTapped(0))
    _ = try await news.next()
    let model = proxy.model
    proxy.dispatch(.dialogCancelled)
    #expect(proxy.model == model)
    news.expectNothing()
    component.onDestroy()
  }

  @Test func `a dialog that is asked for while the screen turns opens on the next one, once`()
    async throws
  {
    let store = makeKittensStore(source: EmbeddedKittenDataSource())
    let component = makeKittensComponent(store)
    component.onStart()
    _ = try await ValueRecorder(store.state).next { !$0.images.isEmpty }
    store.send(.ask(0))
    let first = KittenViewProxy()
    let news = ValueRecorder(following: first.labels)
    component.onViewCreated(first)
    let label = try await news.next()
    #expect(label == .openDialog(kittens(1...1)[0]))

    let second = KittenViewProxy()
    let later = ValueRecorder(following: second.labels)
    component.onViewCreated(second)
    store.send(.ask(9))
    try await #expect(later.next() == .noSuchImage(9))
    component.onDestroy()
  }
}
