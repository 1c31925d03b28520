/// A rule that view models rely on, and that every navigator must keep.
///
/// Guarantees of `NavigationTicket` hold for every navigator, and are not listed: only the first
/// outcome counts, and all waiters receive it, before and after the end.
public enum NavigatorRule: String, CaseIterable, Hashable, Sendable {
  /// Actions of the set are accepted.
  case acceptsItsActions
  /// Each request gets a ticket of its own.
  case ownTicket
  /// The transition of an accepted request ends.
  case transitionEnds
  /// A request without a result ends as done.
  case endsAsDone
  /// A request that cannot be carried out throws, or its ticket ends as refused.
  case refusalIsTold
  /// The transition of a refused request ends with the error of the refusal.
  case refusalEndsTransition
  /// Requests after a refused request are carried out.
  case refusalChangesNothing
  /// A cancelled wait ends alone: the request continues, and ends for the other waiters.
  case cancelledWait
  /// Requests after one whose ticket was released are carried out.
  case droppedTicket
  /// A request that is made while another request is carried out is carried out too.
  case reentrantRequest
  /// An open request for a result ends when the navigator and its host are released.
  case endsWithHost
  /// A navigator without owners is released, whatever was requested of it.
  case release

  /// The rule as a sentence.
  public var text: String {
    switch self {
    case .acceptsItsActions: "actions of the set are accepted"
    case .ownTicket: "each request gets a ticket of its own"
    case .transitionEnds: "the transition of an accepted request ends"
    case .endsAsDone: "a request without a result ends as done"
    case .refusalIsTold: "a request that cannot be carried out throws or ends as refused"
    case .refusalEndsTransition: "the transition of a refused request ends with the refusal's error"
    case .refusalChangesNothing: "requests after a refused request are carried out"
    case .cancelledWait: "a cancelled wait ends alone, and the request continues"
    case .droppedTicket: "requests after one whose ticket was released are carried out"
    case .reentrantRequest: "a request made inside another request is carried out too"
    case .endsWithHost: "an open request ends when the navigator and its host are released"
    case .release: "a navigator without owners is released"
    }
  }
}
