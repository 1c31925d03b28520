/// One way to do the work of a row.
struct Contestant {
  let name: String
  /// Peers are compared with and have no goals; the quick form leaves them out.
  let isPeer: Bool
  /// Does the work once and checks the result.
  let run: @MainActor (Effort) async throws -> Sample

  /// Creates a contestant from work that returns the cost of one operation.
  init(
    _ name: String,
    isPeer: Bool = false,
    _ run: @escaping @MainActor (Effort) async throws -> Double
  ) {
    self.init(name, isPeer: isPeer, conflating: { Sample(cost: try await run($0)) })
  }

  /// Creates a contestant that need not deliver each value.
  init(
    _ name: String,
    isPeer: Bool = false,
    conflating run: @escaping @MainActor (Effort) async throws -> Sample
  ) {
    self.name = name
    self.isPeer = isPeer
    self.run = run
  }
}

/// What one run of a contestant found.
struct Sample {
  /// The cost of one operation.
  let cost: Double
  /// How many values a consumer got on average; nil means all.
  var delivered: Double?
}

/// How much work one run does.
struct Effort {
  /// Multiplies the number of operations.
  let scale: Double

  func operations(_ count: Int) -> Int { max(1, Int(Double(count) * scale)) }
}
