import KalugaArchitecture

/// The work that the scopes and stores of an app run, so that a script can wait for its end.
///
/// Work that waits inside the toolkit does not count, because a later command may cause what it waits
/// for, such as an event or the result of a screen.
final class RunningWork: ArchitectureListener {

  private struct State {
    /// The waits inside the toolkit, by work that runs.
    var waits: [Int: [any Suspension]] = [:]
    var change: Promise<Void>?

    /// The work of which no task waits inside the toolkit.
    // `isWaiting` locks nothing else under its own lock, so that this lock may be held.
    var busy: [Int] { waits.filter { !$0.value.contains(where: \.isWaiting) }.map(\.key) }
  }

  let executor: (any TaskExecutor)? = nil
  private let limit: Duration
  private let state = Lock(State())

  init(limit: Duration) {
    self.limit = limit
  }

  /// Waits until all work has ended, but not longer than the limit; what outlasts it is not waited for
  /// again.
  ///
  /// - Parameter settle: Lets work begin.
  @MainActor
  func waitForEnd(_ settle: @MainActor () async -> Void) async {
    await settle()
    guard var change = nextChange() else { return }
    let isOver = Promise<Void>()
    let timer = Task {
      try await Task.sleep(for: limit)
      isOver.settle(())
      self.change { state in
        for work in state.busy { state.waits[work] = nil }
      }
    }
    defer { timer.cancel() }
    while true {
      _ = await change.wait()
      await settle()
      // Work that ends may have begun other work, again and again.
      guard let next = nextChange(), isOver.current == nil else { return }
      change = next
    }
  }

  /// Returns a signal for the next time that work ends or a task waits; nil if no work is busy.
  private func nextChange() -> Promise<Void>? {
    state.withLock { state in
      if state.busy.isEmpty { return nil }
      let change = state.change ?? Promise()
      state.change = change
      return change
    }
  }

  func workDidLaunch(_ work: Int, name: String, scope: String) {}

  func workDidBegin(_ work: Int) {
    state.withLock { $0.waits[work] = [] }
  }

  func workDidEnd(_ work: Int, wasCancelled: Bool) {
    change { $0.waits[work] = nil }
  }

  func taskDidSuspend(_ work: Int, at place: SuspensionPlace, _ suspension: any Suspension) {
    change { state in
      state.waits[work]?.removeAll { !$0.isWaiting }
      state.waits[work]?.append(suspension)
    }
  }

  func taskDidResume(_ work: Int) {}

  func didFind(_ diagnostic: ArchitectureDiagnostic, error: (any Error)?) -> Bool { false }

  private func change(_ body: (inout State) -> Void) {
    let change = state.withLock { state in
      body(&state)
      return state.change.take()
    }
    change?.settle(())
  }
}
