import KalugaArchitecture

/// Checks that a router keeps the rules that coordinators rely on.
///
///     try await expectRouterConformance(opening: [AppScreen.login, .about]) {
///       let driver = makeDriver()
///       driver.start()
///       return RouterUnderTest(StackRouter(driver)) { driver.end() }
///     }
///
/// The rules are those of ``RouterRule``. The checks bring view models of their own. All rules that are
/// broken are in one failure, each with what happened.
///
/// - Parameters:
///   - screens: Screens that a fresh router opens, in any order; two different ones.
///   - limit: How long each thing that must happen may take.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - makeRouter: Makes a fresh router, which has started.
/// - Throws: What `makeRouter` throws.
@MainActor
public func expectRouterConformance<Destination>(
  opening screens: [Destination],
  limit: Duration = .seconds(5),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  of makeRouter: @escaping @MainActor () throws -> RouterUnderTest<Destination>
) async throws {
  let reporter = FailureReporter()
  let location = CallLocation(fileID, filePath, line, column)
  guard screens.count >= 2, screens[0] != screens[1] else {
    reporter.report(
      "there are no two different screens to check the router with: let the first two of 'opening' differ",
      at: location
    )
    return
  }
  let checks = RouterChecks(screens[0], screens[1], limit: limit, make: makeRouter)
  try await checks.checkPush()
  try await checks.checkPopToRoot()
  try await checks.checkPresent()
  try await checks.checkSetRoot()
  try await checks.checkClose()
  try await checks.checkRefusals()
  try await checks.checkOrder()
  try await checks.checkHostEnd()
  try await checks.checkRelease()

  reporter.reportBrokenRules(
    checks.violations,
    of: checks.name,
    kind: "routers",
    at: location
  )
}
