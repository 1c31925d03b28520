import Glibc

/// How the cost of something grows with a size, called n.
@MainActor
struct GrowthTable {
  let name: String
  private let sizes: [Int]
  /// Returns nanoseconds.
  private let measure: @MainActor (Int) async throws -> Double

  init(
    _ name: String,
    _ sizes: [Int] = [1, 10, 100, 1_000, 10_000],
    _ measure: @escaping @MainActor (Int) async throws -> Double
  ) {
    self.name = name
    self.sizes = sizes
    self.measure = measure
  }

  /// Measures, and returns the table with one tab between the columns, and whether the growth is at
  /// most linear.
  func run() async throws -> (text: String, isFine: Bool) {
    var lines = ["# \(name)", "n\tns"]
    var costs: [Double] = []
    for size in sizes {
      // The best of three: what disturbs makes it slower, never faster.
      var best = Double.infinity
      for _ in 0..<3 { best = min(best, try await measure(size)) }
      costs.append(best)
      lines.append("\(size)\t\(best.short)")
    }
    let power = power(costs)
    let kind =
      switch power {
      case ..<0.35: "flat"
      case ..<1.25: "linear"
      default: "WORSE THAN LINEAR"
      }
    lines.append("# \(kind): grows with the size to the power of \(power.short)\n")
    return (lines.joined(separator: "\n"), power < 1.25)
  }

  /// The slope in a plot of both logarithms, over the upper half: small sizes hide it.
  private func power(_ costs: [Double]) -> Double {
    let start = sizes.count / 2
    let end = sizes.count - 1
    return log(costs[end] / costs[start]) / log(Double(sizes[end]) / Double(sizes[start]))
  }
}
