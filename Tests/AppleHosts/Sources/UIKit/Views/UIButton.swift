// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@available(iOS 13, tvOS 13, *)
open class UIAction: NSObject {
  let title: String
  private let handler: @MainActor (UIAction) -> Void

  @available(iOS 14, tvOS 14, *)
  open private(set) var sender: Any?

  public init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
    self.title = title
    self.handler = handler
    super.init()
  }

  func perform(from sender: Any) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}

@available(iOS 2, tvOS 9, *)
open class UIButton: UIControl {
  @available(iOS 2, tvOS 9, *)
  public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
  }

  private(set) var title: String?

  @available(iOS 14, tvOS 14, *)
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    guard let primaryAction else { return }
    title = primaryAction.title
    addAction(primaryAction, for: .primaryActionTriggered)
  }
}

@available(iOS 9, tvOS 9, *)
open class UIStackView: UIView {
  private var arranged: [UIView] = []

  open var arrangedSubviews: [UIView] { arranged.filter { $0.superview === self } }

  open var axis = NSLayoutConstraint.Axis.horizontal

  @available(iOS 9, tvOS 9, *)
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  open func addArrangedSubview(_ view: UIView) {
    arranged = arrangedSubviews.filter { $0 !== view } + [view]
    addSubview(view)
  }
}
