import Dispatch
import KalugaArchitecture

/// Listens for Ctrl-C until it is stopped.
@MainActor
final class InterruptSignal {
  private struct State {
    var hasArrived = false
    var action: (@Sendable () -> Void)?
  }

  private let source: any DispatchSourceSignal
  private let state: SharedState
  private let registration = OneShot<Void>()

  /// Retained by the source's handler, which must not retain the source itself.
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
    // A separate queue, which gets a thread even if all others are busy.
    let queue = DispatchQueue(label: "KalugaTerminal.InterruptSignal")
    let source = DispatchSource.makeSignalSource(signal: Platform.interrupt, queue: queue)
    // Sendable, because both run on the queue and would otherwise be isolated to the main actor.
    source.setEventHandler { @Sendable in state.interrupt() }
    source.setRegistrationHandler { @Sendable [registration] in
      Platform.leaveInterruptsToDispatch()
      registration.settle()
    }
    source.resume()
    self.source = source
    self.state = state
  }

  /// Suspends until the source listens.
  ///
  /// The source is registered on another thread. Until then Ctrl-C ends the process, so no prompt
  /// may appear earlier.
  func listening() async {
    await registration.wait()
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
    source.cancel()
    state.lock.withLock { $0.action = nil }
  }
}
