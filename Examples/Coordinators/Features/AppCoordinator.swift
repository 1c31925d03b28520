public import KalugaArchitecture
public import KalugaCoordinators

/// The flow of the app: the tutorial, the login, the shop, and after a logout the login again.
///
/// A link is kept until the shop is shown: a new user reaches the linked item after the tutorial
/// and the login.
public final class AppCoordinator: Coordinator<AppScreen, Never> {
  /// What the app knows about the user.
  public private(set) var session: Session

  /// The item of a link, until the shop is shown.
  public private(set) var linkedItem: Item?

  /// Creates the flow of an app that has just been launched.
  public init(session: Session = Session()) {
    self.session = session
  }

  /// Runs one flow after the other for as long as the app runs.
  public override func start() async throws(NavigationError) {
    while true {
      if !session.hasSeenTutorial {
        session.hasSeenTutorial = try await coordinate(to: TutorialCoordinator()).result != nil
      } else if let user = session.user {
        let shop = ShopCoordinator(user: user, at: linkedItem.take())
        // Without a result, a link has cancelled the flow, and the user stays logged in.
        if try await coordinate(to: shop).result != nil { session.user = nil }
      } else {
        session.user = try await coordinate(to: LoginCoordinator()).result
      }
    }
  }

  /// Opens a link, at once or after the tutorial and the login.
  ///
  /// - Throws: What is wrong with the link. An invalid link changes nothing.
  public func open(_ link: String) throws(DeepLinkError) {
    if case .item(let item) = try DeepLinks.app.screens(for: link).last {
      linkedItem = item
    } else {
      linkedItem = nil
    }
    for case let shop as ShopCoordinator in children { shop.cancel() }
  }
}
