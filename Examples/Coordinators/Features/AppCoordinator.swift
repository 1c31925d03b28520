public import KalugaArchitecture

/// The outermost flow: tutorial, then login, then the shop, and the login again.
///
/// A link is kept until the flow runs that it leads to: a new user comes to the linked item through the
/// tutorial and the login.
public final class AppCoordinator: Coordinator<AppScreen, Never> {
  /// What is known of the user.
  public private(set) var session: Session

  private var linkedItem: Item?

  /// Creates the flow of an app that has just been launched.
  public init(session: Session = Session()) {
    self.session = session
  }

  /// Leads from flow to flow, for as long as the app runs.
  public override func start() async throws(NavigationError) {
    while true {
      if !session.hasSeenTutorial {
        session.hasSeenTutorial = try await coordinate(to: TutorialCoordinator()).result != nil
      } else if let user = session.user {
        let shop = ShopCoordinator(user: user, at: linkedItem.take())
        // Cancelled by a link: then the same user goes on elsewhere.
        if try await coordinate(to: shop).result != nil { session.user = nil }
      } else {
        session.user = try await coordinate(to: LoginCoordinator()).result
      }
    }
  }

  /// Goes where a link leads, at once or after what must come before.
  ///
  /// - Throws: What is wrong with the link; then nothing happens.
  public func open(_ link: String) throws(DeepLinkError) {
    if case .item(let item) = try DeepLinks.app.screens(for: link).last {
      linkedItem = item
    } else {
      linkedItem = nil
    }
    for case let shop as ShopCoordinator in children { shop.cancel() }
  }
}
