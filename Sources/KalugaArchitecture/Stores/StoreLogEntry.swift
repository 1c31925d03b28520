/// An event in a store that ``LoggingStore`` logs.
public enum StoreLogEntry<Intent: Sendable, State: Sendable, Label: Sendable>: Sendable {
  /// An intent was sent.
  case intent(Intent)
  /// The store has this state: first the state when logging began, then each new one.
  case state(State)
  /// A label was delivered.
  case label(Label)
}

extension StoreLogEntry: CustomStringConvertible {
  /// One line such as `intent refresh`, with the full text of the value and escaped control
  /// characters.
  ///
  /// The text of a ``NavigationBundleContent`` omits private rows.
  public var description: String {
    switch self {
    case .intent(let intent): "intent \(intent)".escapingControlCharacters()
    case .state(let state): "state \(state)".escapingControlCharacters()
    case .label(let label): "label \(label)".escapingControlCharacters()
    }
  }
}
