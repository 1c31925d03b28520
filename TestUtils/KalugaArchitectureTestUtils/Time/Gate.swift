import KalugaArchitecture

/// Holds tasks at a point until the test lets them go on: what a fake does where the real thing would
/// take its time.
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
/// Closed until it is opened. May be used from any isolation and by any number of tasks.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    /// How many of those who come may pass the closed gate.
    var passes = 0
    var lastID = 0
    /// In the order of arrival.
    var arrivals: [(id: Int, name: String, opening: OneShot<Bool>)] = []
    var waiters: [(count: Int, reached: Settlement<Void>)] = []

    mutating func takeSatisfied() -> [Settlement<Void>] {
      let satisfied = waiters.filter { $0.count == arrivals.count }
      waiters.removeAll { $0.count == arrivals.count }
      return satisfied.map(\.reached)
    }
  }

  private let state = Lock(State())
  private let reporter = FailureReporter()

  /// Creates a closed gate.
  public init() {}

  /// Whether everybody may pass.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Who waits at the gate, in the order of arrival.
  public var waiting: [String] { state.withLock { $0.arrivals.map(\.name) } }

  /// Waits until the gate is open, or lets this one pass.
  ///
  /// - Parameter name: What ``waiting`` shows.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func pass(_ name: String = "task") async throws {
    try await pass(name, isolation: #isolation)
  }

  /// By a parameter: only then does the closure that waits stay on the actor of who comes.
  private func pass(_ name: String, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    let opening = OneShot<Bool>()
    let (id, satisfied) = state.withLock { state -> (Int?, [Settlement<Void>]) in
      if state.isOpen { return (nil, []) }
      if state.passes > 0 {
        state.passes -= 1
        return (nil, [])
      }
      state.lastID += 1
      state.arrivals.append((state.lastID, name, opening))
      return (state.lastID, state.takeSatisfied())
    }
    for waiter in satisfied { waiter.settle(()) }
    guard let id else { return }
    let hasPassed = await withTaskCancellationHandler {
      await opening.wait(at: .gate, isolation: isolation)
    } onCancel: {
      // One that may pass already is not cancelled: its pass would be lost.
      if leave(id) { opening.settle(false) }
    }
    if !hasPassed { throw CancellationError() }
  }

  /// Lets everybody pass from now on, those who wait in the order of arrival.
  public func open() {
    letPass { state in
      state.isOpen = true
      return state.arrivals.count
    }
  }

  /// Lets so many pass the closed gate: of those who wait the first, then the next to come.
  public func letPass(_ count: Int) {
    letPass { state in
      let waiting = min(max(count, 0), state.arrivals.count)
      if !state.isOpen { state.passes += min(max(count, 0) - waiting, .max - state.passes) }
      return waiting
    }
  }

  /// Waits until exactly so many tasks wait at the gate.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait for that, on the wall.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Throws: That it did not come to that, and who waits.
  public func waitForArrivals(
    _ count: Int,
    limit: Duration = .seconds(5),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let reached = Settlement<Void>()
    let isReached = state.withLock { state in
      if state.arrivals.count == count { return true }
      state.waiters.append((count, reached))
      return false
    }
    if isReached { return }
    if await wait(for: reached, atMost: limit) { return }
    let waiting = waiting
    throw reporter.failure(
      "waitForArrivals: expected \(count), found \(waiting.count) within \(limit)"
        + (waiting.isEmpty ? "" : ": " + waiting.joined(separator: ", "))
        + (isOpen
          ? "; the gate is open. Wait before it is opened"
          : ". Let the work come to this gate, or correct the count"),
      at: CallLocation(fileID, filePath, line, column)
    )
  }

  /// Changes the gate, and lets as many of those who wait pass as the closure says.
  private func letPass(_ change: (inout State) -> Int) {
    let (passing, satisfied) = state.withLock { state in
      let count = change(&state)
      let passing = state.arrivals.prefix(count).map(\.opening)
      state.arrivals.removeFirst(count)
      return (passing, state.takeSatisfied())
    }
    for opening in passing { opening.settle(true) }
    for waiter in satisfied { waiter.settle(()) }
  }

  /// Takes out one that waits; says whether it still did.
  private func leave(_ id: Int) -> Bool {
    let (hasWaited, satisfied) = state.withLock { state in
      let count = state.arrivals.count
      state.arrivals.removeAll { $0.id == id }
      return (state.arrivals.count < count, state.takeSatisfied())
    }
    for waiter in satisfied { waiter.settle(()) }
    return hasWaited
  }
}
