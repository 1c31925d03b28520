// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The requirements are optional in UIKit.
@MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController,
    willShow viewController: UIViewController,
    animated: Bool
  )
  func navigationController(
    _ navigationController: UINavigationController,
    didShow viewController: UIViewController,
    animated: Bool
  )
}

open class UINavigationController: UIViewController {
  open weak var delegate: (any UINavigationControllerDelegate)?
  /// What the controller shows, or shows at the end of the running transition.
  private var stack: [UIViewController] = []

  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  open private(set) var isNavigationBarHidden = false

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
  }

  open var topViewController: UIViewController? { stack.last }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    if viewControllers.map(ObjectIdentifier.init) == stack.map(ObjectIdentifier.init) { return }
    let window = viewIfLoaded?.window
    if Set(viewControllers.map(ObjectIdentifier.init)).count < viewControllers.count {
      stubWindow?.report("a controller is twice in a navigation stack")
    }
    if viewControllers.contains(where: { $0.parent != nil && $0.parent !== self }) {
      stubWindow?.report("a controller is in two containers")
    }
    guard let window else {
      replaceStack(viewControllers)
      for child in children { child.viewIfLoaded?.removeFromSuperview() }
      return
    }
    if ownTransition?.isRunning == true {
      window.report("a navigation stack changed during a transition")
    }
    window.note(viewControllers.count < stack.count ? "pop" : "push", animated: animated)
    window.change(of: [self], animated: animated) {
      replaceStack(viewControllers)
      willShow(animated)
    } didEnd: { [self] in
      didShow(animated)
    }
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    setViewControllers(stack + [viewController], animated: animated)
  }

  func willShow(_ animated: Bool) {
    guard let top = stack.last else { return }
    delegate?.navigationController(self, willShow: top, animated: animated)
  }

  func didShow(_ animated: Bool) {
    guard let top = stack.last else { return }
    delegate?.navigationController(self, didShow: top, animated: animated)
  }

  func replaceStack(_ new: [UIViewController]) {
    let old = stack
    stack = new
    for child in old where !new.contains(child) {
      child.willMove(toParent: nil)
      child.removeFromParent()
    }
    for child in new where child.parent !== self {
      addChild(child)
      child.didMove(toParent: self)
    }
  }

  /// The size that the shown controller prefers, without the height of the bar.
  open override var preferredContentSize: CGSize {
    get { stack.last?.preferredContentSize ?? super.preferredContentSize }
    set { super.preferredContentSize = newValue }
  }

  open override func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {
    if container === stack.last {
      parent?.preferredContentSizeDidChange(forChildContentContainer: self)
    }
  }

  override var shownChildren: [UIViewController] { stack.suffix(1) }

  override var placesChildren: Bool { true }
}
