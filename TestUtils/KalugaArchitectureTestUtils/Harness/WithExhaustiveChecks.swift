/// Runs a test, or a part of one, and checks at the end what it left behind.
///
///     func testSaving() async throws {                                     // XCTest
///       try await withExhaustiveChecks {
///         let navigator = RecordingNavigator<ProfileNavigation>()
///         let harness = ViewModelHarness(ProfileViewModel(navigator: navigator))
///         await harness.resume()
///         …
///       }
///     }
///
/// What is checked is said at ``ExhaustiveChecks``; each failure is reported where the harness, recorder
/// or navigator was made. Those belong to the innermost checks in which they are made, in tasks too but
/// not in detached ones. View models of harnesses are cleared at the end, also when the test throws;
/// nothing else is reported then. In Swift Testing the trait `.exhaustive` does the same
/// for a whole test.
///
/// - Parameters:
///   - exceptions: What is not checked.
///   - limit: How long tasks may take to end, and objects to be released.
///   - body: The test.
/// - Returns: What the test returns.
/// - Throws: What the test throws.
@discardableResult
@MainActor
public func withExhaustiveChecks<Output>(
  except exceptions: ExhaustiveChecks = [],
  limit: Duration = .seconds(5),
  _ body: @MainActor () async throws -> Output
) async throws -> Output {
  let watch = TestWatch(checks: .all.subtracting(exceptions), limit: limit)
  return try await watch.watch(body)
}
