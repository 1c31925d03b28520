/// What the command line asks for.
struct Options {
  private(set) var isCheck = false
  private(set) var isGrowth = false
  /// The file with the ratios of the last run.
  private(set) var last: String?
  /// Only rows whose name contains this are run.
  private var filter: String?

  private static let usage = """
    swift run -c release --package-path Tests/Benchmarks Benchmarks [options]

      --check         exit 1 if a goal is missed by more than its reason explains
      --last FILE     compare the ratios with those of the last run, and with --check exit 1 if one
                      has grown 1.5 times; otherwise store them for the next run
      --growth        how costs grow, instead of the rows; with --check exit 1 if worse than linear
      --only TEXT     only rows whose name contains the text
    """

  init(_ arguments: some Collection<String>) throws(BenchmarkError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check": isCheck = true
      case "--growth": isGrowth = true
      case "--last" where !rest.isEmpty: last = rest.popFirst()
      case "--only" where !rest.isEmpty: filter = rest.popFirst()
      default: throw BenchmarkError("found '\(argument)'\n\n\(Self.usage)")
      }
    }
  }

  /// Whether all rows are run.
  var isWhole: Bool { filter == nil }

  func wants(_ row: String) -> Bool { filter.map { row.contains($0) } ?? true }
}

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
