/// A rule that every navigator must keep; failures name it.
enum NavigatorRule: String, ConformanceRule {
  case acceptsItsActions = "actions of the set are accepted"
  case ownTicket = "each request gets a ticket of its own"
  case transitionEnds = "the transition of an accepted request ends"
  case endsAsDone = "a request without a result ends as done"
  case refusalIsTold = "a request that cannot be carried out throws or ends as refused"
  case refusalEndsTransition = "the transition of a refused request ends with the refusal's error"
  case refusalChangesNothing = "requests after a refused request are carried out"
  case cancelledWait = "a cancelled wait ends alone, and the request continues"
  case droppedTicket = "requests after one whose ticket was released are carried out"
  case reentrantRequest = "a request made inside another request is carried out too"
  case endsWithHost = "an open request ends when the navigator and its host are released"
  case release = "a navigator without owners is released"
}
