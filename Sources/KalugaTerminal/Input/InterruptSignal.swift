import KalugaArchitecture

/// Listens for Ctrl-C until it is stopped.
@MainActor
final class InterruptSignal {
  private struct State {
    var hasArrived = false
    var action: (@Sendable () -> Void)?
  }

  private let listener: SignalListener
  private let state: SharedState

  /// Retained by the listener's action, which must not retain the listener itself.
  private final class SharedState: Sendable {
    let lock = Lock(State())

    func interrupt() {
      let action = lock.withLock { state in
        state.hasArrived = true
        return state.action.take()
      }
      action?()
    }
  }

  init() {
    let state = SharedState()
    listener = SignalListener(.interrupted) { state.interrupt() }
    self.state = state
  }

  /// Suspends until Ctrl-C no longer ends the process; no prompt may appear earlier.
  func listening() async {
    await listener.listening()
  }

  /// Replaces the action that the next interrupt runs; runs it at once if there already was an
  /// interrupt.
  func onInterrupt(_ action: @escaping @Sendable () -> Void) {
    let hasArrived = state.lock.withLock { state in
      if !state.hasArrived { state.action = action }
      return state.hasArrived
    }
    if hasArrived { action() }
  }

  func stop() {
    listener.stop()
    state.lock.withLock { $0.action = nil }
  }
}
