public import KalugaArchitecture

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
/// models of harnesses are always cleared at the end. If the test throws, only errors that nothing
/// has handled are reported. In Swift Testing the trait `.exhaustive` does the same for a whole test.
///
/// Each `ArchitectureDiagnostic` in a scope, store or driver that the test makes is a failure too,
/// reported at this call: an error that nothing handles, a lost result, work that multiplies. Only
/// ignored lifecycle calls are not. A test takes an error that it expects with
/// ``expectError(_:limit:file:line:)``, and allows other problems with `allowing`.
///
/// - Parameters:
///   - exceptions: The checks to leave out.
///   - allowed: The kinds of problems that the toolkit may report without failing the test.
///   - limit: How long the checks wait for tasks to end and objects to be released, in real time.
///   - file: Where problems are reported.
///   - line: Where problems are reported.
///   - body: The test.
/// - Returns: The result of the test.
/// - Throws: The error of the test.
@discardableResult
@MainActor
public func withExhaustiveChecks<Output>(
  except exceptions: ExhaustiveChecks = [],
  allowing allowed: Set<ArchitectureDiagnostic.Kind> = [],
  limit: Duration = .seconds(5),
  file: StaticString = #filePath,
  line: UInt = #line,
  _ body: @MainActor () async throws -> Output
) async throws -> Output {
  let location = CallLocation(file, line)
  let reporter = FailureReporter()
  let watch = TestWatch(checks: .all.subtracting(exceptions), allowing: allowed, limit: limit) {
    reporter.report($0, at: $1 ?? location)
  }
  return try await watch.watch(body)
}
