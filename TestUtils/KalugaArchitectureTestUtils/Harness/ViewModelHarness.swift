public import KalugaArchitecture

/// Drives a view model through its life in a test, and clears it at the end.
///
/// Made by ``withViewModel(_:except:limit:fileID:filePath:line:column:_:)``, or inside
/// ``withExhaustiveChecks(except:limit:_:)`` and tests with the trait `.exhaustive`.
@MainActor
public final class ViewModelHarness<ViewModel: LifecycleViewModel> {
  /// The view model under test.
  public let viewModel: ViewModel

  private let checks: ExhaustiveChecks
  private let limit: Duration
  private let reporter = FailureReporter()
  private let watch: TestWatch?

  /// Takes a view model into the checks of the running test.
  ///
  /// Fails where nothing would be checked: outside of every ``withExhaustiveChecks(except:limit:_:)``, and in
  /// a task that is late, when the checks around it have ended.
  public init(
    _ viewModel: ViewModel,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.viewModel = viewModel
    let location = CallLocation(fileID, filePath, line, column)
    let current = TestWatch.current
    watch = current?.hasEnded == false ? current : nil
    guard let watch else {
      checks = .all
      limit = .seconds(5)
      reporter.report(
        "nothing clears \(ViewModel.self) and checks its end: make its harness inside of "
          + "withExhaustiveChecks or of a test with the trait .exhaustive, or call withViewModel",
        at: location
      )
      return
    }
    checks = watch.checks
    limit = watch.limit
    watch.add(viewModel, location)
  }

  /// Waits until each task of the view model has ended or waits at a clock, a gate or a flow, or for
  /// something else inside the toolkit.
  ///
  /// - Parameters:
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Throws: Which tasks still run when the limit of the test is over, and where the others wait, as
  ///   ``waitUntilParked(_:limit:fileID:filePath:line:column:)``.
  public func waitUntilParked(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    try await KalugaArchitectureTestUtils.waitUntilParked(
      viewModel.scope,
      limit: limit,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Clears the view model, as its host does at the end.
  public func clear() {
    viewModel.clear()
  }

  /// Checks at the end of the test that this observable has no more observers than now.
  ///
  /// For what lives longer than the view model and is observed by it.
  ///
  /// - Parameters:
  ///   - observable: What is observed.
  ///   - name: How a failure names it; its label if it has one.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  public func watchObservers<Value>(
    of observable: BasicObservable<Value>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    watch?.add(
      WatchedObservers(
        name ?? observable.label ?? "\(type(of: observable))",
        CallLocation(fileID, filePath, line, column)
      ) { observable.observerCount }
    )
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
  /// Fails if some of it takes no notice of its cancellation: it is waited for until the limit of the
  /// test is over.
  public func pause(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let scopes = viewModel.resumedScopesOfFamily
    viewModel.didPause()
    if await wait(untilEmpty: scopes, atMost: limit) || !checks.contains(.tasks) { return }
    reporter.report(
      stillRunning(scopes, of: "\(ViewModel.self)", limit, after: "paused"),
      at: CallLocation(fileID, filePath, line, column)
    )
  }
}
