/// The problems that are not looked for: ignored kinds, and what a path that is not longer has shown.
struct KnownProblems: Sendable {
  private let ignored: Set<ExplorationFindingKind>
  private var lengths: [String: Int] = [:]

  init(ignoring ignored: Set<ExplorationFindingKind>) {
    self.ignored = ignored
  }

  /// Returns whether problems of this kind are ignored.
  func ignores(_ kind: ExplorationFindingKind) -> Bool { ignored.contains(kind) }

  /// Returns whether the problem is ignored, or a path of at most this length leads to it.
  func contains<Event>(_ problem: AppProblem, after path: [Event]) -> Bool {
    ignores(problem.kind) || lengths[problem.subject].map { $0 <= path.count } ?? false
  }

  /// Adds a problem; returns false if it is not looked for.
  mutating func add<Event>(_ problem: AppProblem, after path: [Event]) -> Bool {
    if contains(problem, after: path) { return false }
    lengths[problem.subject] = path.count
    return true
  }
}
