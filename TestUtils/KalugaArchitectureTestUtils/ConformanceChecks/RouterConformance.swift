import KalugaArchitecture

/// Checks that a router keeps the rules that coordinators rely on.
///
///     try await expectRouterConformance(opening: [AppScreen.login, .about]) {
///       let driver = makeDriver()
///       driver.start()
///       return RouterUnderTest(StackRouter(driver)) { driver.end() }
///     }
///
/// The rules are those of ``RouterRule``. The checks bring view models of their own.
///
/// - Parameters:
///   - screens: Screens that a fresh router opens, in any order; two different ones.
///   - limit: How long each thing that must happen may take.
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - makeRouter: Makes a fresh router, which has started.
/// - Throws: All rules that are broken, each with what happened; and what `makeRouter` throws.
@MainActor
public func expectRouterConformance<Destination>(
  opening screens: [Destination],
  limit: Duration = .seconds(5),
  fileID: StaticString = #fileID,
  line: UInt = #line,
  of makeRouter: @escaping @MainActor () throws -> RouterUnderTest<Destination>
) async throws {
  let location = CallLocation(fileID: fileID, line: line)
  guard screens.count >= 2, screens[0] != screens[1] else {
    throw TestUtilsError("there are no two different screens to check the router with", location)
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

  guard !checks.violations.isEmpty else { return }
  let list = RouterRule.allCases.compactMap { rule in
    checks.violations[rule].map { "- \(rule.rawValue): \(rule.text); \($0)" }
  }
  throw TestUtilsError(
    "\(checks.name) breaks \(list.count) rule(s) of routers:\n\(list.joined(separator: "\n"))",
    location
  )
}
