// The Swift blocks of the article "Operators on flows" that need no other package, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

nonisolated struct PriceFeed: Sendable {
  enum Problem: Error { case offline, closed }

  let sinks = EventChannel<CallbackFlow<Int, Problem>.Sink>()

  var prices: CallbackFlow<Int, Problem> {
    CallbackFlow { sink in
      sinks.send(sink)
      return {}
    }
  }
}

func prices(of feed: PriceFeed, in scope: TaskScope) -> StateFlow<Int> {
  feed.prices
    .retry(maxAttempts: 5, if: { error in error == .offline })
    .stateIn(scope, initial: 0, start: .whileSubscribed())
}

final class PriceViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var isOffline = false
  private(set) lazy var price = makePrice()
  private let feed: PriceFeed
  private let tryAgain = EventChannel<Void>()

  init(feed: PriceFeed) {
    self.feed = feed
    super.init()
  }

  func tryAgainTapped() { tryAgain.send(()) }

  private func makePrice() -> InitializedObservable<Int> {
    let prices = feed.prices.retry(
      maxAttempts: .max,
      if: { [tryAgain, isOffline = $isOffline] _ in
        await isOffline.set(true)
        _ = try? await tryAgain.first { _ in true }
        await isOffline.set(false)
        return true
      },
      backoff: { _ in .zero }
    )
    return InitializedObservable(0, following: prices, in: scope)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FlowSamples {
  private let feed = PriceFeed()

  private func nextSink() async throws -> CallbackFlow<Int, PriceFeed.Problem>.Sink {
    try await feed.sinks.first { _ in true }
  }

  @Test func `a feed that is offline begins again`() async throws {
    let scope = TaskScope()
    let recorder = ValueRecorder(following: prices(of: feed, in: scope))
    try await nextSink().finish(throwing: .offline)
    try await nextSink().send(7)
    await recorder.expect(0, 7)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `a screen begins again when the user asks for it`() async throws {
    try await withViewModel(PriceViewModel(feed: feed)) { harness in
      let model = harness.viewModel
      let prices = ValueRecorder(model.price)
      let states = ValueRecorder(model.$isOffline)
      try await nextSink().finish(throwing: .closed)
      await states.expect(false, true)
      model.tryAgainTapped()
      await states.expect(false)
      try await nextSink().send(7)
      await prices.expect(0, 7)
    }
  }
}
