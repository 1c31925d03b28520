// The Swift blocks of the article on bridging that follow flows, word for word.
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

final class PulseViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var pulse: Int?

  init(pulses: AsyncStream<Int>) {
    super.init()
    collectWhileResumed(pulses.shareIn(scope)) { [weak self] in self?.pulse = $0 }
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

  @Test func `the pulse is followed again after a pause`() async throws {
    let (pulses, service) = AsyncStream.makeStream(of: Int.self)
    try await withViewModel(PulseViewModel(pulses: pulses)) { harness in
      let pulse = ValueRecorder(harness.viewModel.$pulse)
      await harness.resume()
      service.yield(70)
      await pulse.expect(nil, 70)
      await harness.pause()
      await harness.resume()
      service.yield(72)
      await pulse.expect(72)
    }
  }
}
