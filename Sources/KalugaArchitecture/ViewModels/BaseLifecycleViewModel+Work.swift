extension BaseLifecycleViewModel {
  /// Runs work at each resume and cancels it at the pause; runs never overlap.
  ///
  /// The first run begins immediately if the view model is resumed, and otherwise at the next
  /// resume. Each later run begins after ``onResume(scope:)``, in the order of registration. If the
  /// previous run has been cancelled but has not ended, the new run waits for it; the resume itself
  /// does not. After ten seconds, the previous run is abandoned: the new run begins beside it, and
  /// ``ArchitectureDiagnostic/Kind/abandonedWork`` is reported. Errors are reported to
  /// ``ArchitectureDiagnostics``, because the scopes of view models have no error handler. The view
  /// model retains the closure until it is released, so capture the view model weakly.
  ///
  /// Call this once, in the initializer. In ``onResume(scope:)`` it would register the work once more
  /// at each resume, which ``ArchitectureDiagnostic/Kind/repeatedRegistration`` reports.
  ///
  /// Use ``poll(every:during:clock:name:fileID:line:_:)`` for work that repeats while the view
  /// model is shown, ``load(during:name:fileID:line:_:)`` for a value to show, and ``LatestWork``
  /// for work that newer work replaces.
  ///
  /// AndroidX: `repeatOnLifecycle`.
  ///
  /// - Parameters:
  ///   - name: The task's name, for debugging.
  ///   - fileID: The caller's file, for diagnostics.
  ///   - line: The caller's line, for diagnostics.
  ///   - operation: The work.
  public final func repeatOnResume(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @MainActor () async throws -> Void
  ) {
    repeatWork("repeatOnResume", .resumed, name, fileID, line, operation)
  }

  /// Runs work each time the view model becomes visible, and cancels it when it is hidden.
  ///
  /// Otherwise, this is ``repeatOnResume(name:fileID:line:_:)``. The work goes on under a sheet that
  /// covers the screen partly, under a question, and while the host is inactive.
  public final func repeatWhileVisible(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @MainActor () async throws -> Void
  ) {
    repeatWork("repeatWhileVisible", .visible, name, fileID, line, operation)
  }

  /// Registers work under the name of the call that diagnostics show.
  private func repeatWork(
    _ call: String,
    _ stage: WorkStage,
    _ name: String?,
    _ fileID: StaticString,
    _ line: UInt,
    _ operation: @escaping @MainActor () async throws -> Void
  ) {
    noteRegistration(call, fileID, line)
    let runs = SerialRuns()
    begin(at: stage, name: "\(call) at \(fileID):\(line)") { scope in
      scope.launch(name: name) { [core = scope.core] in
        try await runs.run(core.workName(call, fileID, line), operation)
      }
    }
  }

  /// Runs work at each resume, and again after each interval until the pause; or while the view model
  /// is visible.
  ///
  ///     poll(every: .seconds(30)) { [weak self, api] in self?.status = try await api.status() }
  ///
  /// An interval begins at the end of a run. No run begins after the pause. An error ends only the
  /// run that throws it; it is reported to ``ArchitectureDiagnostics``. Otherwise the rules of
  /// ``repeatOnResume(name:fileID:line:_:)`` apply.
  ///
  /// - Parameters:
  ///   - interval: The time from the end of a run to the beginning of the next.
  ///   - stage: The stage during which the work runs.
  ///   - clock: Measures the intervals.
  ///   - name: The task's name, for debugging.
  ///   - fileID: The caller's file, for diagnostics.
  ///   - line: The caller's line, for diagnostics.
  ///   - operation: The work. Retained until the view model is released.
  public final func poll(
    every interval: Duration,
    during stage: WorkStage = .resumed,
    clock: any Clock<Duration> = ContinuousClock(),
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @MainActor () async throws -> Void
  ) {
    let errors = scope.core
    repeatWork("poll", stage, name, fileID, line) {
      while true {
        do {
          try await operation()
        } catch {
          // Work may throw any error when it is cancelled.
          try Task.checkCancellation()
          errors.report(error, of: name ?? "poll at \(fileID):\(line)")
        }
        try await ArchitectureEvents.sleep(for: interval.bounded, clock)
        // A clock may return from a sleep that was cancelled at its very end.
        try Task.checkCancellation()
      }
    }
  }

  /// Calls the closure with each element of a sequence while the view model is resumed.
  ///
  /// Iteration follows the rules of ``repeatOnResume(name:fileID:line:_:)``, and starts again at each
  /// resume. A state flow then delivers its newest value first, and skips values that it had only
  /// during the pause.
  ///
  /// An `AsyncStream` cannot be iterated again: it ends for good when the pause cancels its consumer.
  /// Share it first, with `stream.shareIn(scope)`, or use a ``CallbackFlow``. A sequence that has
  /// ended in this way is reported as ``ArchitectureDiagnostic/Kind/endedSequence``.
  public final func collectWhileResumed<Source: AsyncSequence & Sendable>(
    _ sequence: Source,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ onEach: @escaping @MainActor (Source.Element) -> Void
  ) {
    collect(sequence, "collectWhileResumed", .resumed, name, fileID, line, onEach)
  }

  /// Calls the closure with each element of a sequence while the view model is visible.
  ///
  /// Otherwise, this is ``collectWhileResumed(_:name:fileID:line:_:)``: the iteration starts again each
  /// time the view model becomes visible. It goes on under a sheet that covers the screen partly.
  ///
  ///     collectWhileVisible(locations) { [weak self] in self?.position = $0 }
  public final func collectWhileVisible<Source: AsyncSequence & Sendable>(
    _ sequence: Source,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ onEach: @escaping @MainActor (Source.Element) -> Void
  ) {
    collect(sequence, "collectWhileVisible", .visible, name, fileID, line, onEach)
  }

  private func collect<Source: AsyncSequence & Sendable>(
    _ sequence: Source,
    _ call: String,
    _ stage: WorkStage,
    _ name: String?,
    _ fileID: StaticString,
    _ line: UInt,
    _ onEach: @escaping @MainActor (Source.Element) -> Void
  ) {
    let history = Lock(IterationHistory())
    repeatWork(call, stage, name, fileID, line) {
      var (isEmpty, hasEnded) = (true, false)
      defer {
        let isOver = history.withLock {
          $0.didEnd(isEmpty: isEmpty && hasEnded, isCancelled: Task.isCancelled)
        }
        if isOver {
          let consumer = "\(call) at \(fileID):\(line)"
          ArchitectureDiagnostics.reportEnded(Source.self, in: consumer)
        }
      }
      var iterator = sequence.makeAsyncIterator()
      while let element = try await iterator.next(isolation: MainActor.shared) {
        try Source.AsyncIterator.checkCancellation()
        isEmpty = false
        onEach(element)
      }
      hasEnded = true
    }
  }
}
