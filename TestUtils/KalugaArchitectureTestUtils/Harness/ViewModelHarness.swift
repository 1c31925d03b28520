public import KalugaArchitecture

/// Drives a view model through its lifecycle in a test, and clears it at the end.
///
/// ``withViewModel(_:except:allowing:limit:file:line:_:)`` creates a harness for
/// you. Inside ``withExhaustiveChecks(except:allowing:limit:file:line:_:)``, or
/// in a test with the trait `.exhaustive`, create one yourself.
@MainActor
public final class ViewModelHarness<ViewModel: LifecycleViewModel> {
  /// The view model under test.
  public let viewModel: ViewModel

  private let checks: ExhaustiveChecks
  private let limit: Duration
  private let reporter = FailureReporter()
  private let watch: TestWatch?

  /// Creates a harness, and adds its view model to the checks of the running test.
  ///
  /// Fails if no checks are active: outside
  /// ``withExhaustiveChecks(except:allowing:limit:file:line:_:)`` and similar
  /// calls, and in a task that outlives them.
  public init(_ viewModel: ViewModel, file: StaticString = #filePath, line: UInt = #line) {
    self.viewModel = viewModel
    let location = CallLocation(file, line)
    let current = TestWatch.current
    watch = current?.hasEnded == false ? current : nil
    guard let watch else {
      checks = .all
      limit = .seconds(5)
      reporter.report(
        "\(ViewModel.self) is neither cleared nor checked: create its harness inside "
          + "withExhaustiveChecks or a test with the trait .exhaustive, or call withViewModel",
        at: location
      )
      return
    }
    checks = watch.checks
    limit = watch.limit
    watch.add(viewModel, location)
  }

  /// Waits until each task of the view model has ended or is parked.
  ///
  /// A parked task waits inside the toolkit, such as at a clock of the test, a gate or a flow.
  ///
  /// - Throws: The error of ``waitUntilParked(_:limit:file:line:)`` if the limit of the test has
  ///   passed.
  public func waitUntilParked(file: StaticString = #filePath, line: UInt = #line) async throws {
    try await KalugaArchitectureTestUtils.waitUntilParked(
      viewModel.scope,
      limit: limit,
      file: file,
      line: line
    )
  }

  /// Clears the view model before the end of the test.
  ///
  /// The checks at the end include the children that it has now. Calling `clear()` of the view model
  /// instead removes them before they can be checked.
  public func clear() {
    if let watch { watch.clear(viewModel) } else { viewModel.clear() }
  }
}

extension ViewModelHarness where ViewModel: BaseLifecycleViewModel {
  /// Resumes the view model and waits until the work that it launched has started.
  public func resume() async {
    viewModel.didResume()
    await workHasStarted()
  }

  /// Makes the view model visible, as under a sheet that covers it partly.
  ///
  /// Waits until the work that it launched has started, and for the end of the work that a pause
  /// cancels, as ``pause(file:line:)`` does.
  public func becomeVisible(file: StaticString = #filePath, line: UInt = #line) async {
    let scopes = viewModel.scopesOfFamily(.resumed)
    viewModel.didBecomeVisible()
    await workHasStarted()
    await waitForEnd(of: scopes, after: "onPause", CallLocation(file, line))
  }

  /// Pauses the view model and waits for the end of the work that the pause cancels.
  ///
  /// That is the work of its visible and resumed scopes, and of those of its children. Fails if work
  /// is still running after the limit of the test.
  public func pause(file: StaticString = #filePath, line: UInt = #line) async {
    let (resumed, visible) = (
      viewModel.scopesOfFamily(.resumed), viewModel.scopesOfFamily(.visible)
    )
    viewModel.didPause()
    await waitForEnd(of: resumed, after: "onPause", CallLocation(file, line))
    await waitForEnd(of: visible, after: "onHidden", CallLocation(file, line))
  }

  private func workHasStarted() async {
    if MainActorSeededExecutor.current != nil { return await settle() }
    // The main actor runs jobs in order, so launched work has started when this job runs.
    await Task { @MainActor in }.value
  }

  private func waitForEnd(
    of scopes: [TaskScope],
    after hook: String,
    _ location: CallLocation
  ) async {
    if await wait(untilEmpty: scopes, atMost: limit) || !checks.contains(.tasks) { return }
    reporter.report(
      stillRunning(scopes, of: "\(ViewModel.self)", limit, after: hook),
      at: location
    )
  }
}

// After a mistake in the closure of `withViewModel`, the compiler tries the closure with a plain
// `LifecycleViewModel`. Without these, it would then report the call to `resume` and not the
// mistake.
extension ViewModelHarness {
  /// Unavailable: only a `BaseLifecycleViewModel` can be resumed.
  @available(*, unavailable, message: "only a BaseLifecycleViewModel can be resumed")
  public func resume() async {}

  /// Unavailable: only a `BaseLifecycleViewModel` can be visible.
  @available(*, unavailable, message: "only a BaseLifecycleViewModel can be visible")
  public func becomeVisible() async {}

  /// Unavailable: only a `BaseLifecycleViewModel` can be paused.
  @available(*, unavailable, message: "only a BaseLifecycleViewModel can be paused")
  public func pause() async {}
}
