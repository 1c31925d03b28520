/// Tells the states of an app apart.
struct StateKey: Hashable, Sendable {
  /// What must be the same after an interruption.
  let lasting: String
  /// What an interruption may change.
  let passing: String
  /// Whether the app has described its state; false if an error was thrown.
  let isValid: Bool
}

/// What a walk has found out in a state, so that later walks on the same path need not read it again.
struct CheckedState<Event: Hashable & Sendable>: Sendable {
  let key: StateKey
  let unsaved: UnsavedValues<Event>
}
