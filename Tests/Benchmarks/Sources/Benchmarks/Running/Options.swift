/// What the command line asks for.
struct Options {
  var isCheck = false
  var isQuick = false
  var isGrowth = false
  var jsonPath: String?
  /// Only rows whose name contains this are run.
  var filter: String?
  /// Decides the order of the contestants in each round.
  var seed: UInt64 = 1

  static let usage = """
    swift run -c release --package-path Tests/Benchmarks Benchmarks [options]

      --check         compare with the goals; exit 1 on a miss without a reason, or beyond it
      --quick         fewer rounds, without peers; with --check only a miss of twice as much counts
      --growth        how cost grows, instead of the table; with --check exit 1 if worse than linear
      --only TEXT     only rows whose name contains the text
      --json FILE     write what was measured
      --seed NUMBER   the order of the contestants
    """

  init(_ arguments: [String]) throws(BenchmarkError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check": isCheck = true
      case "--quick": isQuick = true
      case "--growth": isGrowth = true
      case "--json": jsonPath = try Self.value(of: argument, &rest)
      case "--only": filter = try Self.value(of: argument, &rest)
      case "--seed":
        let text = try Self.value(of: argument, &rest)
        guard let number = UInt64(text) else {
          throw BenchmarkError("--seed takes a number, found '\(text)'")
        }
        seed = number
      default: throw BenchmarkError("unknown option '\(argument)'\n\n\(Self.usage)")
      }
    }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(BenchmarkError) -> String {
    guard let value = rest.popFirst() else { throw BenchmarkError("\(option) takes a value") }
    return value
  }

  /// The same, with all rounds.
  var atLength: Options {
    var options = self
    options.isQuick = false
    return options
  }

  func wants(_ row: String) -> Bool { filter.map { row.contains($0) } ?? true }
}
