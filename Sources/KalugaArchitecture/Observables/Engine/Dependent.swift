/// What a node visits in each of its rounds: a node derived from it, or the source of one.
@MainActor
@usableFromInline
protocol Dependent: AnyObject, Sendable {
  /// Makes the node outdated that the dependent is or feeds, until its next check.
  ///
  /// - Returns: Whether it has dependents that may have to be marked, because it was not outdated.
  func mark() -> Bool

  /// Marks the dependents of that node.
  func markDependents()

  /// Called in each round of an input, and when a change of it may have been missed.
  func visit()

  /// Called after an input has completed.
  func inputDidComplete()
}
