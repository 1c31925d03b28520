public import KalugaArchitecture

/// Drives a view model through its life in a test.
///
/// Made by ``withViewModel(_:limit:mayOutliveTest:fileID:line:_:)``.
@MainActor
public final class ViewModelHarness<ViewModel: LifecycleViewModel> {
  /// The view model under test.
  public let viewModel: ViewModel

  private let limit: Duration

  init(_ viewModel: ViewModel, limit: Duration) {
    self.viewModel = viewModel
    self.limit = limit
  }

  /// Waits until each task of the view model waits at a clock, a gate or a flow, or for something else
  /// inside the toolkit.
  ///
  /// - Throws: Which tasks still run when the limit of the test is over, and where the others wait. See
  ///   ``waitUntilParked(_:limit:fileID:line:)``.
  public func waitUntilParked(fileID: StaticString = #fileID, line: UInt = #line) async throws {
    try await KalugaArchitectureTestUtils.waitUntilParked(
      viewModel.scope,
      limit: limit,
      fileID: fileID,
      line: line
    )
  }

  /// Clears the view model, as its host does at the end.
  public func clear() {
    viewModel.clear()
  }
}

extension ViewModelHarness where ViewModel: BaseLifecycleViewModel {
  /// Resumes the view model and waits until what it launched has started.
  public func resume() async {
    viewModel.didResume()
    if MainActorSeededExecutor.current != nil { return await settle() }
    // Jobs of the main actor run in the order in which they were queued: what was launched has begun
    // when this one runs.
    await Task { @MainActor in }.value
  }

  /// Pauses the view model and waits until the work that ran while it was shown has ended, that of its
  /// children included.
  ///
  /// Work that takes no notice of its cancellation is waited for until the limit of the test is over.
  public func pause() async {
    let scopes = viewModel.resumedScopesOfFamily
    viewModel.didPause()
    let ended = Settlement<Void>()
    startTask {
      for scope in scopes { await scope.waitUntilEmpty() }
      ended.settle(())
    }
    _ = await wait(for: ended, atMost: limit)
  }
}

/// Runs a test with a view model, and always clears it at the end, also when the test throws.
///
///     try await withViewModel(HomeViewModel(navigator: navigator)) { harness in
///       await harness.resume()
///       harness.viewModel.name = "Ada"
///       #expect(harness.viewModel.isValid.current)
///     }
///
/// - Parameters:
///   - makeViewModel: Makes the view model, on the main actor.
///   - limit: How long, after clearing or a pause, its tasks may take to end.
///   - mayOutliveTest: Whether the view model may be alive afterwards: for one that the test has made
///     before, or keeps.
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - body: The test.
/// - Returns: What the test returns.
/// - Throws: What the test throws, that tasks of the view model still run after it was cleared, or that
///   something still holds it.
@discardableResult
@MainActor
public func withViewModel<ViewModel: LifecycleViewModel, Output>(
  _ makeViewModel: @autoclosure @MainActor () throws -> ViewModel,
  limit: Duration = .seconds(5),
  mayOutliveTest: Bool = false,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ body: @MainActor (ViewModelHarness<ViewModel>) async throws -> Output
) async throws -> Output {
  let (result, scope, survivor) = try await run(makeViewModel, limit, body)
  let ended = Settlement<Void>()
  startTask {
    await scope.waitUntilEmpty()
    ended.settle(())
  }
  if await !wait(for: ended, atMost: limit) {
    // The test's own error says more than what follows from it.
    _ = try result.get()
    throw TestUtilsError(
      "\(scope.runningCount) task(s) of \(ViewModel.self) still run \(limit) after it was cleared: "
        + "let them end when they are cancelled",
      CallLocation(fileID: fileID, line: line)
    )
  }
  let output = try result.get()
  if !mayOutliveTest, await survivor.isAlive(after: limit) {
    throw TestUtilsError(
      "\(ViewModel.self) is still alive after the test: something captures it strongly "
        + "(work that waits, an observer, a callback). Capture it weakly, or say mayOutliveTest",
      CallLocation(fileID: fileID, line: line)
    )
  }
  return output
}

/// Runs the test and clears the view model; on return nothing here holds it any longer.
@MainActor
private func run<ViewModel: LifecycleViewModel, Output>(
  _ makeViewModel: @MainActor () throws -> ViewModel,
  _ limit: Duration,
  _ body: @MainActor (ViewModelHarness<ViewModel>) async throws -> Output
) async throws -> (Result<Output, any Error>, TaskScope, Survivor) {
  // Its scopes can be looked at from their first work on.
  let probe = TaskScopeProbe.current ?? TaskScopeProbe()
  let viewModel = try TaskScopeProbe.$current.withValue(probe) { try makeViewModel() }
  let harness = ViewModelHarness(viewModel, limit: limit)
  let result: Result<Output, any Error>
  do {
    result = .success(try await body(harness))
  } catch {
    result = .failure(error)
  }
  harness.clear()
  return (result, harness.viewModel.scope, Survivor(harness.viewModel))
}
