/// A rule that a conformance suite checks; its raw value is the rule as a sentence.
protocol ConformanceRule: RawRepresentable<String>, CaseIterable, Hashable {}

/// What happened instead, by broken rule; the first violation of each.
struct ConformanceReport<Rule: ConformanceRule> {
  private var violations: [Rule: String] = [:]
  /// The type that was checked.
  var name = ""

  func isBroken(_ rule: Rule) -> Bool { violations[rule] != nil }

  mutating func violate(_ rule: Rule, _ what: String) {
    violations[rule] = violations[rule] ?? what
  }

  /// Reports all broken rules in one failure, in the order of declaration; does nothing without
  /// any.
  func report(kind: String, at location: CallLocation) {
    if violations.isEmpty { return }
    let list = Rule.allCases.compactMap { rule in
      violations[rule].map { "- \(rule): \(rule.rawValue); \($0)" }
    }
    FailureReporter().report(
      "\(name) breaks \(list.count) rule(s) of \(kind):\n\(list.joined(separator: "\n"))",
      at: location
    )
  }
}
