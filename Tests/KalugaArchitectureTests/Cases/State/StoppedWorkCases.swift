import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Work that is stopped has not failed, whatever it throws.
///
/// TCA #2281, accompanist #217, ruddarr #130: a request that was cancelled is shown as a failure.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoppedWorkCases {
  /// A sequence that answers the cancellation of its consumer with an error of its own.
  private struct Bytes: AsyncSequence, Sendable {
    let gate: Gate

    struct AsyncIterator: AsyncIteratorProtocol {
      let gate: Gate
      var isFirst = true

      mutating func next() async throws -> Int? { try await next(isolation: nil) }

      mutating func next(isolation: isolated (any Actor)?) async throws -> Int? {
        if isFirst {
          isFirst = false
          return 1
        }
        do { try await gate.pass() } catch { throw SourceError() }
        return nil
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(gate: gate) }
  }

  private let gate = Gate()
  private let errors = Log<String>()
  private let scope: TaskScope

  init() {
    scope = TaskScope { [errors] in errors.append("\($0)") }
  }

  enum Stop: CaseIterable {
    case task, children, scope, parent
  }

  @Test(arguments: Stop.allCases)
  func `work that throws its own error when it is cancelled is not reported`(
    stop: Stop
  ) async throws {
    let child = scope.childScope()
    let work: @MainActor () async throws -> Void = { [gate] in
      do { try await gate.pass() } catch { throw SourceError() }
    }
    let task = child.launch(work)
    let pooled = child.launch(on: .pool) { try await work() }
    try await gate.waitForArrivals(2)
    switch stop {
    case .task:
      task?.cancel()
      pooled?.cancel()
    case .children: child.cancelChildren()
    case .scope: child.cancel()
    case .parent: scope.cancel()
    }
    await child.waitUntilEmpty()
    #expect(errors.all == [])
  }

  @Test func `a feed in onResume that a pause stops is not reported`() async throws {
    let bytes = Bytes(gate: gate)
    let diagnostics = DiagnosticLog()
    final class BytesViewModel: BaseLifecycleViewModel {
      let bytes: Bytes
      var seen = 0
      init(_ bytes: Bytes) {
        self.bytes = bytes
        super.init()
        collectWhileResumed(bytes) { [weak self] _ in self?.seen += 1 }
      }
      override func onResume(scope: TaskScope) {
        scope.launch { [weak self, bytes] in for try await _ in bytes { self?.seen += 1 } }
      }
    }
    let model = BytesViewModel(bytes)
    model.didResume()
    try await gate.waitForArrivals(2)
    model.didPause()
    await model.scope.waitUntilEmpty()
    #expect(diagnostics.of(.uncaughtError, about: "BytesViewModel") == [])
    model.clear()
  }

  @Test(arguments: FlowKind.allCases, [false, true])
  func `a shared source that its last consumer leaves has not failed`(
    kind: FlowKind,
    withScope: Bool
  ) async throws {
    let shared = kind.share(Bytes(gate: gate), in: scope, start: .whileSubscribed(grace: .zero))
    let consumer = await runUntilSuspended { for await _ in shared {} }
    try await gate.waitForArrivals(1)
    if withScope { scope.cancel() }
    consumer.cancel()
    await scope.waitUntilEmpty()
    #expect(errors.all == [])
  }

  @Test(arguments: [false, true])
  func `an observable that its last observer leaves, or whose scope ends, has not failed`(
    withScope: Bool
  ) async throws {
    let start = FlowStart.whileSubscribed(grace: .zero)
    let number = InitializedObservable(0, following: Bytes(gate: gate), in: scope, start: start)
    let token = number.observe { _ in }
    try await gate.waitForArrivals(1)
    if withScope { scope.cancel() } else { token.dispose() }
    await scope.waitUntilEmpty()
    await until(withScope ? number.sourceState.isEnded : number.sourceState.isIdle)
    #expect(errors.all == [])
    token.dispose()
  }

  @Test func `latest work that newer work replaces has not failed`() async throws {
    let latest = LatestWork(in: scope)
    latest.run { [gate] in do { try await gate.pass() } catch { throw SourceError() } }
    try await gate.waitForArrivals(1)
    latest.run {}
    await scope.waitUntilEmpty()
    #expect(errors.all == [])
  }

  // Kotlin/kotlinx.coroutines#4507: the longer of two zipped flows throws its own error when it is
  // cancelled.
  @Test func `the shorter of two zipped sequences ends both without an error`() async throws {
    let short = ScriptedSequence<Int>()
    let (pairs, count) = (short.zip(with: Bytes(gate: gate)), Log<Int>())
    let reading = await runUntilSuspended { for try await pair in pairs { count.append(pair.1) } }
    short.send(7)
    short.finish()
    try await reading.value
    #expect(count.all == [1])
  }

  @Test func `a merged sequence fails with the first failure, not with that of a stopped reader`()
    async throws
  {
    struct Offline: Error {}
    let failing = ScriptedSequence<Int>()
    let merged = failing.merge(with: Bytes(gate: gate))
    let reading = await runUntilSuspended { for try await _ in merged {} }
    try await gate.waitForArrivals(1)
    failing.fail(Offline())
    await #expect(throws: Offline.self) { try await reading.value }
  }
}
