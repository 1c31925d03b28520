import Glibc

/// How the cost of something grows with a size.
@MainActor
struct GrowthTable {
  let name: String
  let size: String
  let cost: String
  let sizes: [Int]
  let measure: @MainActor (Int) async throws -> Double

  /// The table, one tab between the columns, and what the growth is.
  func text() async throws -> String {
    var lines = ["# \(name)", "\(size)\t\(cost)"]
    var costs: [Double] = []
    for size in sizes {
      // The best of three: what disturbs makes it slower, never faster.
      var best = Double.infinity
      for _ in 0..<3 { best = min(best, try await measure(size)) }
      costs.append(best)
      lines.append("\(size)\t\(best.short)")
    }
    lines.append("# \(judgement(costs))\n")
    return lines.joined(separator: "\n")
  }

  /// The slope in a plot of both logarithms, over the upper half: small sizes hide it.
  private func judgement(_ costs: [Double]) -> String {
    let start = sizes.count / 2
    guard start < sizes.count - 1, let size = sizes.last, let cost = costs.last else { return "" }
    let slope = log(cost / costs[start]) / log(Double(size) / Double(sizes[start]))
    let kind =
      switch slope {
      case ..<0.35: "flat"
      case ..<1.25: "linear"
      default: "WORSE THAN LINEAR"
      }
    return "\(kind): grows with the size to the power of \(slope.short)"
  }
}
