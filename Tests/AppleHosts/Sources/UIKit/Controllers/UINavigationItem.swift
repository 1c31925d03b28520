// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@available(iOS 2, tvOS 9, *)
open class UINavigationItem: NSObject {
  open var title: String?
  open var leftBarButtonItem: UIBarButtonItem?
  open var rightBarButtonItem: UIBarButtonItem?

  public init(title: String) {
    self.title = title
    super.init()
  }
}

@MainActor
@available(iOS 2, tvOS 9, *)
open class UIBarButtonItem: NSObject {
  open var title: String?
  open var isEnabled = true
  @available(iOS 14, tvOS 14, *)
  open var primaryAction: UIAction?

  @available(iOS 14, tvOS 14, *)
  public convenience init(title: String? = nil, primaryAction: UIAction? = nil) {
    self.init()
    self.title = title
    self.primaryAction = primaryAction
  }
}
