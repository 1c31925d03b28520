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
  private let registration = OneShot<Void>()

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
    let state = SharedState()
    // A queue of its own, which gets a thread also if all others are busy.
    let queue = DispatchQueue(label: "KalugaTerminal.InterruptSignal")
    let source = DispatchSource.makeSignalSource(signal: Platform.interrupt, queue: queue)
    // Sendable, so that they are not taken for main-actor code: they run on the queue.
    source.setEventHandler { @Sendable in state.interrupt() }
    source.setRegistrationHandler { @Sendable [registration] in
      Platform.leaveInterruptsToDispatch()
      registration.settle()
    }
    source.resume()
    self.source = source
    self.state = state
  }

  /// Suspends until the source listens; an interrupt before that ends the process, as by default.
  ///
  /// To listen begins on another thread. Whoever was asked for input earlier could press Ctrl-C in vain.
  func listening() async {
    await registration.wait()
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
