public import KalugaArchitecture

/// Runs a test with a view model, always clears it at the end, and checks that the test leaves nothing behind.
///
///     try await withViewModel(HomeViewModel(navigator: navigator)) { harness in
///       await harness.resume()
///       harness.viewModel.name = "Ada"
///       #expect(harness.viewModel.isValid.current)
///     }
///
/// ``ExhaustiveChecks`` lists the checks. Recorders and navigators that are created inside the closure belong to
/// them. A navigator that is created before belongs to the checks around this call, if there are any; see
/// ``withExhaustiveChecks(except:limit:_:)``. If the test throws, nothing is checked.
///
/// - Parameters:
///   - makeViewModel: Creates the view model, on the main actor.
///   - exceptions: The checks to leave out: `.life` for a view model that the test created before, or keeps.
///   - limit: How long its tasks may take to end after a pause or `clear()`.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - body: The test.
/// - Returns: The result of the test.
/// - Throws: The error of the test.
@discardableResult
@MainActor
public func withViewModel<ViewModel: LifecycleViewModel, Output>(
  _ makeViewModel: @autoclosure @MainActor () throws -> ViewModel,
  except exceptions: ExhaustiveChecks = [],
  limit: Duration = .seconds(5),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: @MainActor (ViewModelHarness<ViewModel>) async throws -> Output
) async throws -> Output {
  try await withExhaustiveChecks(except: exceptions, limit: limit) {
    let viewModel = try makeViewModel()
    let harness = ViewModelHarness(
      viewModel,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return try await body(harness)
  }
}
