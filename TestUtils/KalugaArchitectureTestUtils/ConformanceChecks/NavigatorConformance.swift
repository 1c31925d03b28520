public import KalugaArchitecture

/// Checks that a navigator keeps the rules that view models rely on.
///
///     try await expectNavigatorConformance(accepting: [.details(ada), .sheet], refusing: .forbidden) { onNavigate in
///       let driver = makeDriver()
///       driver.start()
///       let navigator = StackNavigator(driver) { (action: HomeNavigation) in
///         onNavigate()
///         return …
///       }
///       return NavigatorUnderTest(navigator, host: driver)
///     }
///
/// The rules are those of ``NavigatorRule``. Each is checked with a navigator of its own.
///
/// - Parameters:
///   - accepted: Actions that a fresh navigator accepts, any number of times and in any order; at least
///     one.
///   - refused: An action that a fresh navigator refuses; nil if there is none. Then the rules about
///     refusals are not checked.
///   - limit: How long each thing that must happen may take.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - makeNavigator: Makes a fresh navigator. The closure that it gets is to be called wherever the
///     navigator calls others while it carries out a request: there, requests are made again. Of a
///     navigator that calls nobody, requests inside requests are not checked.
/// - Returns: The rules that were checked. All that are broken are in one failure, each with what happened.
/// - Throws: What `makeNavigator` throws.
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
      "there is no accepted action to check the navigator with: name at least one in 'accepting'",
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
