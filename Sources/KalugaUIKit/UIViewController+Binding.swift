#if canImport(UIKit) && !os(watchOS)
  public import KalugaArchitecture
  public import UIKit

  extension UIViewController {
    /// Binds a view model to this controller.
    ///
    ///     override func viewDidLoad() {
    ///       super.viewDidLoad()
    ///       bind(model) { [weak self, model] in
    ///         [model.$title.observe { self?.title = $0 }]
    ///       }
    ///     }
    ///
    /// The view model is resumed when this controller has appeared and its scene is active. It is
    /// visible while the scene is inactive, and paused when the controller has disappeared or the
    /// scene is in the background. It is cleared in a job of the main actor after the controller has
    /// been released. A swipe back that the user cancels does not pause it.
    ///
    /// When the scene enters the background, the values of saved files are written.
    ///
    /// Services of the view model that need a `UIViewController` are attached to this controller.
    ///
    /// Call it in `viewDidLoad()`, because it loads the view. It adds an invisible child controller
    /// that follows the appearance, so do not call it on a navigation or tab bar controller, which
    /// show their children. Do not use it for the screens of a `NavigationDriver`, which resumes,
    /// pauses and clears them itself.
    ///
    /// Kaluga: `addLifecycleManager`.
    ///
    /// - Parameters:
    ///   - viewModel: The view model. The controller holds it strongly.
    ///   - onLifecycle: Called after each resume of the view model by this controller. The returned
    ///     disposables are disposed when it is no longer resumed. Capture the controller weakly.
    ///   - onAppearance: Called for each step in which UIKit shows and hides the controller, whatever
    ///     the state of the scene. At `didAppear`, the view model has been resumed, and at
    ///     `didDisappear`, paused. Capture the controller weakly.
    public func bind(
      _ viewModel: BaseLifecycleViewModel,
      onLifecycle: @escaping @MainActor () -> [any Disposable] = { [] },
      onAppearance: @escaping @MainActor (AppearanceStep) -> Void = { _ in }
    ) {
      let manager = LifecycleManager(viewModel, host: self, onLifecycle: onLifecycle)
      let child = LifecycleController(manager, onAppearance)
      addChild(child)
      view.addSubview(child.view)
      child.didMove(toParent: self)
    }
  }

  /// One of the steps in which UIKit shows and hides a controller.
  ///
  ///     hidden ──willAppear──▶ ──didAppear──▶ shown ──willDisappear──▶ ──didDisappear──▶ hidden
  ///
  /// A transition that the user cancels continues with the opposite `will` step: a cancelled swipe back
  /// is `willDisappear`, `willAppear` and `didAppear`.
  public enum AppearanceStep: Hashable, Sendable {
    /// `viewWillAppear(_:)`.
    case willAppear
    /// `viewDidAppear(_:)`.
    case didAppear
    /// `viewWillDisappear(_:)`.
    case willDisappear
    /// `viewDidDisappear(_:)`.
    case didDisappear
  }

  /// Reports the appearance of the controller around it to a manager.
  final class LifecycleController: UIViewController {
    private let manager: LifecycleManager
    private let onAppearance: @MainActor (AppearanceStep) -> Void
    private let scene = SceneFollower()
    private var state = HostState.background
    private var hasAppeared = false

    init(
      _ manager: LifecycleManager,
      _ onAppearance: @escaping @MainActor (AppearanceStep) -> Void
    ) {
      self.manager = manager
      self.onAppearance = onAppearance
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    deinit {
      Task { @MainActor [manager] in manager.unbind() }
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.frame = .zero
      view.isHidden = true
      view.isUserInteractionEnabled = false
    }

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      onAppearance(.willAppear)
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      hasAppeared = true
      scene.follow(view.window) { [weak self] in self?.sceneDidChange($0) }
      report()
      onAppearance(.didAppear)
    }

    override func viewWillDisappear(_ animated: Bool) {
      super.viewWillDisappear(animated)
      onAppearance(.willDisappear)
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      hasAppeared = false
      report()
      onAppearance(.didDisappear)
    }

    private func sceneDidChange(_ state: HostState) {
      self.state = state
      report()
    }

    private func report() {
      switch hasAppeared ? state.stage : nil {
      case .resumed: manager.hostDidAppear()
      case .visible: manager.hostDidBecomeInactive()
      case nil: manager.hostDidDisappear()
      }
    }
  }
#endif
