/// What a node visits in each of its rounds: a node derived from it, or the source of one.
@MainActor
@usableFromInline
protocol Dependent: AnyObject, Sendable {
  /// Called in each round of an input, and when a change of it may have been missed.
  func inputDidChange()

  /// Called after an input has completed.
  func inputDidComplete()
}
