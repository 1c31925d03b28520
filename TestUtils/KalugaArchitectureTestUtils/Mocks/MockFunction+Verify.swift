import KalugaArchitecture

extension MockFunction {
  /// Checks the number of matching calls so far, without consuming them.
  ///
  ///     load.verify(.equal(7), .any)
  ///     load.verify(.equal(8), .any, times: .never)
  ///
  /// If the number is right, captors among the matchers capture the arguments of the matching
  /// calls. A failure shows the newest calls; the test continues.
  public func verify(
    _ matchers: repeat ParameterMatcher<each Parameter>,
    times: CallCount = 1,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let location = CallLocation(file, line)
    check(recordedCalls, CallPattern(repeat each matchers), times, location)
  }

  /// Checks the number of calls so far with any arguments, without consuming them.
  public func verify(calls times: CallCount, file: StaticString = #filePath, line: UInt = #line) {
    let location = CallLocation(file, line)
    check(recordedCalls, onAnyCall.pattern, times, location)
  }

  /// Waits until the expected number of calls match, without consuming them.
  ///
  /// Returns immediately if the number is right now, and fails immediately if it is too high.
  /// Otherwise this waits for the call with which it becomes right, and ignores those that follow.
  /// It cannot check that no calls follow: with `.never` it returns immediately.
  ///
  /// Kaluga: `verifyWithin`, which may miss a number when calls follow each other quickly.
  public func verify(
    _ matchers: repeat ParameterMatcher<each Parameter>,
    times: CallCount = 1,
    within limit: Duration,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async {
    let location = CallLocation(file, line)
    let pattern = CallPattern(repeat each matchers)
    let least = times.range.lowerBound
    let calls = recordedCalls
    if calls.count(where: pattern.fits) >= least { return check(calls, pattern, times, location) }
    let end: Void? = await wait(atMost: limit) {
      state.withLock { $0.nextCall }
    } until: { _ in
      let matching = recordedCalls.filter(pattern.fits)
      if matching.count < least { return nil }
      // The number grows one by one, so that it was right when it reached the minimum.
      return pattern.capture(only: matching.prefix(least))
    }
    if end == nil { report(recordedCalls, pattern, "\(times.text) within \(limit)", location) }
  }

  private func check(_ calls: [Call], _ pattern: Pattern, _ times: CallCount, _ line: CallLocation)
  {
    let matching = calls.filter(pattern.fits)
    guard times.range.contains(matching.count) else {
      return report(calls, pattern, times.text, line)
    }
    pattern.capture(only: matching[...])
  }

  private func report(_ calls: [Call], _ pattern: Pattern, _ count: String, _ line: CallLocation) {
    var text = "\(name)\(pattern.text): expected \(count), "
    if calls.isEmpty {
      text += "but \(name) was never called: "
      text += "check that the code under test uses this mock and reaches the call"
    } else {
      text += "found \(calls.count(where: pattern.fits)); calls of \(name), with * if they match:\n"
      text += callList(calls) { "\(pattern.fits($0) ? "*" : "-") \($0.text)" }
      text += "\nCorrect the code under test, the matchers or the expected count"
    }
    let history = WorkWatch.current?.history(since: 0)
    let past = history.map { "\nWhat the work of the test did last:\n\($0)" } ?? ""
    reporter.report(text + past, at: line)
  }
}

/// Returns the list of the newest calls for failures.
func callList<Call>(_ calls: some Collection<Call>, line: (Call) -> String) -> String {
  let hidden = max(0, calls.count - 10)
  let earlier = hidden > 0 ? ["  … \(hidden) earlier"] : []
  return (earlier + calls.dropFirst(hidden).map { "  " + line($0) }).joined(separator: "\n")
}
