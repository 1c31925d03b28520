import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// AvdLee/Swift-Concurrency-Course #25, hfhbd/ComposeTodo #598: an `AsyncStream` whose consumer was
/// cancelled is over, and the next iteration ends at once.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct EndedStreamCases {
  private let diagnostics = DiagnosticLog()
  private let scope = TaskScope(name: "EndedStreamCases")

  @MainActor
  private final class FeedViewModel<Element: Sendable>: BaseLifecycleViewModel {
    var seen: [Element] = []

    init<Feed: AsyncSequence & Sendable>(_ feed: Feed) where Feed.Element == Element {
      super.init()
      collectWhileResumed(feed) { [weak self] in self?.seen.append($0) }
    }
  }

  /// Values of a type of its own, so that the tests find their own diagnostics.
  private struct Reading: Equatable, Sendable {
    var value = 0
  }

  private func reports(about name: String) -> Int {
    diagnostics.of(.endedSequence, about: name).count
  }

  @Test func `a stream that a pause has ended is reported once`() async {
    let (stream, continuation) = AsyncStream<Reading>.makeStream()
    let model = FeedViewModel(stream)
    model.didResume()
    continuation.yield(Reading(value: 1))
    await until(model.seen == [Reading(value: 1)])
    model.didPause()
    await model.scope.waitUntilEmpty()
    #expect(reports(about: "AsyncStream<Reading> in collectWhileResumed at ") == 0)
    for _ in 0..<3 {
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
      #expect(reports(about: "AsyncStream<Reading> in collectWhileResumed at ") == 1)
    }
    model.clear()
  }

  @Test func `a stream that is shared first delivers after a pause, too`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let model = FeedViewModel(stream.shareIn(scope))
    for value in 1...3 {
      model.didResume()
      await mainActorQueueDrained()
      continuation.yield(value)
      await until(model.seen.last == value)
      model.didPause()
      await model.scope.waitUntilEmpty()
    }
    #expect(model.seen == [1, 2, 3])
    model.clear()
  }

  /// A sequence of what is in a box at the beginning of an iteration, which may end with a failure.
  private struct Page<Tag>: AsyncSequence, Sendable {
    let elements: Log<Int>
    let gate: Gate?
    var fails = false

    struct AsyncIterator: AsyncIteratorProtocol {
      var elements: [Int]
      let gate: Gate?
      let fails: Bool

      mutating func next() async throws -> Int? { try await next(isolation: nil) }

      mutating func next(isolation: isolated (any Actor)?) async throws -> Int? {
        if !elements.isEmpty { return elements.removeFirst() }
        try? await gate?.pass()
        if fails { throw SourceError() }
        return nil
      }
    }

    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(elements: elements.all, gate: gate, fails: fails)
    }
  }

  @Test func `a sequence that ends by itself, fails or delivers again is not reported`()
    async throws
  {
    enum Empty {}
    enum Failing {}
    enum Repeated {}
    let repeated = Log<Int>()
    repeated.append(1)
    let gate = Gate()
    let models = [
      FeedViewModel(Page<Empty>(elements: Log(), gate: nil)),
      FeedViewModel(Page<Failing>(elements: Log(), gate: gate, fails: true)),
      FeedViewModel(Page<Repeated>(elements: repeated, gate: gate)),
    ]
    for round in 0..<3 {
      for model in models { model.didResume() }
      if round == 0 { try await gate.waitForArrivals(2) }
      if round == 1 { gate.open() }
      if round > 0 { for model in models { await model.scope.waitUntilEmpty() } }
      for model in models { model.didPause() }
      for model in models { await model.scope.waitUntilEmpty() }
    }
    #expect(models.map(\.seen) == [[], [], [1, 1, 1]])
    #expect(["Empty", "Failing", "Repeated"].map { reports(about: "Page<\($0)>") } == [0, 0, 0])
  }

  @Test(arguments: FlowKind.allCases)
  func `a shared stream that its last consumer has ended is reported`(kind: FlowKind) async throws {
    let scope = TaskScope(name: "shared as \(kind)")
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let shared = kind.share(stream, in: scope, start: .whileSubscribed(grace: .zero))
    for round in 0..<3 {
      let consumer = await runUntilSuspended { for await _ in shared {} }
      if round == 0 {
        continuation.yield(1)
        await until(shared.newest == 1)
      }
      if round > 0 { await scope.waitUntilEmpty() }
      consumer.cancel()
      await until(shared.subscriptionCount.value == 0)
      await scope.waitUntilEmpty()
    }
    #expect(
      reports(about: "AsyncStream<Int> in a flow or observable in the scope 'shared as \(kind)'")
        == 1
    )
  }

  @Test func `a followed stream that its last observer has ended is reported`() async {
    let scope = TaskScope(name: "following a stream")
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let number = InitializedObservable(
      0,
      following: stream,
      in: scope,
      start: .whileSubscribed(grace: .zero)
    )
    let first = number.observe { _ in }
    continuation.yield(1)
    await until(number.current == 1)
    first.dispose()
    await scope.waitUntilEmpty()
    await until(number.sourceState.isIdle)
    let second = number.observe { _ in }
    await until(number.sourceState.isEnded)
    #expect(reports(about: "'following a stream'") == 1)
    second.dispose()
  }
}
