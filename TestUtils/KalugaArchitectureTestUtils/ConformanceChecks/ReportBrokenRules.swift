/// A rule that a conformance suite checks.
protocol ConformanceRule: RawRepresentable<String>, CaseIterable, Hashable {
  /// The rule as a sentence.
  var text: String { get }
}

extension FailureReporter {
  /// Reports all broken rules in one failure, in the order of declaration; does nothing without
  /// any.
  func reportBrokenRules<Rule: ConformanceRule>(
    _ violations: [Rule: String],
    of name: String,
    kind: String,
    at location: CallLocation
  ) {
    if violations.isEmpty { return }
    let list = Rule.allCases.compactMap { rule in
      violations[rule].map { "- \(rule.rawValue): \(rule.text); \($0)" }
    }
    report(
      "\(name) breaks \(list.count) rule(s) of \(kind):\n\(list.joined(separator: "\n"))",
      at: location
    )
  }
}
