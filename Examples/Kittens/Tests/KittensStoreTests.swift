import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import KittensFeatures
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KittensStoreTests {
  private let source = ScriptedKittenDataSource()
  private let store: KittensStore
  private let calls: ValueRecorder<ScriptedKittenDataSource.Call>

  init() {
    store = makeKittensStore(source: source, pageSize: 2)
    calls = ValueRecorder(following: source.calls)
  }

  /// Waits until nothing is being loaded.
  private func loaded() async throws -> KittensState {
    try await ValueRecorder(store.state).next { $0.loading == nil }
  }

  /// Loads the first page.
  private func begin(with images: [KittenImage]) async throws {
    store.send(.begin)
    try await calls.next().succeed(images)
    #expect(try await loaded().images == images)
  }

  @Test func `the store keeps the rules that components rely on`() async throws {
    let image = KittenImage(url: "https://kittens.example/1.jpg")
    try await expectStoreConformance(
      changing: [KittensIntent.answer(image, isLiked: true), .answer(image, isLiked: false)],
      leaving: .stop,
      publishing: [.ask(0), .ask(1)],
      working: .refresh
    ) {
      makeKittensStore(source: EmbeddedKittenDataSource())
    }
  }

  @Test func `pages follow each other until one is short`() async throws {
    store.send(.begin)
    // While a page is loading, it is not requested again.
    store.send(.loadMore)
    #expect(store.state.current.loading == .refresh)
    let first = try await calls.next()
    #expect((first.limit, first.offset) == (2, 0))
    first.succeed(kittens(1...2))
    #expect(try await loaded().images == kittens(1...2))

    store.send(.loadMore)
    #expect(store.state.current.loading == .more)
    let second = try await calls.next()
    #expect((second.limit, second.offset) == (2, 2))
    second.succeed(kittens(3...3))
    let state = try await loaded()
    #expect(state.images == kittens(1...3))
    #expect(state.isComplete)

    store.send(.loadMore)
    store.send(.begin)
    #expect(store.state.current == state)
    calls.expectNothing()
  }

  @Test func `an error keeps the images, and disappears with the next attempt`() async throws {
    try await begin(with: kittens(1...2))
    store.send(.loadMore)
    try await calls.next().fail(.status(500))
    let failed = try await loaded()
    #expect(failed.error == .status(500))
    #expect(failed.images == kittens(1...2))

    store.send(.loadMore)
    #expect(store.state.current.error == nil)
    let again = try await calls.next()
    #expect(again.offset == 2)
    again.succeed(kittens(3...4))
    #expect(try await loaded().images == kittens(1...4))
  }

  @Test func `a refresh cancels the page that is loading, and replaces all pages`() async throws {
    try await begin(with: kittens(1...2))
    store.send(.loadMore)
    let stale = try await calls.next()
    store.send(.refresh)
    #expect(store.state.current.loading == .refresh)
    let fresh = try await calls.next()
    // Too late: the refresh has cancelled this page.
    stale.succeed(kittens(8...9))
    fresh.succeed(kittens(5...6))
    #expect(try await loaded().images == kittens(5...6))
  }

  @Test func `stopping cancels loading without an error, until the list is shown again`()
    async throws
  {
    store.send(.begin)
    _ = try await calls.next()
    store.send(.stop)
    #expect(store.state.current.loading == .refresh)
    try await begin(with: kittens(1...1))
    #expect(store.state.current.error == nil)
    _ = try await ValueRecorder(following: source.cancelledCount).next { $0 == 1 }
  }

  @Test func `an answer stays with its image when the list is refreshed`() async throws {
    try await begin(with: kittens(1...2))
    let image = KittenImage(url: "https://kittens.example/2.jpg")
    store.send(.answer(image, isLiked: true))
    #expect(KittensModel(store.state.current).items.map(\.isLiked) == [false, true])

    store.send(.refresh)
    try await calls.next().succeed(kittens(2...3))
    #expect(KittensModel(try await loaded()).items.map(\.isLiked) == [true, false])
    store.send(.answer(image, isLiked: false))
    #expect(store.state.current.liked.isEmpty)
  }
}
