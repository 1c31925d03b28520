import KalugaArchitecture
import KalugaArchitectureTestUtils
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

// MARK: Everything that a source can feed

enum SharedKind: CaseIterable {
  case state, shared, observable, uninitialized

  /// What the source feeds; a shared flow replays the newest element.
  @MainActor
  func share<Source: AsyncSequence & Sendable>(
    _ source: Source,
    in scope: TaskScope,
    start: FlowStart
  ) -> SharedUnderTest where Source.Element == Int {
    switch self {
    case .state: return SharedUnderTest(FlowKind.state.share(source, in: scope, start: start))
    case .shared: return SharedUnderTest(FlowKind.shared.share(source, in: scope, start: start))
    case .observable:
      return SharedUnderTest(InitializedObservable(0, following: source, in: scope, start: start))
    case .uninitialized:
      let observable = UninitializedObservable(following: source, in: scope, start: start)
      return SharedUnderTest(observable.withDefault(0))
    }
  }
}

/// A flow or an observable that a source feeds.
@MainActor
struct SharedUnderTest {
  private let readNewest: () -> Int
  private let readState: () -> ObservableSourceState?
  private let makeRecorder: () -> ValueRecorder<Int>

  init(_ flow: any CountedFlow) {
    readNewest = { flow.newest ?? 0 }
    readState = { nil }
    makeRecorder = { ValueRecorder(following: flow) }
  }

  init(_ observable: InitializedObservable<Int>) {
    readNewest = { observable.current }
    readState = { observable.sourceState }
    makeRecorder = { ValueRecorder(observable) }
  }

  /// The newest element, or 0 before there is one.
  var newest: Int { readNewest() }

  /// The state of the source of an observable; nil for a flow.
  var sourceState: ObservableSourceState? { readState() }

  /// Adds a consumer, which leaves when it is stopped or released.
  func record() -> ValueRecorder<Int> { makeRecorder() }
}
