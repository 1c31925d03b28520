#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  extension View {
    /// Resumes the view model while this view is on the screen and its scene is active, and pauses
    /// it otherwise.
    ///
    /// A new view model in the same place is resumed after the old one has been paused. The
    /// modifier does not clear the view model. That is up to its owner, such as ``StateViewModel``.
    ///
    /// When the scene enters the background, the values of saved files are written.
    ///
    /// Services of the view model that conform to ``ContentWrappingSubscribable`` wrap this view,
    /// the first one innermost.
    ///
    /// Do not use it for the screens of a `NavigationDriver`, which resumes and pauses them itself.
    public func lifecycle(of viewModel: BaseLifecycleViewModel) -> some View {
      modifier(LifecycleModifier(viewModel: viewModel))
    }
  }

  /// A service that adds something to the view of its view model, such as an alert.
  ///
  /// `lifecycle(of:)` applies the services of the view model to the view. Adding
  /// or removing such a service gives the view a new identity.
  ///
  /// Kaluga: `ComposableLifecycleSubscribable.modifier`.
  @MainActor
  public protocol ContentWrappingSubscribable: LifecycleSubscribable {
    /// The type of the wrapped view.
    associatedtype Wrapped: View

    /// Returns the content with what the service adds to it.
    @ViewBuilder
    func wrap(_ content: AnyView) -> Wrapped
  }

  struct LifecycleModifier: ViewModifier {
    let viewModel: BaseLifecycleViewModel
    @Environment(\.scenePhase) private var phase
    @State private var follower = LifecycleFollower()

    func body(content: Content) -> some View {
      wrapped(content)
        .onAppear { follower.follow(viewModel, phase, isShown: true) }
        .onDisappear { follower.follow(viewModel, phase, isShown: false) }
        .onChange(of: phase) {
          follower.follow(viewModel, phase)
          SavedFile.hostDidChange(to: HostState(phase))
        }
        .onChange(of: ObjectIdentifier(viewModel)) { follower.follow(viewModel, phase) }
    }

    private func wrapped(_ content: Content) -> AnyView {
      viewModel.activeLifecycleSubscribables.current
        .compactMap { $0 as? any ContentWrappingSubscribable }
        .reduce(AnyView(content)) { content, service in service.wrapErased(content) }
    }
  }

  extension ContentWrappingSubscribable {
    fileprivate func wrapErased(_ content: AnyView) -> AnyView { AnyView(wrap(content)) }
  }

  /// Resumes and pauses the view model of one view identity.
  @MainActor
  final class LifecycleFollower {
    private var isShown = false
    private weak var resumed: BaseLifecycleViewModel?

    nonisolated init() {}

    func follow(
      _ viewModel: BaseLifecycleViewModel,
      _ phase: ScenePhase,
      isShown: Bool? = nil
    ) {
      if let isShown { self.isShown = isShown }
      let next = self.isShown && phase == .active ? viewModel : nil
      guard next !== resumed else { return }
      // The owner may have cleared the view model.
      if let resumed, resumed.stage.current == .resumed { resumed.didPause() }
      resumed = next
      if let next, next.stage.current != .cleared { next.didResume() }
    }
  }
#endif
