// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// As UIKit does.
@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {
  public override init() {
    super.init()
  }
}

@MainActor
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
  open var topAnchor: NSLayoutAnchor { NSLayoutAnchor() }
  open var bottomAnchor: NSLayoutAnchor { NSLayoutAnchor() }
  open var leadingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
  open var trailingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
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

  open func insertSubview(_ view: UIView, at index: Int) {
    addSubview(view)
    subviews.removeAll { $0 === view }
    subviews.insert(view, at: index)
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

public final class UIColor: Sendable {
  public static let systemBackground = UIColor()
  public static let black = UIColor()

  public let stubAlpha: CGFloat

  init(stubAlpha: CGFloat = 1) {
    self.stubAlpha = stubAlpha
  }

  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(stubAlpha: alpha) }
}

open class UIVisualEffect: NSObject {}

open class UIBlurEffect: UIVisualEffect {
  public enum Style: Sendable { case regular }

  public init(style: Style) {}
}

open class UIVisualEffectView: UIView {
  open var effect: UIVisualEffect?

  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

// The stub lays out nothing.
@MainActor
open class NSLayoutConstraint: NSObject {
  public enum Axis: Sendable {
    case horizontal, vertical
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor
open class NSLayoutAnchor: NSObject {
  open func constraint(equalTo anchor: NSLayoutAnchor) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

@MainActor
open class UILayoutGuide: NSObject {
  open var topAnchor: NSLayoutAnchor { NSLayoutAnchor() }
  open var bottomAnchor: NSLayoutAnchor { NSLayoutAnchor() }
  open var leadingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
  open var trailingAnchor: NSLayoutAnchor { NSLayoutAnchor() }
}
