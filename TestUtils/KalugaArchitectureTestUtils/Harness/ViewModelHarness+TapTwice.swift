import KalugaArchitecture

extension ViewModelHarness {
  /// Taps twice, as a user does before the screen has changed: calls the closure two times in one
  /// main-actor job.
  ///
  ///     harness.tapTwice { $0.saveTapped() }
  ///     try await harness.waitUntilParked()
  ///     save.verify(calls: 1)
  ///
  /// Nothing else runs between the two calls. The second one is made even if the first throws. Work
  /// that the calls launch begins later.
  ///
  /// A ``RecordingNavigator`` accepts and records both requests. A `StackNavigator` refuses the second
  /// one as in the app. ``exploreApp(maximumStates:maximumDepth:ignoring:writesPaths:file:line:_:)``
  /// and ``simulateApp(seeds:eventCount:ignoring:file:line:_:)`` tap twice by
  /// themselves.
  ///
  /// - Parameter tap: What a tap does.
  /// - Throws: The error of the first call, or else that of the second. A `NavigationError` of the
  ///   second call that `isLate` is not thrown, because nothing is wrong then.
  public func tapTwice<Failure: Error>(
    _ tap: (ViewModel) throws(Failure) -> Void
  ) throws(Failure) {
    var firstError: Failure?
    do throws(Failure) { try tap(viewModel) } catch { firstError = error }
    do throws(Failure) {
      try tap(viewModel)
    } catch {
      let isLate = (error as? NavigationError)?.isLate == true
      if firstError == nil, !isLate { throw error }
    }
    if let firstError { throw firstError }
  }
}
