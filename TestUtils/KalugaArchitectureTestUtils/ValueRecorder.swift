public import KalugaArchitecture

/// Records what an observer of an observable is called with, and waits for what is still to come.
///
///     let recorder = ValueRecorder(model.$name)
///     try await #expect(recorder.next() == "")        // the current value comes first
///     model.name = "Ada"
///     try await #expect(recorder.next() == "Ada")
@MainActor
public final class ValueRecorder<Value> {
  /// Everything that came so far, taken or not.
  public private(set) var values: [Value] = []

  private var taken = 0
  private var observation: (any Disposable)?
  private var arrival: Settlement<Void>?
  private let limit: Duration

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - observable: What to record.
  ///   - limit: How long ``next(fileID:line:)`` waits before it gives up.
  public init(_ observable: BasicObservable<Value>, limit: Duration = .seconds(5)) {
    self.limit = limit
    observation = observable.observe { [weak self] value in self?.record(value) }
  }

  deinit {
    observation?.dispose()
  }

  /// Stops recording; what came is kept.
  public func stop() {
    observation?.dispose()
  }

  /// The values that came and were not taken yet; taking none.
  public var pending: [Value] { Array(values[taken...]) }

  /// Takes the next value; waits for it if it has not come.
  ///
  /// - Throws: That nothing came within the limit, with what came before.
  public func next(fileID: StaticString = #fileID, line: UInt = #line) async throws -> Value {
    try await next(fileID: fileID, line: line) { _ in true }
  }

  /// Takes values up to the first one that fits, and returns that one.
  ///
  /// - Throws: That none came within the limit, with what came before.
  public func next(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    where fits: (Value) -> Bool
  ) async throws -> Value {
    while true {
      while taken < values.count {
        taken += 1
        if fits(values[taken - 1]) { return values[taken - 1] }
      }
      // Shared by all that wait: whoever comes too late waits again.
      let arrival = self.arrival ?? Settlement<Void>()
      self.arrival = arrival
      if await !wait(for: arrival, atMost: limit) {
        throw TestUtilsError(
          "no fitting value came within \(limit); so far came \(values)",
          CallLocation(fileID: fileID, line: line)
        )
      }
    }
  }

  private func record(_ value: Value) {
    values.append(value)
    arrival.take()?.settle(())
  }
}
