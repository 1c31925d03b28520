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
  open class ConnectionOptions: NSObject {}

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
        post(Self.didEnterBackgroundNotification)
      default:
        post(Self.willEnterForegroundNotification)
        activationState = .foregroundInactive
      }
    }
  }

  private func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}

@MainActor
@available(iOS 13, tvOS 13, *)
open class UISceneSession: NSObject {}

@MainActor
@available(iOS 13, tvOS 13, *)
public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
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
