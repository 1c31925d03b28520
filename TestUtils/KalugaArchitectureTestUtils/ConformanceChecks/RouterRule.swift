/// What coordinators rely on, whatever router they are given.
///
/// What `RoutedScreen` guarantees by itself, as that a screen is told once, is no rule for routers.
public enum RouterRule: String, CaseIterable, Hashable, Sendable {
  /// Fresh screens can be pushed, presented and made the root.
  case acceptsItsScreens
  /// A screen is open when the request for it returns.
  case opensBeforeReturn
  /// The view model of a screen is shown while its screen is on top, and cleared when it has left.
  case showsViewModels
  /// Pop takes away the screen on top, which learns that the user went back.
  case popTellsBack
  /// Pop to root takes away all screens but the first one, which learn that the user went back.
  case popToRootTellsBack
  /// Dismiss takes away what is presented, which learns that it was closed.
  case dismissTellsClosed
  /// A new root takes the place of all screens, which learn that they were closed.
  case setRootTellsClosed
  /// Of screens that leave together those on top are told before those under them.
  case tellsFromTheTop
  /// Closing a screen takes away what is over it too.
  case closesWithAllOver
  /// A request that cannot be carried out throws.
  case refusalIsTold
  /// A refusal changes nothing: requests after it are carried out.
  case refusalChangesNothing
  /// Requests that are made at the same time are carried out one after the other.
  case requestsInOrder
  /// Open screens learn when the host ends.
  case endsWithHost
  /// Requests after the end of the host throw that there is none.
  case refusesWithoutHost
  /// The view model of a screen that has left is released, and so is a router that nobody holds.
  case release

  /// The rule as a sentence.
  public var text: String {
    switch self {
    case .acceptsItsScreens: "fresh screens can be pushed, presented and made the root"
    case .opensBeforeReturn: "a screen is open when the request for it returns"
    case .showsViewModels: "view models are resumed on top, paused below, and cleared at the end"
    case .popTellsBack: "pop takes away the screen on top, with the reason back"
    case .popToRootTellsBack: "popToRoot takes away all but the first, with the reason back"
    case .dismissTellsClosed: "dismiss takes away what is presented, with the reason closed"
    case .setRootTellsClosed: "setRoot takes the place of all, with the reason closed"
    case .tellsFromTheTop: "screens that leave together are told from the top"
    case .closesWithAllOver: "closing a screen takes away what is over it too"
    case .refusalIsTold: "a request that cannot be carried out throws"
    case .refusalChangesNothing: "requests after a refused one are carried out"
    case .requestsInOrder: "requests made at the same time are carried out in order"
    case .endsWithHost: "open screens learn when the host ends"
    case .refusesWithoutHost: "requests after the end of the host throw noHost"
    case .release: "a router that nobody holds, and what has left it, is released"
    }
  }
}
