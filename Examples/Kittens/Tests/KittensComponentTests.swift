import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import KittensFeatures
import Testing

/// Tests the component together with its store and a view.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KittensComponentTests {
  private typealias KittenViewProxy = MviViewProxy<KittensModel, KittensEvent, KittensLabel>

  private let source = ScriptedKittenDataSource()
  private let calls: ValueRecorder<ScriptedKittenDataSource.Call>
  private let store: KittensStore
  private let component: KittensComponent
  private let proxy = KittenViewProxy()

  init() {
    calls = ValueRecorder(following: source.calls)
    store = makeKittensStore(source: source, pageSize: 2)
    component = makeKittensComponent(store)
  }

  /// Waits until the list has been loaded.
  private func loaded() async throws {
    _ = try await ValueRecorder(store.state).next { $0.loading == nil }
  }

  @Test func `the embedded source loads pages, and throws while its network is off`() async throws {
    let source = EmbeddedKittenDataSource(count: 3)
    #expect(try await source.load(limit: 2, offset: 1) == kittens(2...3))
    #expect(try await source.load(limit: 4, offset: 2) == kittens(3...3))
    #expect(try await source.load(limit: 4, offset: 9) == [])
    source.network.value = .off
    await #expect(throws: KittenDataError.self) { try await source.load(limit: 1, offset: 0) }
  }

  @Test func `a view shows progress and then the list, which the next view shows too`() async throws
  {
    #expect(proxy.model == nil)
    component.onViewCreated(proxy)
    component.onStart()
    #expect(proxy.model?.isLoading == true)
    try await calls.next().succeed(kittens(1...2))
    try await loaded()
    #expect(proxy.model?.isLoading == false)
    #expect(proxy.model?.items.map(\.url) == kittens(1...2).map(\.url))

    // The user rotates the screen.
    component.onStop()
    component.onViewDestroyed()
    let next = KittenViewProxy()
    component.onViewCreated(next)
    component.onStart()
    #expect(next.model == proxy.model)
    component.onDestroy()
    store.send(.refresh)
    #expect(store.state.current.loading == nil)
  }

  @Test(
    arguments: [
      (.timedOut(.seconds(15)), "no answer within 15.0 seconds"),
      (.status(503), "the server answered with status 503; try again later"),
    ] as [(KittenDataError, String)]
  )
  func `an error is shown as text until the user refreshes`(
    error: KittenDataError,
    text: String
  ) async throws {
    component.onViewCreated(proxy)
    component.onStart()
    try await calls.next().fail(error)
    try await loaded()
    #expect(proxy.model?.error?.contains(text) == true)

    proxy.dispatch(.refreshTriggered)
    #expect(proxy.model?.error == nil)
    #expect(proxy.model?.isLoading == true)
    component.onDestroy()
  }

  @Test func `a tap opens a dialog, and its answer is shown in the list`() async throws {
    let labels = ValueRecorder(following: proxy.labels)
    component.onViewCreated(proxy)
    component.onStart()
    try await calls.next().succeed(kittens(1...2))
    try await loaded()

    proxy.dispatch(.itemTapped(1))
    let image = kittens(2...2)[0]
    await labels.expect(.openDialog(image))
    proxy.dispatch(.dialogAnswered(image, isLiked: true))
    #expect(proxy.model?.items.map(\.isLiked) == [false, true])

    proxy.dispatch(.itemTapped(0))
    await labels.expect(.openDialog(kittens(1...1)[0]))
    let model = proxy.model
    proxy.dispatch(.dialogCancelled)
    #expect(proxy.model == model)
    labels.expectNothing()
    component.onDestroy()
  }
}
