public import KalugaArchitecture

/// Checks that a navigator keeps the rules that view models rely on.
///
///     try await expectNavigatorConformance(
///       accepting: [.details(ada), .sheet],
///       refusing: .forbidden
///     ) { onNavigate in
///       let driver = makeDriver()
///       driver.start()
///       let navigator = StackNavigator(driver) { (action: HomeNavigation) in
///         onNavigate()
///         return …
///       }
///       return NavigatorUnderTest(navigator, host: driver)
///     }
///
/// Each rule is checked with a new navigator. One failure reports all broken rules, each with its
/// name and what happened instead; the test continues. The rules are:
/// - Actions of the set are accepted.
/// - Each request gets a ticket of its own.
/// - The transition of an accepted request ends.
/// - A request without a result ends as done.
/// - A request that cannot be carried out throws, or its ticket ends as refused.
/// - The transition of a refused request ends with the error of the refusal.
/// - Requests after a refused request are carried out.
/// - A cancelled wait ends alone: the request continues, and ends for the other waiters.
/// - Requests after one whose ticket was released are carried out.
/// - A request that is made while another request is carried out is carried out too.
/// - An open request for a result ends when the navigator and its host are released.
/// - A navigator without owners is released, whatever was requested of it.
///
/// Guarantees of `NavigationTicket` hold for every navigator: only the first outcome counts, and all
/// waiters receive it, before and after the end.
///
/// - Parameters:
///   - accepted: One or more actions that a new navigator accepts, any number of times and in any
///     order.
///   - refused: An action that a new navigator refuses. If it is nil, the rules about refusals are
///     not checked.
///   - limit: How long to wait for each expected event, in real time.
///   - file: Where a failure is reported.
///   - line: Where a failure is reported.
///   - makeNavigator: Creates a new navigator. If the navigator calls other code while it carries
///     out a request, that code must call the given closure, which makes a request inside the
///     request. If the closure is never called, that rule is not checked.
/// - Throws: The error that `makeNavigator` throws.
@MainActor
public func expectNavigatorConformance<Action: NavigationAction>(
  accepting accepted: [Action],
  refusing refused: Action? = nil,
  limit: Duration = .seconds(5),
  file: StaticString = #filePath,
  line: UInt = #line,
  of makeNavigator:
    @escaping @MainActor (_ onNavigate: @escaping @MainActor () -> Void) throws ->
    NavigatorUnderTest<Action>
) async throws {
  let location = CallLocation(file, line)
  guard let first = accepted.first, let last = accepted.last else {
    FailureReporter().report(
      "there are no actions to check the navigator with: pass at least one in 'accepting'",
      at: location
    )
    return
  }
  let checks = NavigatorChecks(limit: limit, make: makeNavigator)
  for action in accepted { try await checks.checkRequest(action) }
  try await checks.checkResult(first)
  try await checks.checkDroppedTickets(first, last)
  try await checks.checkReentrancy(first, last)
  try await checks.checkHostEnd(first)
  try await checks.checkRelease(accepted)
  if let refused { try await checks.checkRefusal(refused, first) }

  checks.report.report(kind: "navigators", at: location)
}
