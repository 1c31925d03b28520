import KalugaArchitecture

/// Holds calls of a mocked function until the test lets them continue.
///
///     let gate = load.on(.equal(7), .any).awaits()
///     model.refreshTapped()
///     let (id, force) = try await gate.arrival()
///     #expect(model.isLoading)
///     gate.open(returning: ada)
///
/// All calls wait for the same opening, and later calls do not wait. A call whose task is cancelled
/// while it waits throws `CancellationError`. A gate that is never opened holds its calls forever,
/// even after its stub is removed. A gate can be used from any isolation.
///
/// Kaluga: the two `Deferred` of `doAwait`.
public final class MockGate<Result: Sendable, each Parameter: Sendable>: Sendable {
  private let name: String
  private let reporter: FailureReporter
  private let opening = Promise<Opening<Result>>()
  private let firstCall = Promise<MockCall<repeat each Parameter>>()
  private let arrived = Promise<Void>()

  init(_ name: String, _ reporter: FailureReporter) {
    self.name = name
    self.reporter = reporter
  }

  /// Waits for the first call if necessary, and returns its arguments.
  ///
  /// - Throws: An error if no call arrives within the limit.
  public func arrival(
    within limit: Duration = .seconds(5),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> (repeat each Parameter) {
    if firstCall.current == nil { _ = await wait(for: arrived, atMost: limit) }
    guard let call = firstCall.current else {
      throw reporter.failure(
        "\(name): no call reached the gate within \(limit): let the code under test call it, "
          + "or check whether another stub answers instead",
        at: CallLocation(fileID, filePath, line, column)
      )
    }
    return (repeat each call.arguments)
  }

  /// Lets all calls return a value; does nothing if the gate is already open.
  public func open(returning result: Result) {
    opening.settle(.returning(result))
  }

  /// Lets all calls throw an error; does nothing if the gate is already open.
  public func open(throwing error: any Error) {
    opening.settle(.throwing(error))
  }

  func pass(_ call: MockCall<repeat each Parameter>) async throws -> Result {
    firstCall.settle(call)
    arrived.settle(())
    switch await opening.wait(at: .gate) {
    case .returning(let result): return result
    case .throwing(let error): throw error
    case nil: throw CancellationError()
    }
  }
}

extension MockGate where Result == Void {
  /// Lets all calls return; does nothing if the gate is already open.
  public func open() {
    open(returning: ())
  }
}

/// How the calls at a gate end when it opens.
private enum Opening<Result: Sendable>: Sendable {
  case returning(Result)
  case throwing(any Error)
}
