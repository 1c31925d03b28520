public import KalugaArchitecture

/// Records what comes from an observable, a flow or any other asynchronous sequence, and waits for what is
/// still to come.
///
///     let names = ValueRecorder(model.$name)
///     try await #expect(names.next() == "")           // the current value comes first
///     model.name = "Ada"
///     try await #expect(names.next() == "Ada")
///
///     let labels = ValueRecorder(following: store.labels)
///     try await #expect(labels.next() == .saved)
///     try labels.expectNothing()
///
/// Values of an observable are there as soon as they are written; those of a sequence come when a task
/// of the main actor has received them. All calls that wait give up after a limit on the wall, and say
/// what did come.
@MainActor
public final class ValueRecorder<Value> {
  /// Everything that came so far, taken or not.
  public private(set) var values: [Value] = []

  /// How a sequence ended.
  private enum End {
    case finished
    case failed(any Error)
  }

  private var end: End?
  private var taken = 0
  private var recording: (any Disposable)?
  private var arrival: Settlement<Void>?
  private let limit: Duration

  // MARK: Recording

  /// Starts recording what an observer is called with.
  ///
  /// - Parameters:
  ///   - observable: What to record.
  ///   - limit: How long calls that wait do so before they give up.
  public init(_ observable: BasicObservable<Value>, limit: Duration = .seconds(5)) {
    self.limit = limit
    recording = observable.observe { [weak self] value in self?.record(value) }
  }

  /// Starts recording a sequence, with a consumer that is registered when this returns.
  ///
  /// - Parameters:
  ///   - sequence: What to record, until it ends or the recorder stops.
  ///   - limit: How long calls that wait do so before they give up.
  public init<Source: AsyncSequence>(
    following sequence: Source,
    limit: Duration = .seconds(5)
  ) where Source.Element == Value {
    self.limit = limit
    var iterator = sequence.makeAsyncIterator()
    let task = Task { @MainActor [weak self] in
      do {
        while let value = try await iterator.next(isolation: #isolation) { self?.record(value) }
        // A recorder that was stopped has not seen the end of the sequence.
        if !Task.isCancelled { self?.record(.finished) }
      } catch {
        if !Task.isCancelled { self?.record(.failed(error)) }
      }
    }
    recording = SimpleDisposable { task.cancel() }
  }

  deinit {
    recording?.dispose()
  }

  /// Stops recording; what came is kept.
  public func stop() {
    recording?.dispose()
  }

  // MARK: Taking values

  /// The values that came and were not taken yet; taking none.
  public var pending: [Value] { Array(values[taken...]) }

  /// Takes the next value; waits for it if it has not come.
  ///
  /// - Throws: That nothing came within the limit, or the sequence ended, with what came before.
  public func next(fileID: StaticString = #fileID, line: UInt = #line) async throws -> Value {
    let location = CallLocation(fileID: fileID, line: line)
    return try await take("next", "a value", location) { _ in true }
  }

  /// Takes values up to the first one that fits, and returns that one.
  ///
  /// - Throws: That none came within the limit, or the sequence ended, with what came before.
  public func next(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    where fits: (Value) -> Bool
  ) async throws -> Value {
    let location = CallLocation(fileID: fileID, line: line)
    return try await take("next(where:)", "a fitting value", location, fits)
  }

  /// Takes some values without looking at them; waits for those that have not come.
  ///
  /// - Throws: That fewer came within the limit, or the sequence ended, with what came before.
  public func skip(
    _ count: Int = 1,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws {
    let location = CallLocation(fileID: fileID, line: line)
    for index in 0..<max(count, 0) {
      _ = try await take("skip", "value \(index + 1) of \(count)", location) { _ in true }
    }
  }

  /// Says that everything that came so far has been taken; waits for nothing.
  ///
  /// - Throws: What came and was not taken.
  public func expectNothing(fileID: StaticString = #fileID, line: UInt = #line) throws {
    guard !pending.isEmpty else { return }
    throw TestUtilsError(
      "expectNothing: expected nothing more, found \(pending): take it with next() or skip()",
      CallLocation(fileID: fileID, line: line)
    )
  }

  // MARK: The end

  /// Waits until the sequence ends without an error, and nothing comes before.
  ///
  /// - Throws: What came instead, or that it did not end within the limit.
  public func expectEnd(fileID: StaticString = #fileID, line: UInt = #line) async throws {
    let location = CallLocation(fileID: fileID, line: line)
    if case .failed(let error) = try await end("expectEnd", location) {
      throw failure("expectEnd: expected the end, found the error \(error)", location)
    }
  }

  /// Waits until the sequence fails, and nothing comes before.
  ///
  /// - Returns: The error.
  /// - Throws: What came instead, or that it did not fail within the limit.
  @discardableResult
  public func expectFailure(
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> any Error {
    let location = CallLocation(fileID: fileID, line: line)
    switch try await end("expectFailure", location) {
    case .failed(let error): return error
    case .finished:
      throw failure("expectFailure: expected an error, found the end", location)
    }
  }

  // MARK: Waiting

  private func record(_ value: Value) {
    values.append(value)
    arrival.take()?.settle(())
  }

  private func record(_ end: End) {
    self.end = end
    arrival.take()?.settle(())
  }

  private func take(
    _ call: String,
    _ expected: String,
    _ location: CallLocation,
    _ fits: (Value) -> Bool
  ) async throws -> Value {
    while true {
      while taken < values.count {
        taken += 1
        if fits(values[taken - 1]) { return values[taken - 1] }
      }
      switch end {
      case nil: break
      case .finished: throw failure("\(call): expected \(expected), found the end", location)
      case .failed(let error):
        throw failure("\(call): expected \(expected), found the error \(error)", location)
      }
      if await !somethingCame() {
        throw failure("\(call): expected \(expected), found nothing within \(limit)", location)
      }
    }
  }

  private func end(_ call: String, _ location: CallLocation) async throws -> End {
    while true {
      if let value = pending.first {
        throw failure("\(call): expected nothing but the end, found the value \(value)", location)
      }
      if let end { return end }
      if await !somethingCame() {
        throw failure("\(call): expected the end, found nothing within \(limit)", location)
      }
    }
  }

  /// Waits for a value or the end; false if nothing came within the limit.
  private func somethingCame() async -> Bool {
    // Shared by all that wait: whoever comes too late waits again.
    let arrival = self.arrival ?? Settlement<Void>()
    self.arrival = arrival
    return await wait(for: arrival, atMost: limit)
  }

  private func failure(_ text: String, _ location: CallLocation) -> TestUtilsError {
    TestUtilsError("\(text); so far came \(values)", location)
  }
}
