import KalugaArchitecture
import Testing

// MARK: Tasks

/// Starts a task on the main actor, and returns when the task has run to its first suspension.
@MainActor
func runUntilSuspended<Output: Sendable>(
  _ operation: @escaping @MainActor () async throws -> Output
) async -> Task<Output, any Error> {
  let task = Task { @MainActor in try await operation() }
  await mainActorQueueDrained()
  return task
}

/// Starts a task that takes one value as a new consumer; returns when the task waits for the value.
@MainActor
func waitingConsumer<Source: AsyncSequence & Sendable>(
  of source: Source
) async -> Task<Source.Element?, any Error> where Source.Element: Sendable {
  await runUntilSuspended {
    var iterator = source.makeAsyncIterator()
    return try await iterator.next(isolation: #isolation)
  }
}

extension AsyncIteratorProtocol {
  /// Takes several values, or fewer if the sequence ends first.
  mutating func next(
    _ count: Int,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> [Element] {
    var values: [Element] = []
    while values.count < count, let value = try await next(isolation: isolation) {
      values.append(value)
    }
    return values
  }
}

// MARK: Flows of both kinds

/// A flow of numbers that counts its consumers.
protocol CountedFlow: AsyncSequence, Sendable where Element == Int, Failure == Never {
  var subscriptionCount: StateFlow<Int> { get }
  var newest: Int? { get }
}

extension StateFlow: CountedFlow where Value == Int {
  var newest: Int? { value }
}

extension SharedFlow: CountedFlow where Value == Int {
  var newest: Int? { replayCache.last }
}

enum FlowKind: CaseIterable {
  case state, shared

  /// A flow whose consumers begin with 0, and a closure that sends to them.
  func makeFlow() -> (flow: any CountedFlow, send: @Sendable (Int) -> Void) {
    switch self {
    case .state:
      let flow = MutableStateFlow(0)
      return (flow.asStateFlow(), { flow.value = $0 })
    case .shared:
      let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 8)
      #expect(flow.tryEmit(0))
      return (flow.asSharedFlow(), { #expect(flow.tryEmit($0)) })
    }
  }

  /// A flow that the source feeds; a shared one replays the newest element.
  func share<Source: AsyncSequence & Sendable>(
    _ source: Source,
    in scope: TaskScope,
    start: FlowStart
  ) -> any CountedFlow where Source.Element == Int {
    switch self {
    case .state: source.stateIn(scope, initial: 0, start: start)
    case .shared: source.shareIn(scope, replay: 1, start: start)
    }
  }
}

enum StartPolicy: CaseIterable {
  case eagerly, lazily, whileSubscribed

  var start: FlowStart {
    switch self {
    case .eagerly: .eagerly
    case .lazily: .lazily
    case .whileSubscribed: .whileSubscribed(grace: .zero)
    }
  }
}
