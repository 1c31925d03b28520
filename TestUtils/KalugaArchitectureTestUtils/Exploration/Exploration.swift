public import KalugaSessions

/// What an explorer has found out about an app.
public struct Exploration<Move: AppMove>: Sendable {
  /// The number of states that were visited.
  public internal(set) var stateCount = 0

  /// The number of events that were carried out, each from a state where it is possible.
  public internal(set) var eventCount = 0

  /// The number of events on the longest of the shortest paths to the states.
  public internal(set) var depth = 0

  /// Whether no event leads to a state that was not visited.
  public internal(set) var isComplete = true

  /// The problems, those with the shortest paths first.
  public internal(set) var findings: [ExplorationFinding<Move>] = []

  /// The screens of the app and the moves between them.
  public internal(set) var atlas = Atlas()

  /// The saved values that keep being new; nil if there are none, or if all states were visited.
  var growth: String?
}

extension Exploration: CustomStringConvertible {
  /// A report: what was visited, the saved values that probably prevent an end, and the problems.
  public var description: String {
    let extent = isComplete ? "these are all states" : "not all states were visited"
    let summary =
      "\(stateCount) states, \(eventCount) events, at most \(depth) events deep: \(extent)"
    return ([summary] + [growth].compactMap(\.self) + findings.map(\.description))
      .joined(separator: "\n")
  }
}
