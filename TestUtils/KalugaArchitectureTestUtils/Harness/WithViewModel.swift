public import KalugaArchitecture

/// Runs a test with a view model, always clears it at the end, and checks what the test left behind.
///
///     try await withViewModel(HomeViewModel(navigator: navigator)) { harness in
///       await harness.resume()
///       harness.viewModel.name = "Ada"
///       #expect(harness.viewModel.isValid.current)
///     }
///
/// What is checked is said at ``ExhaustiveChecks``. Recorders and navigators that are made in here belong
/// to it; a navigator that is made before belongs to the checks around, if there are some, see
/// ``withExhaustiveChecks(except:limit:_:)``. After a test that throws nothing else is reported.
///
/// - Parameters:
///   - makeViewModel: Makes the view model, on the main actor.
///   - exceptions: What is not checked: `.life` for a view model that the test has made before, or keeps.
///   - limit: How long, after clearing or a pause, its tasks may take to end.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - body: The test.
/// - Returns: What the test returns.
/// - Throws: What the test throws.
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
