/// Measures the cost of one of several operations.
@MainActor
func time(_ operations: Int, _ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  return (clock.now - start).nanoseconds / Double(operations)
}

/// The same for work that suspends.
@MainActor
func time(_ operations: Int, _ body: @MainActor () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start).nanoseconds / Double(operations)
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
