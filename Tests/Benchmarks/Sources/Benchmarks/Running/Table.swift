/// Prints a row as a table.
struct Table {
  let result: RowResult

  var text: String {
    let unit = result.row.unit.rawValue
    var lines = ["", "\(result.row.name)  [\(unit)]"]
    let floor = result.measurements.first
    for measurement in result.measurements {
      var line = "  " + measurement.name.padded(to: 34)
      line += measurement.median.short.padded(to: 10, right: true)
      line += "\(measurement.low.short) – \(measurement.high.short)".padded(to: 22, right: true)
      if let floor {
        line += "\(result.ratio(of: measurement.name, to: floor.name).short) ×".padded(
          to: 12,
          right: true
        )
      }
      if !measurement.delivered.isEmpty {
        line += "   \(measurement.delivered.median.short) values delivered"
      }
      lines.append(line)
    }
    for goal in result.row.goals {
      let verdict = result.judge(goal)
      let mark = verdict.isMet ? "met   " : "MISSED"
      lines.append("  \(mark) \(goal.contestant) \(verdict.text): \(verdict.found.short)")
      if !verdict.isMet, let reason = goal.reason { lines.append("         \(reason)") }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  func padded(to width: Int, right: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return right ? padding + self : self + padding
  }
}
