public import KalugaArchitecture

/// Records the values of an observable, a flow or any other asynchronous sequence.
///
///     let names = ValueRecorder(model.$name)
///     try await #expect(names.next() == "")           // the current value is recorded first
///     model.name = "Ada"
///     await names.expect("Ada")
///
///     let labels = ValueRecorder(following: store.labels)
///     await labels.expect(.saved)
///     labels.expectNothing()
///
/// Values of an observable are recorded when they are written. Values of a sequence are recorded
/// when a main-actor task receives them. Calls that wait give up after a limit of real time, and
/// report the recorded values. Calls that return a value then throw; the other calls let the test
/// continue.
///
/// A recorder stops when it is released. Inside
/// ``withExhaustiveChecks(except:allowing:limit:file:line:_:)`` and similar checks, it
/// records until the end. There the test must inspect all values, by taking them or by reading
/// ``values`` or ``pending``, and also the end or the error of a sequence. A failure there says what
/// the scopes of the test have done since the last value.
@MainActor
public final class ValueRecorder<Value> {
  /// How a sequence ended.
  private enum End {
    case finished
    case failed(any Error)
  }

  private let recorded: Recorded<Value>
  private let reporter = FailureReporter()
  private let limit: Duration
  private let work = TestWatch.currentWork
  /// How much the work of the test had done when the last value arrived.
  private var historyCount = 0
  private var end: End?
  private var taken = 0
  private var recording: (any Disposable)?
  private var arrival: Promise<Void>?

  // MARK: Recording

  /// Starts recording the values of an observable.
  ///
  /// Failures call it by the name, which is by default its line or the label of the observable.
  public init(
    _ observable: BasicObservable<Value>,
    name: String? = nil,
    limit: Duration = .seconds(5),
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.limit = limit
    recorded = Self.recorded(
      .values,
      name ?? observable.label,
      CallLocation(file, line)
    )
    recording = observable.observe { [weak self] value in self?.record(value) }
    TestWatch.current?.add(recorded, by: self)
  }

  /// Starts recording the elements of a sequence.
  ///
  /// The iterator is created before this returns, so no later element is missed.
  public init<Source: AsyncSequence>(
    following sequence: Source,
    name: String? = nil,
    limit: Duration = .seconds(5),
    file: StaticString = #filePath,
    line: UInt = #line
  ) where Source.Element == Value {
    self.limit = limit
    recorded = Self.recorded(
      sequence is any LabelSequence ? .labels : .values,
      name,
      CallLocation(file, line)
    )
    var iterator = sequence.makeAsyncIterator()
    let task = Task { @MainActor [weak self] in
      do {
        while let value = try await iterator.next(isolation: #isolation) { self?.record(value) }
        // If the recorder was stopped, this is not the end of the sequence.
        if !Task.isCancelled { self?.record(.finished) }
      } catch {
        if !Task.isCancelled { self?.record(.failed(error)) }
      }
    }
    recording = SimpleDisposable { task.cancel() }
    TestWatch.current?.add(recorded, by: self)
  }

  private static func recorded(
    _ kind: ExhaustiveChecks,
    _ name: String?,
    _ location: CallLocation
  ) -> Recorded<Value> {
    Recorded(
      kind,
      location,
      name: name.map { "'\($0)'" } ?? "the recorder of line \(location.line)",
      advice: "Take it with expect, next or skip, read values, or leave this check out with "
        + "except: " + (kind == .labels ? ".labels" : ".values")
    )
  }

  deinit {
    recording?.dispose()
  }

  /// Stops recording, and keeps the recorded values.
  public func stop() {
    recording?.dispose()
  }

  // MARK: Taking values

  /// All values recorded so far, taken or not; reading marks them as inspected.
  public var values: [Value] { recorded.seeAll() }

  /// The recorded values that have not been taken; reading takes none, but marks all as inspected.
  public var pending: [Value] { Array(recorded.seeAll()[taken...]) }

  /// Takes the next value, and waits for it if necessary.
  ///
  /// - Throws: An error with the recorded values, if no value arrives before the limit or the end.
  public func next(file: StaticString = #filePath, line: UInt = #line) async throws -> Value {
    let location = CallLocation(file, line)
    return try await take("next", "a value", location) { _ in true }
  }

  /// Takes values up to the first one that fulfils the condition, and returns that one.
  ///
  /// - Throws: An error with the recorded values, if none matches before the limit or the end.
  public func next(
    file: StaticString = #filePath,
    line: UInt = #line,
    where fits: (Value) -> Bool
  ) async throws -> Value {
    let location = CallLocation(file, line)
    return try await take("next(where:)", "a matching value", location, fits)
  }

  /// Takes a number of values without comparing them, and waits for them if necessary.
  ///
  /// - Throws: An error with the recorded values, if fewer arrive before the limit or the end.
  public func skip(
    _ count: Int = 1,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let location = CallLocation(file, line)
    for index in 0..<max(count, 0) {
      _ = try await take("skip", "value \(index + 1) of \(count)", location) { _ in true }
    }
  }

  /// Checks that all values recorded so far have been taken; does not wait.
  public func expectNothing(file: StaticString = #filePath, line: UInt = #line) {
    let pending = pending
    if pending.isEmpty { return }
    reporter.report(
      "\(name): expectNothing: expected no further value, found \(Self.list(pending)): take it "
        + "with expect, next or skip",
      at: CallLocation(file, line)
    )
  }

  // MARK: The end

  /// Waits for the end of the sequence, and checks that neither an error nor another value precedes
  /// it.
  public func expectEnd(file: StaticString = #filePath, line: UInt = #line) async {
    let location = CallLocation(file, line)
    switch await end("the end") {
    case .success(.finished): recorded.seeEnd()
    case .success(let other): report("expectEnd: \(found(other, not: "the end").text)", location)
    case .failure(let problem): report("expectEnd: \(problem.text)", location)
    }
  }

  /// Waits until the sequence fails, and checks that no other value precedes the error.
  ///
  /// - Returns: The error of the sequence.
  /// - Throws: An error with the recorded values, if a value, the end or the limit is reached
  ///   first.
  @discardableResult
  public func expectFailure(
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> any Error {
    let location = CallLocation(file, line)
    switch await end("an error") {
    case .success(.failed(let error)):
      recorded.seeEnd()
      return error
    case .success(let other):
      throw failure("expectFailure: \(found(other, not: "an error").text)", location)
    case .failure(let problem): throw failure("expectFailure: \(problem.text)", location)
    }
  }

  // MARK: Waiting

  /// The reason why a wait has failed.
  struct Problem: Error {
    let text: String
  }

  private func nothingCame(_ expected: String) -> Problem {
    let history = work?.history(since: historyCount).map { "\nSince the last value:\n\($0)" } ?? ""
    let busy = work?.busyWork().values.sorted().prefix(5).joined(separator: ", ") ?? ""
    return Problem(
      text:
        "expected \(expected), found nothing within \(limit): check what should send it, or give "
        + "the recorder a longer limit\(history)\(busy.isEmpty ? "" : "\nStill running: \(busy)")"
    )
  }

  private func found(_ end: End, not expected: String) -> Problem {
    recorded.seeEnd()
    let found =
      switch end {
      case .finished: "the end: check what ends it, or check it with expectEnd"
      case .failed(let error):
        "the error \(error): check what throws it, or check it with expectFailure"
      }
    return Problem(text: "expected \(expected), found \(found)")
  }

  private func record(_ value: Value) {
    recorded.append(value)
    historyCount = work?.historyCount ?? 0
    arrival.take()?.settle(())
  }

  private func record(_ end: End) {
    self.end = end
    let (what, call) =
      switch end {
      case .finished: ("the sequence has ended", "expectEnd")
      case .failed(let error): ("the sequence has failed: \(error)", "expectFailure")
      }
    let text = "\(name): \(what)"
    work?.note(text)
    recorded.append(
      end: "\(text). The test did not inspect that: check it with \(call), or leave this check out "
        + "with except: .values"
    )
    arrival.take()?.settle(())
  }

  private func take(
    _ call: String,
    _ expected: String,
    _ location: CallLocation,
    _ fits: (Value) -> Bool
  ) async throws -> Value {
    switch await take(expected, fits) {
    case .success(let value): return value
    case .failure(let problem): throw failure("\(call): \(problem.text)", location)
    }
  }

  func take(_ expected: String, _ fits: (Value) -> Bool) async -> Result<Value, Problem> {
    let result = await wait(atMost: limit, for: nextArrival) { _ -> Result<Value, Problem>? in
      while taken < recorded.values.count {
        let value = recorded.values[taken]
        taken += 1
        recorded.see(taken)
        if fits(value) { return .success(value) }
      }
      return end.map { .failure(found($0, not: expected)) }
    }
    return result ?? .failure(nothingCame(expected))
  }

  /// Takes the values recorded so far; does not wait.
  func takeRecorded() -> [Value] {
    defer { taken = recorded.count }
    return pending
  }

  private func end(_ expected: String) async -> Result<End, Problem> {
    let result = await wait(atMost: limit, for: nextArrival) { _ -> Result<End, Problem>? in
      guard taken < recorded.values.count else { return end.map { .success($0) } }
      recorded.see(taken + 1)
      let value = String(reflecting: recorded.values[taken])
      return .failure(
        Problem(
          text: "expected \(expected) next, found the value \(value): take it with expect, next or "
            + "skip"
        )
      )
    }
    return result ?? .failure(nothingCame(expected))
  }

  /// Returns a signal for the next value or the end.
  ///
  /// All waiters share it. A waiter whose value has been taken by another call waits again.
  private func nextArrival() -> Promise<Void> {
    let arrival = self.arrival ?? Promise()
    self.arrival = arrival
    return arrival
  }

  func report(_ text: String, _ location: CallLocation) {
    reporter.report(withRecorded(text), at: location)
  }

  private func failure(_ text: String, _ location: CallLocation) -> any Error {
    reporter.failure(withRecorded(text), at: location)
  }

  private func withRecorded(_ text: String) -> String {
    "\(name): \(text)\nRecorded so far: \(Self.list(recorded.values))"
  }

  private var name: String { recorded.name ?? "the recorder" }

  private static func list(_ values: [Value]) -> String {
    "[\(values.map { String(reflecting: $0) }.joined(separator: ", "))]"
  }
}
