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
/// while it waits throws `CancellationError`. A closed gate holds its calls even after its stub is
/// removed. It can be used from any isolation.
///
/// Kaluga: the two `Deferred` of `doAwait`.
public final class MockGate<Result: Sendable, each Parameter: Sendable>: Sendable {
  private let name: String
  private let reporter: FailureReporter
  private let firstCall = Promise<MockCall<repeat each Parameter>>()
  private let opening = Promise<Swift.Result<Result, any Error>>()

  init(_ name: String, _ reporter: FailureReporter) {
    self.name = name
    self.reporter = reporter
  }

  /// Returns the arguments of the first call, and throws an error if none arrives within the limit.
  public func arrival(
    within limit: Duration = .seconds(5),
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> (repeat each Parameter) {
    _ = await wait(for: firstCall, atMost: limit)
    guard let call = firstCall.current else {
      throw reporter.failure(
        "\(name): no call reached the gate within \(limit): let the code under test call it, "
          + "or check whether another stub answers instead",
        at: CallLocation(file, line)
      )
    }
    return (repeat each call.arguments)
  }

  /// Lets all calls return a value; does nothing if the gate is already open.
  public func open(returning result: Result) { opening.settle(.success(result)) }

  /// Lets all calls throw an error; does nothing if the gate is already open.
  public func open(throwing error: any Error) { opening.settle(.failure(error)) }

  func pass(_ call: MockCall<repeat each Parameter>) async throws -> Result {
    firstCall.settle(call)
    guard let opening = await opening.wait(at: .gate) else { throw CancellationError() }
    return try opening.get()
  }
}

extension MockGate where Result == Void {
  /// Lets all calls return; does nothing if the gate is already open.
  public func open() { open(returning: ()) }
}
