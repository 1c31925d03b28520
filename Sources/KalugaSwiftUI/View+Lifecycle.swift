#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  extension View {
    /// Resumes the view model while this view is on the screen and its scene is active, makes it
    /// visible while the scene is inactive, and pauses it otherwise.
    ///
    /// If several views show the view model, it has the highest of their stages. A new view model in
    /// the same place is resumed after the old one has been paused. The modifier does not clear the
    /// view model. That is up to its owner, such as ``StateViewModel``.
    ///
    /// When the scene enters the background, the values of saved files are written.
    ///
    /// Services of the view model that need a ``ViewHost`` are attached to this view. What services draw
    /// is drawn over it, see ``OverlaySubscribable``.
    ///
    /// Do not use it for the screens of a `NavigationDriver`, which resumes and pauses them itself.
    public func lifecycle(of viewModel: BaseLifecycleViewModel) -> some View {
      modifier(LifecycleModifier(viewModel: viewModel))
    }
  }

  /// A service that draws over the view of its view model, such as an alert or a banner.
  ///
  ///     final class Alerts: OverlaySubscribable {
  ///       @InitializedSubject var isShown = false
  ///
  ///       var overlay: some View {
  ///         Color.clear.frame(width: 0, height: 0)
  ///           .alert("Saved", isPresented: $isShown.binding) { Button("OK") {} }
  ///       }
  ///     }
  ///
  /// `lifecycle(of:)` draws the services of the view model over its view, and `NavigationHost` those of
  /// the screen on top over its path, the first one lowest. The view under them keeps its state when
  /// such a service is added or removed.
  ///
  /// Kaluga: `ComposableLifecycleSubscribable.modifier`.
  @MainActor
  public protocol OverlaySubscribable: LifecycleSubscribable {
    /// The type of what is drawn.
    associatedtype Overlay: View

    /// What is drawn over the view.
    @ViewBuilder
    var overlay: Overlay { get }
  }

  struct LifecycleModifier: ViewModifier {
    let viewModel: BaseLifecycleViewModel
    @SceneState private var scene
    @State private var follower = LifecycleFollower()

    func body(content: Content) -> some View {
      content
        .overlay { ServiceOverlays(viewModel: viewModel) }
        .background { $scene }
        .background { EnvironmentReader(follower.services) }
        .onAppear { follower.follow(viewModel, scene, isShown: true) }
        .onDisappear { follower.follow(viewModel, scene, isShown: false) }
        .onChange(of: scene) {
          follower.follow(viewModel, scene)
          SavedFile.hostDidChange(to: scene)
        }
        .onChange(of: ObjectIdentifier(viewModel)) { follower.follow(viewModel, scene) }
    }
  }

  /// Draws what the services of a view model draw.
  struct ServiceOverlays: View {
    let viewModel: BaseLifecycleViewModel

    var body: some View {
      let services = viewModel.activeLifecycleSubscribables.current.compactMap {
        $0 as? any OverlaySubscribable
      }
      ForEach(services, id: \.overlayID) { $0.erasedOverlay }
    }
  }

  extension OverlaySubscribable {
    fileprivate var overlayID: ObjectIdentifier { ObjectIdentifier(self) }
    fileprivate var erasedOverlay: AnyView { AnyView(overlay) }
  }

  /// Gives the view model of one view identity its stage, and attaches its services.
  @MainActor
  final class LifecycleFollower {
    let services = ServiceAttachment()
    private var isShown = false
    /// The view model that the view shows, and the stage that the view gives it.
    private weak var viewModel: BaseLifecycleViewModel?
    private var stage: WorkStage?

    nonisolated init() {}

    // SwiftUI may let a view appear again that it then removes.
    deinit {
      guard let viewModel, let stage else { return }
      Task { @MainActor in viewModel.viewDidChange(from: stage, to: nil) }
    }

    func follow(
      _ viewModel: BaseLifecycleViewModel,
      _ scene: HostState,
      isShown: Bool? = nil
    ) {
      if let isShown { self.isShown = isShown }
      if self.isShown { services.attach(to: viewModel) }
      if viewModel !== self.viewModel {
        self.viewModel?.viewDidChange(from: stage.take(), to: nil)
        (self.viewModel, stage) = (viewModel, nil)
      }
      let old = stage
      stage = self.isShown ? scene.stage : nil
      viewModel.viewDidChange(from: old, to: stage)
    }
  }

  extension BaseLifecycleViewModel {
    /// Gives the view model the highest stage of its views, after that of one view has changed.
    ///
    /// SwiftUI lets a view appear before the one in whose place it is disappears.
    fileprivate func viewDidChange(from old: WorkStage?, to new: WorkStage?) {
      let before = stageOfViews
      count(old, by: -1)
      count(new, by: 1)
      // The owner may have cleared the view model.
      guard stageOfViews != before, stage.current != .cleared else { return }
      switch stageOfViews {
      case .resumed: didResume()
      case .visible: didBecomeVisible()
      case nil: if [.visible, .resumed].contains(stage.current) { didPause() }
      }
    }

    private func count(_ stage: WorkStage?, by change: Int) {
      switch stage {
      case .visible: views.visible += change
      case .resumed: views.resumed += change
      case nil: break
      }
    }

    private var stageOfViews: WorkStage? {
      views.resumed > 0 ? .resumed : views.visible > 0 ? .visible : nil
    }
  }
#endif
