// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
open class UIScene: UIResponder {
  public enum ActivationState: Sendable {
    case unattached, foregroundActive, foregroundInactive, background
  }

  @MainActor
  open class ConnectionOptions: NSObject {}

  public static let didActivateNotification = notification("DidActivate")
  public static let willDeactivateNotification = notification("WillDeactivate")
  public static let willEnterForegroundNotification = notification("WillEnterForeground")
  public static let didEnterBackgroundNotification = notification("DidEnterBackground")

  private static func notification(_ name: String) -> NSNotification.Name {
    NSNotification.Name("UIScene\(name)Notification")
  }

  open internal(set) var activationState = ActivationState.unattached
  open var delegate: (any UISceneDelegate)?
}

@MainActor
open class UIOpenURLContext: NSObject {
  open var url: URL { opened }
  private let opened: URL

  init(_ url: URL) {
    opened = url
    super.init()
  }
}

open class UIWindowScene: UIScene {
  open internal(set) weak var keyWindow: UIWindow?

  /// Moves the scene to another state, and posts what UIKit posts on the way.
  ///
  /// A change between the background and the foreground passes through the inactive state.
  public func enter(_ state: ActivationState) {
    while activationState != state {
      switch (activationState, state) {
      case (.foregroundActive, _):
        post(Self.willDeactivateNotification)
        activationState = .foregroundInactive
      case (.foregroundInactive, .foregroundActive):
        activationState = .foregroundActive
        post(Self.didActivateNotification)
      case (.foregroundInactive, _):
        activationState = .background
        delegate?.sceneDidEnterBackground(self)
        post(Self.didEnterBackgroundNotification)
      default:
        post(Self.willEnterForegroundNotification)
        activationState = .foregroundInactive
      }
    }
  }

  /// Opens a link as another app does.
  public func open(_ url: URL) {
    delegate?.scene(self, openURLContexts: [UIOpenURLContext(url)])
  }

  private func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

@MainActor
open class UISceneSession: NSObject {}

// The requirements are optional in UIKit.
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}

@MainActor
open class UIApplication: UIResponder {
  public static let shared = UIApplication()

  /// None: tests run side by side.
  open var connectedScenes: Set<UIScene> { [] }

  open func open(_ url: URL, options: [String: Any] = [:]) async -> Bool { url.scheme == "https" }
}
