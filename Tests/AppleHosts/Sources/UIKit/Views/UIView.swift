// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// As UIKit does.
@_exported public import Foundation

@MainActor
@available(iOS 2, tvOS 9, *)
open class UIResponder: NSObject {
  public override init() {
    super.init()
  }
}

@MainActor
@available(iOS 2, tvOS 9, *)
open class UIView: UIResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)

    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }
  }

  open var frame: CGRect
  open var autoresizingMask: AutoresizingMask = []
  open var backgroundColor: UIColor?
  open var isHidden = false
  open var isUserInteractionEnabled = true
  open private(set) weak var superview: UIView?
  open private(set) var subviews: [UIView] = []

  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  public required init?(coder: NSCoder) {
    frame = .zero
    super.init()
  }

  public convenience override init() {
    self.init(frame: .zero)
  }

  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

  open var window: UIWindow? { superview?.window }

  open var translatesAutoresizingMaskIntoConstraints = true
  @available(iOS 9, tvOS 9, *)
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  @available(iOS 9, tvOS 9, *)
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  @available(iOS 9, tvOS 9, *)
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  @available(iOS 11, tvOS 11, *)
  open var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }

  open func addSubview(_ view: UIView) {
    if view.superview === self { return }
    let old = view.window
    view.leaveSuperview()
    subviews.append(view)
    view.superview = self
    if window !== old { view.tellOfWindow() }
    window?.viewsDidChange()
  }

  open func removeFromSuperview() {
    let window = window
    leaveSuperview()
    if window != nil { tellOfWindow() }
    window?.viewsDidChange()
  }

  /// Called when the view has got or lost its window.
  open func didMoveToWindow() {}

  private func tellOfWindow() {
    didMoveToWindow()
    for view in subviews { view.tellOfWindow() }
  }

  open func isDescendant(of view: UIView) -> Bool {
    self === view || superview?.isDescendant(of: view) == true
  }

  private func leaveSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
}

@available(iOS 2, tvOS 9, *)
public final class UIColor: Sendable {
  @available(iOS 13, *)
  @available(tvOS, unavailable)
  public static let systemBackground = UIColor()
}
