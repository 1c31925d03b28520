#if canImport(UIKit) && !os(watchOS)
  package import KalugaArchitecture
  package import UIKit

  /// Follows the scene of a controller, and writes saved files when it enters the background.
  ///
  /// It needs no code in the delegate of the scene, because it follows the notifications.
  @MainActor
  package final class SceneFollower {
    private var bag = DisposeBag()
    private weak var scene: UIScene?
    private var hasScene = false

    package init() {}

    /// Follows the scene of the window, and calls the closure with its state now and after each
    /// change.
    ///
    /// A window without a scene is active. Does nothing if it follows this scene already.
    package func follow(_ window: UIWindow?, _ didChange: @escaping @MainActor (HostState) -> Void)
    {
      let scene = window?.windowScene
      guard !hasScene || scene !== self.scene else { return }
      hasScene = true
      self.scene = scene
      bag = DisposeBag()
      didChange(scene.map { state(of: $0) } ?? .active)
      guard let scene else { return }
      // The state of the scene is not always the new one yet when the notification is posted.
      let states: [(Notification.Name, HostState)] = [
        (UIScene.didActivateNotification, .active),
        (UIScene.willDeactivateNotification, .inactive),
        (UIScene.willEnterForegroundNotification, .inactive),
        (UIScene.didEnterBackgroundNotification, .background),
      ]
      for (name, state) in states {
        let token = NotificationCenter.default.addObserver(
          forName: name,
          object: scene,
          queue: nil
        ) { [weak self, weak scene] _ in
          // UIKit posts on the main thread. The last scene may post until its token is removed.
          MainActor.assumeIsolated {
            guard let scene, self?.scene === scene else { return }
            didChange(state)
            SavedFile.hostDidChange(to: state)
          }
        }
        SimpleDisposable { @MainActor in NotificationCenter.default.removeObserver(token) }
          .addTo(bag)
      }
    }

    private func state(of scene: UIScene) -> HostState {
      switch scene.activationState {
      case .foregroundActive: .active
      case .foregroundInactive: .inactive
      // Also a scene that is not attached yet.
      default: .background
      }
    }
  }
#endif
