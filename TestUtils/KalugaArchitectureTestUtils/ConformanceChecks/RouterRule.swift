/// A rule that every router must keep; failures name it.
enum RouterRule: String, ConformanceRule {
  case acceptsItsScreens = "new screens can be pushed, presented and made the root"
  case opensBeforeReturn = "a screen is open when the request that opens it returns"
  case removesScreens = "a request removes the screens that it names, and no others"
  case reasons = "screens leave with the reason back after pop and popToRoot, otherwise closed"
  case upperFirst = "of screens that leave together, upper ones are reported first"
  case viewModels = "view models are resumed on top, paused below and cleared at the end"
  case refusalIsTold = "a request that cannot be carried out throws"
  case refusalChangesNothing = "requests after a refused request are carried out"
  case requestsInOrder = "requests that are made at the same time are carried out in order"
  case endsWithHost = "open screens end as hostEnded when the host is released"
  case refusesWithoutHost = "a request without the host throws noHost, and its screen ends"
  case release = "a router without owners is released, and so is a view model that has left"
}
