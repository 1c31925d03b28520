// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum UIModalPresentationStyle: Sendable {
  case automatic, none, fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen
  case overCurrentContext, popover
}

public enum UIModalTransitionStyle: Sendable {
  case coverVertical, flipHorizontal, crossDissolve
}

@MainActor
open class UIPresentationController: NSObject {
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
}

public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

extension UIView: UIPopoverPresentationControllerSourceItem {}

extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}

public struct UIPopoverArrowDirection: OptionSet, Sendable {
  public static let any = UIPopoverArrowDirection(rawValue: 15)

  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }
}

open class UIPopoverPresentationController: UIPresentationController {
  open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
  open var sourceView: UIView?
  open var sourceRect = CGRect.zero
  open var barButtonItem: UIBarButtonItem?
  open var permittedArrowDirections = UIPopoverArrowDirection.any

  open private(set) lazy var adaptiveSheetPresentationController = UISheetPresentationController()

  var hasSource: Bool { sourceItem != nil || sourceView != nil || barButtonItem != nil }
}

open class UISheetPresentationController: UIPresentationController {
  @MainActor
  open class Detent: NSObject {
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      public static let medium = Identifier("medium")
      public static let large = Identifier("large")

      public let rawValue: String

      public init(rawValue: String) { self.rawValue = rawValue }

      public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    }

    private static let smaller = Detent(.medium)
    private static let larger = Detent(.large)
    private let resolver: ((any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?)?

    public let identifier: Identifier

    init(
      _ identifier: Identifier,
      _ resolver: ((any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?)? = nil
    ) {
      self.identifier = identifier
      self.resolver = resolver
    }

    open class func medium() -> Detent { smaller }

    open class func large() -> Detent { larger }

    open class func custom(
      identifier: Identifier? = nil,
      resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) -> Detent {
      Detent(identifier ?? Identifier("\(UInt.random(in: 0 ... .max))"), resolver)
    }

    open func resolvedValue(
      in context: any UISheetPresentationControllerDetentResolutionContext
    ) -> CGFloat? {
      resolver?(context)
    }
  }

  open var detents: [Detent] = []
  open var largestUndimmedDetentIdentifier: Detent.Identifier?

  // "If the value is nil or the identifier is not found in detents, all detents are dimmed."
  var letsUserUseBelow: Bool {
    detents.contains { $0.identifier == largestUndimmedDetentIdentifier }
  }
}

@MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
  var maximumDetentValue: CGFloat { get }
}

// The requirements are optional in UIKit.
@MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

extension UIViewController {
  public var presentationController: UIPresentationController? { outermost.ownPresentation }

  public var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }

  public var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  func makePresentation() -> UIPresentationController {
    switch modalPresentationStyle {
    case .popover: UIPopoverPresentationController()
    case .automatic, .formSheet, .pageSheet: UISheetPresentationController()
    default: UIPresentationController()
    }
  }

  public var presentedViewController: UIViewController? {
    ownPresented ?? parent?.presentedViewController
  }

  public var presentingViewController: UIViewController? {
    ownPresenter ?? parent?.presentingViewController
  }

  public var isBeingPresented: Bool {
    ownPresenter != nil && !isDismissed && ownTransition?.isRunning == true
      && appearance == .appearing
  }

  public var isBeingDismissed: Bool {
    isDismissed && (stubWindow?.marksDismissalsAbove != false || ownPresenter?.isDismissed != true)
  }

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
      return window.report("the controller is already presenting")
    }
    guard viewControllerToPresent.parent == nil, viewControllerToPresent.ownPresenter == nil else {
      return window.report("the presented controller is shown already")
    }
    // UIKit raises exceptions.
    if viewControllerToPresent.modalPresentationStyle == .none {
      return window.report("the style none has no presentation controller")
    }
    if viewControllerToPresent.popoverPresentationController?.hasSource == false {
      return window.report("a popover has no source")
    }
    window.note("present", animated: flag)
    window.change(of: [presenter, viewControllerToPresent], animated: flag) {
      presenter.ownPresented = viewControllerToPresent
      viewControllerToPresent.ownPresenter = presenter
    } didEnd: {
      completion?()
    }
  }

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
    window.note("dismiss", animated: flag)
    window.dismiss(presented, from: presenter, animated: flag) { completion?() }
  }

  /// The ancestor without a parent, which presents and is presented.
  var outermost: UIViewController { parent?.outermost ?? self }
}
