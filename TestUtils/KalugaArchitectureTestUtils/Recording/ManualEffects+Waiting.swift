public import KalugaArchitecture

extension ManualEffects {
  /// Waits until an effect is open, and answers the newest one.
  ///
  ///     let effects = ManualEffects(driver, SystemEffects.all)
  ///     try scanner.scanTapped()
  ///     try await effects.answerNext("granted")
  ///
  /// - Throws: An error if no effect is open within the limit, or if it has no such answer.
  public func answerNext(
    _ text: String,
    within limit: Duration = .seconds(10),
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    guard await wait(atMost: limit, until: { !open.current.isEmpty }) else {
      throw FailureReporter().failure(
        "answerNext: no effect was launched within \(limit): let the code under test launch one of a type "
          + "that was passed to ManualEffects",
        at: CallLocation(file, line)
      )
    }
    try answer(text)
  }
}
