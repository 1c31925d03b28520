// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@available(iOS 13, tvOS 13, *)
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  @MainActor
  open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext> { [] }
  }

  public class var didActivateNotification: NSNotification.Name {
    NSNotification.Name("UISceneDidActivateNotification")
  }
  public class var willDeactivateNotification: NSNotification.Name {
    NSNotification.Name("UISceneWillDeactivateNotification")
  }
  public class var willEnterForegroundNotification: NSNotification.Name {
    NSNotification.Name("UISceneWillEnterForegroundNotification")
  }
  public class var didEnterBackgroundNotification: NSNotification.Name {
    NSNotification.Name("UISceneDidEnterBackgroundNotification")
  }

  open internal(set) var activationState = ActivationState.unattached
  open var delegate: (any UISceneDelegate)?
}

@MainActor
@available(iOS 13, tvOS 13, *)
open class UIOpenURLContext: NSObject {
  open var url: URL { opened }
  private let opened: URL

  init(_ url: URL) {
    opened = url
    super.init()
  }
}

@available(iOS 13, tvOS 13, *)
open class UIWindowScene: UIScene {
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
@available(iOS 13, tvOS 13, *)
open class UISceneSession: NSObject {}

// The requirements are optional in UIKit.
@MainActor
@available(iOS 13, tvOS 13, *)
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
@available(iOS 13, tvOS 13, *)
public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}

@MainActor
@available(iOS 2, tvOS 9, *)
open class UIApplication: UIResponder {
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  public class var shared: UIApplication { StubApplication.shared }

  @available(iOS 10, tvOS 10, *)
  open func open(
    _ url: URL,
    options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]
  ) async -> Bool {
    url.scheme == "https"
  }
}

@MainActor
private enum StubApplication {
  static let shared = UIApplication()
}
