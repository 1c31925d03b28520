// Apple documents what it declares.
// It has implicitly unwrapped optionals, as in UIKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

@available(iOS 3.2, tvOS 9, *)
public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen = 0
  @available(tvOS, unavailable)
  case pageSheet = 1
  @available(tvOS, unavailable)
  case formSheet = 2
  @available(iOS 3.2, tvOS 9, *)
  case currentContext = 3
  case custom = 4
  case overFullScreen = 5
  case overCurrentContext = 6
  @available(tvOS, unavailable)
  case popover = 7
  case none = -1
  @available(iOS 13, tvOS 13, *)
  case automatic = -2
}

@MainActor
@available(iOS 8, tvOS 9, *)
open class UIPresentationController: NSObject {
  open private(set) weak var presentedViewController: UIViewController!
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  public init(
    presentedViewController: UIViewController,
    presenting presentingViewController: UIViewController?
  ) {
    self.presentedViewController = presentedViewController
    super.init()
  }
}

@available(iOS 16, *)
@available(tvOS, unavailable)
public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

@available(iOS 16, *)
@available(tvOS, unavailable)
extension UIView: UIPopoverPresentationControllerSourceItem {}

@available(iOS 16, *)
@available(tvOS, unavailable)
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}

public struct UIPopoverArrowDirection: OptionSet, Sendable {
  public static let any = UIPopoverArrowDirection(rawValue: 15)

  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }
}

@available(iOS 8, *)
@available(tvOS, unavailable)
open class UIPopoverPresentationController: UIPresentationController {
  @available(iOS 16, *)
  open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
  open var sourceView: UIView?
  open var sourceRect = CGRect.zero
  open var barButtonItem: UIBarButtonItem?
  open var permittedArrowDirections = UIPopoverArrowDirection.any

  var hasSource: Bool { sourceItem != nil || sourceView != nil || barButtonItem != nil }
}

@available(iOS 15, *)
@available(tvOS, unavailable)
open class UISheetPresentationController: UIPresentationController {
  @MainActor
  open class Detent: NSObject {
    private static let smaller = Detent()
    private static let larger = Detent()

    open class func medium() -> Detent { smaller }
    open class func large() -> Detent { larger }
  }

  open var detents: [Detent] = [.large()]
}

// The requirements are optional in UIKit.
@MainActor
@available(iOS 8, tvOS 9, *)
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  @available(iOS 13, tvOS 13, *)
  func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  )
    -> Bool
  @available(iOS 13, tvOS 13, *)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool { true }

  public func presentationControllerDidDismiss(
    _ presentationController: UIPresentationController
  ) {}
}

extension UIViewController {
  @available(iOS 8, tvOS 9, *)
  public var presentationController: UIPresentationController? { outermost.ownPresentation }

  @available(iOS 8, *)
  @available(tvOS, unavailable)
  public var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }

  @available(iOS 15, *)
  @available(tvOS, unavailable)
  public var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  func makePresentation() -> UIPresentationController {
    switch modalPresentationStyle {
    case .popover:
      UIPopoverPresentationController(presentedViewController: self, presenting: nil)
    case .automatic, .formSheet, .pageSheet:
      UISheetPresentationController(presentedViewController: self, presenting: nil)
    default: UIPresentationController(presentedViewController: self, presenting: nil)
    }
  }

  @available(iOS 5, tvOS 9, *)
  public var presentedViewController: UIViewController? {
    ownPresented ?? parent?.presentedViewController
  }

  @available(iOS 5, tvOS 9, *)
  public var presentingViewController: UIViewController? {
    ownPresenter ?? parent?.presentingViewController
  }

  @available(iOS 5, tvOS 9, *)
  public var isBeingPresented: Bool {
    ownPresenter != nil && !isDismissed && ownTransition?.isRunning == true
      && appearance == .appearing
  }

  @available(iOS 5, tvOS 9, *)
  public var isBeingDismissed: Bool {
    isDismissed && (stubWindow?.marksDismissalsAbove != false || ownPresenter?.isDismissed != true)
  }

  @available(iOS 5, tvOS 9, *)
  public func present(
    _ viewControllerToPresent: UIViewController,
    animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    let presenter = outermost
    guard let window = presenter.viewIfLoaded?.window else {
      stubWindow?.report("the presenting controller is not in the window")
      return
    }
    guard presenter.ownPresented == nil else {
      window.report("the controller is already presenting")
      return
    }
    guard viewControllerToPresent.parent == nil, viewControllerToPresent.ownPresenter == nil else {
      window.report("the presented controller is shown already")
      return
    }
    // UIKit raises exceptions.
    if viewControllerToPresent.modalPresentationStyle == .none {
      return window.report("the style none has no presentation controller")
    }
    if viewControllerToPresent.popoverPresentationController?.hasSource == false {
      return window.report("a popover has no source")
    }
    window.change(of: [presenter, viewControllerToPresent], animated: flag) {
      presenter.ownPresented = viewControllerToPresent
      viewControllerToPresent.ownPresenter = presenter
    } didEnd: {
      completion?()
    }
  }

  @available(iOS 5, tvOS 9, *)
  public func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    let outermost = outermost
    guard let presenter = outermost.ownPresented == nil ? outermost.ownPresenter : outermost,
      let presented = presenter.ownPresented, let window = presenter.stubWindow
    else { return }
    let above = sequence(first: presented) { $0.ownPresented }
    guard above.allSatisfy({ $0.ownTransition?.isRunning != true }) else {
      window.report("a controller was dismissed during a transition")
      return
    }
    window.dismiss(presented, from: presenter, animated: flag) { completion?() }
  }

  /// The ancestor without a parent, which presents and is presented.
  var outermost: UIViewController { parent?.outermost ?? self }
}
