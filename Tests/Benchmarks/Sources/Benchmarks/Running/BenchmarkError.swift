/// Why a run stopped: a wrong option, or a contestant that did other work than it should.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Stops the run if a contestant did something else than the others.
func require<Value: Equatable>(
  _ what: String,
  _ found: Value,
  _ expected: Value
) throws(BenchmarkError) {
  guard found == expected else {
    throw BenchmarkError("\(what): expected \(expected), found \(found)")
  }
}
