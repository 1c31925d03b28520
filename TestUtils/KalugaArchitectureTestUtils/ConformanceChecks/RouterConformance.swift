public import KalugaArchitecture
import KalugaCoordinators

/// Checks that a router keeps the rules that coordinators rely on.
///
///     try await expectRouterConformance(opening: AppScreen.login, .about) {
///       let driver = makeDriver()
///       driver.start()
///       return RouterUnderTest(StackRouter(driver), host: driver)
///     }
///
/// Each rule is checked with a new router, and with view models of the checks. One failure reports all
/// broken rules, each with its name and what happened instead; the test continues. The rules are:
/// - New screens can be pushed, presented and made the root.
/// - A screen is open when the request that opens it returns.
/// - A request removes the screens that it names, and no others.
/// - Screens leave with the reason `back` after `pop` and `popToRoot`, and otherwise with `closed`.
/// - Of screens that leave together, upper ones are reported first.
/// - View models are resumed on top, paused below and cleared at the end.
/// - A request that cannot be carried out throws.
/// - Requests after a refused request are carried out.
/// - Requests that are made at the same time are carried out in order.
/// - Open screens end as `hostEnded` when the host is released.
/// - A request after the release of the host throws `noHost`, and its screen ends.
/// - A router without owners is released, and so is a view model that has left.
///
/// - Parameters:
///   - first: A screen that a new router opens, any number of times and in any place.
///   - second: Another such screen.
///   - limit: How long to wait for each expected event, in real time.
///   - file: Where a failure is reported.
///   - line: Where a failure is reported.
///   - makeRouter: Creates a new router that has started. If it has no host, the rules about the
///     release of the host are not checked.
/// - Throws: The error that `makeRouter` throws.
@MainActor
public func expectRouterConformance<Destination: NavigationDestination>(
  opening first: Destination,
  _ second: Destination,
  limit: Duration = .seconds(5),
  file: StaticString = #filePath,
  line: UInt = #line,
  of makeRouter: @escaping @MainActor () throws -> RouterUnderTest<Destination>
) async throws {
  let checks = RouterChecks(first, second, limit: limit, make: makeRouter)
  for scenario in RouterScenario.all { try await checks.checkRemoval(scenario) }
  try await checks.checkRefusals()
  try await checks.checkOrder()
  try await checks.checkHostEnd()
  try await checks.checkRelease()

  checks.report.report(kind: "routers", at: CallLocation(file, line))
}
