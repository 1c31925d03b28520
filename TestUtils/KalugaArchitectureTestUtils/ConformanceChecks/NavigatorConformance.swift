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
/// ``NavigatorRule`` lists the rules. Each is checked with a new navigator. One failure reports all
/// broken rules, each with what happened instead; the test continues.
///
/// - Parameters:
///   - accepted: One or more actions that a new navigator accepts, any number of times and in any
///     order.
///   - refused: An action that a new navigator refuses. If it is nil, the rules about refusals are
///     not checked.
///   - limit: How long to wait for each expected event, in real time.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - makeNavigator: Creates a new navigator. If the navigator calls other code while it carries
///     out a request, that code must call the given closure, which makes a request inside the
///     request. If the closure is never called, that rule is not checked.
/// - Returns: The rules that were checked.
/// - Throws: The error that `makeNavigator` throws.
@discardableResult
@MainActor
public func expectNavigatorConformance<Action: NavigationAction>(
  accepting accepted: [Action],
  refusing refused: Action? = nil,
  limit: Duration = .seconds(5),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  of makeNavigator:
    @escaping @MainActor (_ onNavigate: @escaping @MainActor () -> Void) throws ->
    NavigatorUnderTest<Action>
) async throws -> Set<NavigatorRule> {
  let reporter = FailureReporter()
  let location = CallLocation(fileID, filePath, line, column)
  guard let first = accepted.first, let last = accepted.last else {
    reporter.report(
      "there are no actions to check the navigator with: pass at least one in 'accepting'",
      at: location
    )
    return []
  }
  let checks = NavigatorChecks(limit: limit, make: makeNavigator)
  for action in accepted { try await checks.checkRequest(action) }
  try await checks.checkResult(first)
  try await checks.checkDroppedTickets(first, last)
  try await checks.checkReentrancy(first, last)
  try await checks.checkHostEnd(first)
  try await checks.checkRelease(accepted)
  if let refused { try await checks.checkRefusal(refused, first) }

  reporter.reportBrokenRules(
    checks.violations,
    of: checks.name,
    kind: "navigators",
    at: location
  )
  return checks.checked
}
