import Dispatch
import KalugaArchitecture

/// Listens to Ctrl-C until it is stopped.
@MainActor
final class InterruptSignal {
  private struct State {
    var hasArrived = false
    var action: (@Sendable () -> Void)?
  }

  private let source: any DispatchSourceSignal
  private let state: SharedState

  /// Kept by the source's handler, which must not keep the source itself.
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
    Platform.ignoreDefaultInterrupt()
    let state = SharedState()
    let source = DispatchSource.makeSignalSource(signal: Platform.interrupt, queue: .global())
    // Sendable, so that it is not taken for main-actor code: it runs on a queue.
    source.setEventHandler { @Sendable in state.interrupt() }
    source.resume()
    self.source = source
    self.state = state
  }

  /// Runs the action at the next interrupt, or at once if there was one; replaces the action before.
  func onInterrupt(_ action: @escaping @Sendable () -> Void) {
    let hasArrived = state.lock.withLock { state in
      if !state.hasArrived { state.action = action }
      return state.hasArrived
    }
    if hasArrived { action() }
  }

  func stop() {
    source.cancel()
    state.lock.withLock { $0.action = nil }
  }
}
