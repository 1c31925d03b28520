/// One way to do the work of a row.
struct Contestant {
  let name: String
  /// Does the work once, checks the result, and returns the cost of one operation.
  let run: @MainActor (Effort) async throws -> Double
  /// Peers are there for comparison; goals do not refer to them, and the quick form leaves them out.
  let isPeer: Bool

  init(
    _ name: String,
    isPeer: Bool = false,
    _ run: @escaping @MainActor (Effort) async throws -> Double
  ) {
    self.name = name
    self.isPeer = isPeer
    self.run = run
  }
}

/// How much work one run does.
struct Effort {
  /// Multiplies the number of operations.
  let scale: Double

  func operations(_ count: Int) -> Int { max(1, Int(Double(count) * scale)) }
}
