/// An event in a store that ``LoggingStore`` logs.
public enum StoreLogEntry<Intent: Sendable, State: Sendable, Label: Sendable>: Sendable {
  /// An intent was sent.
  case intent(Intent)
  /// The store has this state: first the initial state, then each new one.
  case state(State)
  /// A label was delivered.
  case label(Label)
}

extension StoreLogEntry: CustomStringConvertible {
  /// One line such as `intent refresh`, which contains the whole text of the value.
  ///
  /// The text of a ``NavigationBundleContent`` leaves out private rows.
  public var description: String {
    switch self {
    case .intent(let intent): "intent \(intent)".escapingControlCharacters()
    case .state(let state): "state \(state)".escapingControlCharacters()
    case .label(let label): "label \(label)".escapingControlCharacters()
    }
  }
}
