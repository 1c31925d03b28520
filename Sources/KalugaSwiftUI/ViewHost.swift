#if canImport(SwiftUI)
  import KalugaArchitecture
  public import SwiftUI

  /// The view that shows a view model, as the host of its services.
  ///
  ///     final class SystemLinks: HostLifecycleSubscribable {
  ///       private let view = LifecycleHostObserver<ViewHost>()
  ///
  ///       func attach(to host: ViewHost) -> HostAttachment { view.attach(to: host) }
  ///
  ///       func open(_ url: URL) { view.currentHost?.environment.openURL(url) }
  ///     }
  ///
  /// A view of SwiftUI is a value without an identity, so this object takes its place.
  /// `lifecycle(of:)` attaches one to the services of its view model, and ``NavigationHost`` one to those
  /// of each screen: from when the view first appears until its identity ends, or until it shows
  /// another view model. If several views show a view model, the one that has appeared last is
  /// attached.
  ///
  /// With `lifecycle(of:)`, services are attached before the view model is resumed. A screen of a
  /// driver is resumed before its view exists, so its services must wait for the host: observe
  /// `LifecycleHostObserver.host`. A service that draws something is an ``OverlaySubscribable``, and
  /// needs no host.
  @MainActor
  public final class ViewHost {
    /// The newest environment of the view, with actions such as `openURL`, `dismiss` and `openWindow`.
    ///
    /// It does not change any more after the view has left.
    public fileprivate(set) var environment: EnvironmentValues

    init(_ environment: EnvironmentValues) {
      self.environment = environment
    }
  }

  /// Attaches a view to the services of the view model that it shows.
  @MainActor
  final class ServiceAttachment {
    private var environment = EnvironmentValues()
    private weak var viewModel: BaseLifecycleViewModel?
    private var attached: (host: ViewHost, manager: LifecycleManager)?

    nonisolated init() {}

    /// Attaches a new host, in place of the one of another view model.
    func attach(to viewModel: BaseLifecycleViewModel) {
      guard viewModel !== self.viewModel else { return }
      self.viewModel = viewModel
      let host = ViewHost(environment)
      attached = (host, LifecycleManager(viewModel, host: host))
    }

    func follow(_ environment: EnvironmentValues) {
      self.environment = environment
      attached?.host.environment = environment
    }
  }

  /// An invisible view that follows the environment of the view behind which it is.
  ///
  /// It is a view of its own, so that a change of the environment evaluates nothing else.
  struct EnvironmentReader: View {
    let services: ServiceAttachment
    @Environment(\.self) private var environment

    // With Xcode 27, other files cannot link an implicit initializer of private state.
    init(_ services: ServiceAttachment) {
      self.services = services
    }

    var body: some View {
      services.follow(environment)
      return Color.clear.frame(width: 0, height: 0).accessibilityHidden(true)
    }
  }
#endif
