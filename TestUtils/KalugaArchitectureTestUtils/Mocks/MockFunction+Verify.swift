extension MockFunction {
  /// Checks how many of the recorded calls match; consumes none.
  ///
  ///     load.verify(.equal(7), .any)
  ///     load.verify(.equal(8), .any, times: .never)
  ///
  /// Captors among the matchers capture the arguments of the matching calls, if the count is right.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test continues.
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

  /// Checks how many calls were recorded, whatever their arguments; consumes none.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test continues.
  public func verify(
    calls times: CallCount,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    verify(onAnyCall.pattern, times, CallLocation(fileID, filePath, line, column))
  }

  /// Waits until the expected number of calls match; consumes none.
  ///
  /// Returns immediately if the count is right now, even if no call is expected: use it to wait for calls, not
  /// for their absence. Otherwise the count is checked after each later call, in order. A count that was right for a
  /// moment is therefore never missed, and calls after it are not noticed. Fails immediately if there are too many
  /// calls already.
  ///
  /// Kaluga: `verifyWithin`, which may miss counts when calls follow each other fast.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test continues.
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

  /// Waits until the expected number of calls were recorded, whatever their arguments; consumes none.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test continues.
  public func verify(
    calls times: CallCount,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CallLocation(fileID, filePath, line, column)
    await verify(onAnyCall.pattern, times, within: limit, location)
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
    // Calls recorded so far are counted as a whole: only the current count can be right.
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
      // Calls without a pause do not postpone the limit.
      guard let rest = deadline.rest() else {
        return report(tally, times, " within \(limit)", location)
      }
      if let next = reading.next, await !wait(for: next, atMost: rest) {
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
    let expected = "\(name)\(tally.pattern.text): expected \(times)\(limit)"
    guard tally.total > 0 else {
      return reporter.report(
        "\(expected), but \(name) was never called: "
          + "check that the code under test has this mock and gets to the call",
        at: location
      )
    }
    reporter.report(
      "\(expected), found \(tally.fitting.count); all calls of \(name), with * where they fit:\n"
        + callList(tally.newest, total: tally.total)
        + "\nCorrect the code under test, or the matchers or the count of this verification",
      at: location
    )
  }
}
