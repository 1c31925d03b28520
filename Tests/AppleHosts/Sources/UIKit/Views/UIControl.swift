// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(iOS 2, tvOS 9, *)
open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingChanged = Event(rawValue: 1 << 17)

    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }
  }

  open var isEnabled = true
  private var actions: [(action: UIAction, events: Event)] = []

  @available(iOS 14, tvOS 14, *)
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    actions.append((action, controlEvents))
  }

  open func sendActions(for controlEvents: UIControl.Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.perform(from: self)
    }
  }
}

@available(iOS 2, tvOS 9, *)
open class UITextField: UIControl {
  open var text: String? = ""
  open var placeholder: String?
}
