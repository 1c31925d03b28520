import KalugaArchitecture

extension MockFunction {
  /// Checks the number of matching calls so far, without consuming them.
  ///
  ///     load.verify(.equal(7), .any)
  ///     load.verify(.equal(8), .any, times: .never)
  ///
  /// If the number is right, captors among the matchers capture the arguments of the matching
  /// calls.
  ///
  /// A failure shows the expected and the found number, and the newest calls; the test continues.
  public func verify(
    _ matchers: repeat ParameterMatcher<each Parameter>,
    times: CallCount = 1,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    verify(
      CallPattern(repeat each matchers),
      times,
      CallLocation(fileID, filePath, line, column)
    )
  }

  /// Checks the number of calls so far with any arguments, without consuming them.
  ///
  /// A failure shows the expected and the found number, and the newest calls; the test continues.
  public func verify(
    calls times: CallCount,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    verify(onAnyCall.pattern, times, CallLocation(fileID, filePath, line, column))
  }

  /// Waits until the expected number of calls match, without consuming them.
  ///
  /// Returns immediately if the number is right now, and fails immediately if it is too high.
  /// Otherwise the number is checked after each later call, in order. A number that is right only
  /// for a moment is therefore never missed, and calls after that moment are ignored. Do not use
  /// this method to check that no calls follow: with `.never` it returns immediately.
  ///
  /// A failure shows the expected and the found number, and the newest calls; the test continues.
  ///
  /// Kaluga: `verifyWithin`, which may miss a number when calls follow each other quickly.
  public func verify(
    _ matchers: repeat ParameterMatcher<each Parameter>,
    times: CallCount = 1,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CallLocation(fileID, filePath, line, column)
    await verify(CallPattern(repeat each matchers), times, within: limit, location)
  }

  private func verify(
    _ pattern: CallPattern<repeat each Parameter>,
    _ times: CallCount,
    _ location: CallLocation
  ) {
    var tally = CallTally(pattern)
    tally.count(log.calls)
    guard times.contains(tally.fitting.count) else {
      return report(tally, times, "", location)
    }
    pattern.capture(only: tally.fitting)
  }

  private func verify(
    _ pattern: CallPattern<repeat each Parameter>,
    _ times: CallCount,
    within limit: Duration,
    _ location: CallLocation
  ) async {
    var deadline = Deadline(after: limit)
    // Earlier calls are counted together: only the current count can be right, not an earlier one.
    var reading = log.read(from: 0, era: 0)
    var era = reading.era
    var tally = CallTally(pattern)
    tally.count(reading.calls)
    while !times.contains(tally.fitting.count) {
      if times.isExceeded(by: tally.fitting.count) {
        return report(tally, times, "", location)
      }
      reading = log.read(from: tally.total, era: era)
      if reading.era != era {
        era = reading.era
        tally = CallTally(pattern)
      }
      for call in reading.calls {
        tally.count([call])
        if times.contains(tally.fitting.count) { break }
      }
      if times.contains(tally.fitting.count) { break }
      // A constant stream of calls must not postpone the limit.
      guard let remaining = deadline.remaining() else {
        return report(tally, times, " within \(limit)", location)
      }
      if let next = reading.next, await !wait(for: next, atMost: remaining) {
        return report(tally, times, " within \(limit)", location)
      }
    }
    pattern.capture(only: tally.fitting)
  }

  private func report(
    _ tally: CallTally<repeat each Parameter>,
    _ times: CallCount,
    _ limit: String,
    _ location: CallLocation
  ) {
    let expected = "\(name)\(tally.pattern.text): expected \(times.description)\(limit)"
    let history = WorkWatch.current?.history(since: 0)
    let past = history.map { "\nWhat the work of the test did last:\n\($0)" } ?? ""
    guard tally.total > 0 else {
      return reporter.report(
        "\(expected), but \(name) was never called: "
          + "check that the code under test uses this mock and reaches the call\(past)",
        at: location
      )
    }
    reporter.report(
      "\(expected), found \(tally.fitting.count); calls of \(name), with * if they match:\n"
        + callList(tally.newest, total: tally.total)
        + "\nCorrect the code under test, the matchers or the expected count\(past)",
      at: location
    )
  }
}
