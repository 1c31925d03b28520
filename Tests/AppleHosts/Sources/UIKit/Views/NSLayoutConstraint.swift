// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The stub lays out nothing.
@MainActor
@available(iOS 6, tvOS 9, *)
open class NSLayoutConstraint: NSObject {
  public enum Axis: Sendable {
    case horizontal
    case vertical
  }

  @available(iOS 8, tvOS 9, *)
  open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor
@available(iOS 9, tvOS 9, *)
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

@available(iOS 9, tvOS 9, *)
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

@available(iOS 9, tvOS 9, *)
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

@MainActor
@available(iOS 9, tvOS 9, *)
open class UILayoutGuide: NSObject {
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}
