// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(iOS 13, tvOS 13, *)
open class UIAction: NSObject {
  let title: String
  let handler: @MainActor (UIAction) -> Void

  public init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
    self.title = title
    self.handler = handler
    super.init()
  }
}

@available(iOS 2, tvOS 9, *)
open class UIButton: UIView {
  @available(iOS 2, tvOS 9, *)
  public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
  }

  var action: UIAction?

  @available(iOS 14, tvOS 14, *)
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    action = primaryAction
  }
}

@available(iOS 9, tvOS 9, *)
open class UIStackView: UIView {
  open private(set) var arrangedSubviews: [UIView] = []
  open var axis = NSLayoutConstraint.Axis.horizontal

  @available(iOS 9, tvOS 9, *)
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    arrangedSubviews = views
    for view in views { addSubview(view) }
  }
}

@available(iOS 6, tvOS 9, *)
open class NSLayoutConstraint {
  public enum Axis: Sendable {
    case horizontal
    case vertical
  }
}
