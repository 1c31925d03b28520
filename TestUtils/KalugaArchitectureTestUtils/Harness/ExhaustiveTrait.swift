public import KalugaArchitecture
public import Testing

/// A trait that checks at the end of each test that it leaves nothing behind.
///
/// Use ``Testing/Trait/exhaustive`` to create it.
public struct ExhaustiveTrait: TestTrait, SuiteTrait, TestScoping {
  private let exceptions: ExhaustiveChecks
  private let allowed: Set<ArchitectureDiagnostic.Kind>
  private let limit: Duration

  /// Whether a suite applies the trait to each of its tests; always true.
  public var isRecursive: Bool { true }

  init(
    except exceptions: ExhaustiveChecks,
    allowing allowed: Set<ArchitectureDiagnostic.Kind>,
    limit: Duration
  ) {
    self.exceptions = exceptions
    self.allowed = allowed
    self.limit = limit
  }

  /// Runs one test, and checks that it leaves nothing behind.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let reporter = FailureReporter()
    let watch = await TestWatch(
      checks: .all.subtracting(exceptions),
      allowing: allowed,
      limit: limit
    ) { text, location in
      if let location { return reporter.report(text, at: location) }
      Issue.record("\(text)", sourceLocation: test.sourceLocation)
    }
    try await watch.watch(function)
  }
}

extension Trait where Self == ExhaustiveTrait {
  /// Checks at the end of a test, or of each test of a suite, that it leaves nothing behind.
  ///
  ///     @Test(.exhaustive) func saves() async throws {
  ///       let navigator = RecordingNavigator<ProfileNavigation>()
  ///       let harness = ViewModelHarness(ProfileViewModel(navigator: navigator))
  ///       await harness.resume()
  ///       …
  ///     }
  ///
  /// For XCTest, or for a part of a test, use
  /// ``withExhaustiveChecks(except:allowing:limit:file:line:_:)``.
  public static var exhaustive: Self { exhaustive() }

  /// Checks at the end of a test, or of each test of a suite, that it leaves nothing behind.
  ///
  /// - Parameters:
  ///   - exceptions: The checks to leave out.
  ///   - allowed: The kinds of problems that the toolkit may report without failing the test.
  ///   - limit: How long the checks wait for tasks to end and objects to be released, in real time.
  /// - Returns: The trait.
  public static func exhaustive(
    except exceptions: ExhaustiveChecks = [],
    allowing allowed: Set<ArchitectureDiagnostic.Kind> = [],
    limit: Duration = .seconds(5)
  ) -> Self {
    ExhaustiveTrait(except: exceptions, allowing: allowed, limit: limit)
  }
}
