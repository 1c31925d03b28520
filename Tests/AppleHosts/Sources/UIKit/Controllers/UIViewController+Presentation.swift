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
  case overFullScreen = 5
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
  public var isBeingDismissed: Bool { isDismissed }

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
    guard presented.ownTransition?.isRunning != true else {
      window.report("a controller was dismissed during a transition")
      return
    }
    window.dismiss(presented, from: presenter, animated: flag) { completion?() }
  }

  /// The ancestor without a parent, which presents and is presented.
  var outermost: UIViewController { parent?.outermost ?? self }
}
