/// One way to do the work of a row.
struct Contestant {
  let name: String
  /// Does the work once, checks the result, and returns the cost of one operation.
  let run: @MainActor () async throws -> Double

  init(_ name: String, _ run: @escaping @MainActor () async throws -> Double) {
    self.name = name
    self.run = run
  }
}
