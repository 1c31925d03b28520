/// Runs a test, or a part of one, and checks at the end that it leaves nothing behind.
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
/// ``ExhaustiveChecks`` lists the checks. Each failure is reported where the harness, recorder or
/// navigator was created. If calls are nested, the innermost one checks what is created inside it.
/// That includes what child tasks and unstructured tasks create, but not detached tasks. View
/// models of harnesses are always cleared at the end. If the test throws, nothing is checked. In
/// Swift Testing the trait `.exhaustive` does the same for a whole test.
///
/// - Parameters:
///   - exceptions: The checks to leave out.
///   - limit: How long the checks wait for tasks to end and objects to be released, in real time.
///   - body: The test.
/// - Returns: The result of the test.
/// - Throws: The error of the test.
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
