/// What a view model relies on, whatever navigator it is given.
///
/// What the ticket guarantees by itself, as that only its first outcome counts and that everyone who
/// waits gets the same one, before the end and after it, is no rule for navigators.
public enum NavigatorRule: String, CaseIterable, Hashable, Sendable {
  /// Actions of the set are accepted.
  case acceptsItsActions
  /// Each request gets a ticket of its own.
  case ownTicket
  /// The transition of an accepted request ends.
  case transitionEnds
  /// A request without result ends as done.
  case endsAsDone
  /// A request that cannot be carried out throws, or its ticket ends as refused.
  case refusalIsTold
  /// The transition of a refused request ends with the error of the refusal.
  case refusalEndsTransition
  /// A refusal leaves the navigator as it was: requests after it are carried out.
  case refusalChangesNothing
  /// A wait that is cancelled ends alone; the request goes on, and ends for those who still wait.
  case cancelledWait
  /// A ticket may be dropped: requests after it are carried out.
  case droppedTicket
  /// A request that is made while another one is carried out is carried out too.
  case reentrantRequest
  /// A request for a result that is still open ends when the navigator and its host are gone.
  case endsWithHost
  /// A navigator that nobody holds is released, whatever was asked of it.
  case release

  /// The rule as a sentence.
  public var text: String {
    switch self {
    case .acceptsItsActions: "actions of the set are accepted"
    case .ownTicket: "each request gets a ticket of its own"
    case .transitionEnds: "the transition of an accepted request ends"
    case .endsAsDone: "a request without result ends as done"
    case .refusalIsTold: "what cannot be carried out throws, or its ticket ends as refused"
    case .refusalEndsTransition: "the transition of a refused request ends with the refusal's error"
    case .refusalChangesNothing: "requests after a refused one are carried out"
    case .cancelledWait: "a cancelled wait ends alone, and the request goes on"
    case .droppedTicket: "requests after one whose ticket was dropped are carried out"
    case .reentrantRequest: "a request made while another one is carried out is carried out too"
    case .endsWithHost: "an open request ends when the navigator and its host are gone"
    case .release: "a navigator that nobody holds is released"
    }
  }
}
