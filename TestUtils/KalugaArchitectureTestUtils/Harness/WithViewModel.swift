public import KalugaArchitecture

/// Runs a test with a view model, clears it at the end, and checks that the test leaves nothing
/// behind.
///
///     try await withViewModel(HomeViewModel(navigator: navigator)) { harness in
///       await harness.resume()
///       harness.viewModel.name = "Ada"
///       #expect(harness.viewModel.isValid.current)
///     }
///
/// ``ExhaustiveChecks`` lists the checks. They cover recorders and navigators that are created
/// inside the closure. A navigator that is created earlier is covered only by checks around this
/// call, such as ``withExhaustiveChecks(except:allowing:limit:file:line:_:)``, which also says what
/// else fails the test. If the test throws, the view model is cleared, and only errors that nothing
/// has handled are reported.
///
/// - Returns: The result of the test.
/// - Throws: The error of the test.
@discardableResult
@MainActor
public func withViewModel<ViewModel: LifecycleViewModel, Output>(
  _ makeViewModel: @autoclosure @MainActor () throws -> ViewModel,
  except exceptions: ExhaustiveChecks = [],
  allowing allowed: Set<ArchitectureDiagnostic.Kind> = [],
  limit: Duration = .seconds(5),
  file: StaticString = #filePath,
  line: UInt = #line,
  _ body: @MainActor (ViewModelHarness<ViewModel>) async throws -> Output
) async throws -> Output {
  try await withExhaustiveChecks(
    except: exceptions.union(.requests),
    allowing: allowed,
    limit: limit,
    file: file,
    line: line
  ) {
    let viewModel = try makeViewModel()
    let harness = ViewModelHarness(
      viewModel,
      file: file,
      line: line
    )
    return try await body(harness)
  }
}
