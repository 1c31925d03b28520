import KalugaArchitecture

/// Holds tasks at a point until the test lets them continue.
///
/// A fake waits at a gate where the real service would take time:
///
///     final class FakeService: Service {
///       let gate = Gate()
///       func load() async throws -> [String] {
///         try await gate.pass("load")
///         return ["Ada"]
///       }
///     }
///     …
///     model.refreshTapped()
///     try await service.gate.waitForArrivals(1)
///     #expect(model.isLoading)
///     service.gate.open()
///
/// A gate is closed until it is opened. Any number of tasks can use it, from any isolation.
public final class Gate: Sendable {
  private struct Waiter {
    let name: String
    /// Receives whether the task may pass.
    let opening: OneShot<Bool>
  }

  private struct State {
    var isOpen = false
    /// The number of tasks that may still pass the closed gate.
    var passes = 0
    var waiting = CountedWaiters<Waiter>()
  }

  private let state = Lock(State())
  private let reporter = FailureReporter()

  /// Creates a closed gate.
  public init() {}

  /// Whether all tasks may pass.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The names of the waiting tasks, in the order of arrival.
  public var waiting: [String] { state.withLock { $0.waiting.list.waiters.map(\.name) } }

  /// Changes the gate, then resumes the tests that wait for the new number of tasks.
  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, reached) = state.withLock { (body(&$0), $0.waiting.takeReached()) }
    for promise in reached { promise.settle(()) }
    return result
  }

  /// Waits until the gate opens or lets this task pass.
  ///
  /// - Parameter name: The name of the task in ``waiting``.
  /// - Throws: `CancellationError` if the task is cancelled before it may pass.
  public func pass(_ name: String = "task") async throws {
    try await pass(name, isolation: #isolation)
  }

  /// Takes the isolation as a parameter, so that the waiting closure stays on the caller's actor.
  private func pass(_ name: String, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    let opening = OneShot<Bool>()
    let id = change { state -> Int? in
      if state.isOpen { return nil }
      if state.passes > 0 {
        state.passes -= 1
        return nil
      }
      return state.waiting.list.add(Waiter(name: name, opening: opening))
    }
    guard let id else { return }
    let hasPassed = await withTaskCancellationHandler {
      await opening.wait(at: .gate, isolation: isolation)
    } onCancel: {
      // A task that is not in the list has already been let through, and must not be cancelled.
      if change({ $0.waiting.list.remove(id) }) != nil { opening.settle(false) }
    }
    if !hasPassed { throw CancellationError() }
  }

  /// Lets all tasks pass from now on; waiting tasks continue in the order of arrival.
  public func open() {
    let waiters = change { state in
      state.isOpen = true
      return state.waiting.list.takeAll()
    }
    for waiter in waiters.waiters { waiter.opening.settle(true) }
  }

  /// Lets a number of tasks pass the closed gate: waiting tasks first, then the next to arrive.
  public func letPass(_ count: Int) {
    let passing = change { state in
      var passing: [Waiter] = []
      while passing.count < count, let (_, waiter) = state.waiting.list.popFirst() {
        passing.append(waiter)
      }
      if !state.isOpen {
        state.passes += min(max(count, 0) - passing.count, .max - state.passes)
      }
      return passing
    }
    for waiter in passing { waiter.opening.settle(true) }
  }

  /// Waits until exactly this many tasks wait at the gate.
  ///
  /// - Throws: An error that names the waiting tasks, if their number is not reached within the
  ///   limit.
  public func waitForArrivals(
    _ count: Int,
    limit: Duration = .seconds(5),
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let reached = Promise<Void>()
    guard let id = state.withLock({ $0.waiting.watch(count, reached) }) else { return }
    if await wait(for: reached, atMost: limit) { return }
    state.withLock { $0.waiting.stopWatching(id) }
    let waiting = waiting
    throw reporter.failure(
      "waitForArrivals: expected \(count), found \(waiting.count) within \(limit)"
        + (waiting.isEmpty ? "" : ": " + waiting.joined(separator: ", "))
        + (isOpen
          ? "; the gate is open. Wait before opening it"
          : ". Let the work reach this gate, or correct the count"),
      at: CallLocation(file, line)
    )
  }
}
