extension Duration {
  /// The duration, or a century if that is shorter.
  ///
  /// A wait without an end is often written as the longest duration. `ContinuousClock` stops the
  /// program if a wait is 292 years or more.
  var bounded: Duration { min(self, .seconds(100 * 365 * 24 * 60 * 60)) }
}
