extension MockFunction {
  /// Checks how many of all calls so far fit; consumes none.
  ///
  ///     load.verify(.equal(7), .any)
  ///     load.verify(.equal(8), .any, times: .never)
  ///
  /// Captors among the matchers get the arguments of the calls that fit, if the count is right.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test goes on.
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

  /// Checks how many calls came so far, whatever their arguments; consumes none.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test goes on.
  public func verify(
    calls times: CallCount,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    verify(onAnyCall.pattern, times, CallLocation(fileID, filePath, line, column))
  }

  /// Waits until as many calls fit as should; consumes none.
  ///
  /// Returns at once if the count is right now, also if that is because no call should come; use it to
  /// wait for calls, not for their absence. Otherwise looks again at each single call that comes, in
  /// order: a count that was right for one moment is never missed, and calls after it are not noticed.
  /// Fails at once if there are too many already.
  ///
  /// Kaluga: `verifyWithin`, which may miss counts when calls follow each other fast.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test goes on.
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

  /// Waits until as many calls came as should, whatever their arguments; consumes none.
  ///
  /// A failure shows the expected and the found count, and the newest calls; the test goes on.
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
    // What is there already is looked at as a whole: only the count of now can be right.
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
      // Also where calls come without a pause: they do not put off the end.
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
