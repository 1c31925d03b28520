// Apple documents what it declares.
// It has implicitly unwrapped optionals, as in UIKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

@MainActor
@available(iOS 8, tvOS 9, *)
public protocol UIContentContainer: NSObjectProtocol {
  var preferredContentSize: CGSize { get }

  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)

  func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  )
}

@MainActor
@available(iOS 2, tvOS 9, *)
open class UIViewController: UIResponder, UIContentContainer {
  open var title: String? {
    didSet { navigationItem.title = title }
  }
  open weak private(set) var parent: UIViewController?
  open private(set) var children: [UIViewController] = []
  open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")
  open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  @available(iOS 13, tvOS 13, *)
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

  @available(iOS 9, tvOS 9, *)
  open func loadViewIfNeeded() {
    if isViewLoaded { return }
    loadView()
    viewDidLoad()
  }

  open func loadView() {
    loadedView = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
  }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  @available(iOS 13, tvOS 13, *)
  open func viewIsAppearing(_ animated: Bool) {}
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

  @available(iOS 3, tvOS 9, *)
  open var navigationController: UINavigationController? {
    parent as? UINavigationController ?? parent?.navigationController
  }

  // MARK: What the children decide

  @available(iOS 7, tvOS 9, *)
  open var preferredContentSize = CGSize.zero {
    didSet { parent?.preferredContentSizeDidChange(forChildContentContainer: self) }
  }

  @available(iOS 8, tvOS 9, *)
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  @available(iOS 8, tvOS 9, *)
  open func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }

  @available(iOS 7, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open var childForStatusBarStyle: UIViewController? { nil }

  @available(iOS 7, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open var childForStatusBarHidden: UIViewController? { nil }

  @available(iOS 11, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }

  @available(iOS 11, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }

  @available(iOS 6, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }

  @available(iOS 16, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}

  @available(iOS 7, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open func setNeedsStatusBarAppearanceUpdate() { stubWindow?.findStatusBarController() }

  @available(iOS 11, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}

  @available(iOS 11, *)
  @available(tvOS, unavailable)
  @available(visionOS, unavailable)
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

  @available(iOS 7, tvOS 9, *)
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    ownTransition ?? parent?.transitionCoordinator
  }
}

@available(iOS 6, *)
@available(tvOS, unavailable)
@available(visionOS, unavailable)
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
  public static let landscape = UIInterfaceOrientationMask(rawValue: 1 << 3 | 1 << 4)
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]

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
