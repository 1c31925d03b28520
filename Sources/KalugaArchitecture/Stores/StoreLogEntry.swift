/// Something that happened in a store, for ``LoggingStore``.
public enum StoreLogEntry<Intent: Sendable, State: Sendable, Label: Sendable>: Sendable {
  /// An intent was sent.
  case intent(Intent)
  /// The store has this state: at first the one it began with, then each new one.
  case state(State)
  /// A label was delivered.
  case label(Label)
}

extension StoreLogEntry: CustomStringConvertible {
  /// One line, as `intent refresh`; contains everything that the value's own text contains.
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
