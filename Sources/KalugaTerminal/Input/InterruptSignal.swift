import KalugaArchitecture

/// Listens for Ctrl-C until it is stopped.
@MainActor
final class InterruptSignal {
  private struct State {
    /// The number of interrupts that nothing has dealt with.
    var arrived = 0
    var action: (@Sendable () -> Void)?
  }

  private nonisolated let state = Lock(State())
  private lazy var listener = SignalListener(.interrupted) { [weak self] in self?.interrupt() }

  private nonisolated func interrupt() {
    let action = state.withLock { state in
      state.arrived += 1
      return state.action.take()
    }
    action?()
  }

  /// Whether an interrupt has arrived that nothing has dealt with.
  var hasArrived: Bool { state.withLock { $0.arrived > 0 } }

  /// Suspends until Ctrl-C no longer ends the process; no prompt may appear earlier.
  func listening() async {
    await listener.listening()
  }

  /// Replaces the action that the next interrupt runs; runs it at once if there already was an
  /// interrupt.
  func onInterrupt(_ action: @escaping @Sendable () -> Void) {
    let hasArrived = state.withLock { state in
      if state.arrived == 0 { state.action = action }
      return state.arrived > 0
    }
    if hasArrived { action() }
  }

  /// Forgets an interrupt, which ends nothing.
  func forgetOne() {
    state.withLock { $0.arrived -= 1 }
  }

  func stop() {
    listener.stop()
    state.withLock { $0.action = nil }
  }
}
