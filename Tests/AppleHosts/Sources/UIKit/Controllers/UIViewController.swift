// Apple documents what it declares.
// It has implicitly unwrapped optionals, as in UIKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

@MainActor
public protocol UIContentContainer: NSObjectProtocol {
  var preferredContentSize: CGSize { get }

  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)

  func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  )
}

@MainActor
open class UIViewController: UIResponder, UIContentContainer {
  open var title: String? {
    didSet { navigationItem.title = title }
  }
  open weak private(set) var parent: UIViewController?
  open private(set) var children: [UIViewController] = []
  open private(set) lazy var navigationItem = UINavigationItem(title: title)
  open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var isModalInPresentation = false

  private var loadedView: UIView?
  var appearance = StubAppearance.disappeared
  var ownTransition: StubTransition?
  /// What this controller itself presents, and not one of its ancestors.
  var ownPresented: UIViewController?
  weak var ownPresenter: UIViewController?
  /// Whether the controller is presented, and being dismissed.
  var isDismissed = false
  lazy var ownPresentation = makePresentation()
  weak var lastWindow: UIWindow?
  open var traitOverrides = UITraitOverrides()
  var traitHandlers: [() -> Void] = []

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  public required init?(coder: NSCoder) {
    super.init()
  }

  public convenience override init() {
    self.init(nibName: nil, bundle: nil)
  }

  // MARK: The view

  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  open var viewIfLoaded: UIView? { loadedView }

  open var isViewLoaded: Bool { loadedView != nil }

  open func loadViewIfNeeded() {
    if isViewLoaded { return }
    loadedView = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    viewDidLoad()
  }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  // MARK: Containment

  open func addChild(_ childController: UIViewController) {
    childController.parent?.forget(childController)
    childController.willMove(toParent: self)
    children.append(childController)
    childController.parent = self
  }

  open func removeFromParent() {
    parent?.forget(self)
    didMove(toParent: nil)
  }

  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  private func forget(_ child: UIViewController) {
    children.removeAll { $0 === child }
    child.parent = nil
  }

  open var navigationController: UINavigationController? {
    parent as? UINavigationController ?? parent?.navigationController
  }

  // MARK: What the children decide

  open var preferredContentSize = CGSize.zero {
    didSet { parent?.preferredContentSizeDidChange(forChildContentContainer: self) }
  }

  open func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  open func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }

  open var childForStatusBarStyle: UIViewController? { nil }
  open var childForStatusBarHidden: UIViewController? { nil }
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
  open func setNeedsStatusBarAppearanceUpdate() { stubWindow?.findStatusBarController() }
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}

  // MARK: What a window sees

  /// The children of this controller that are shown when it is shown.
  var shownChildren: [UIViewController] {
    children.filter { child in
      child.isViewLoaded && isViewLoaded && child.view.isDescendant(of: view)
    }
  }

  /// Whether this controller puts the views of its children into its own view by itself.
  var placesChildren: Bool { false }

  var stubWindow: UIWindow? { viewIfLoaded?.window ?? lastWindow ?? parent?.stubWindow }

  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    ownTransition ?? parent?.transitionCoordinator
  }
}

public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public static let landscape = UIInterfaceOrientationMask(rawValue: 1 << 3 | 1 << 4)
  public static let allButUpsideDown = UIInterfaceOrientationMask(
    rawValue: 1 << 1 | 1 << 3 | 1 << 4
  )

  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }
}

/// The steps in which a controller appears and disappears.
///
///     disappeared ──will──▶ appearing ──did──▶ appeared ──will──▶ disappearing ──did──▶ disappeared
enum StubAppearance {
  case disappeared, appearing, appeared, disappearing

  var isShown: Bool { self == .appearing || self == .appeared }
}
