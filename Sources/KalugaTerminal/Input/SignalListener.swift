import Dispatch
import KalugaArchitecture

/// Runs an action for each signal of a kind, on a thread of its own, until it is stopped.
@MainActor
final class SignalListener {
  private let source: any DispatchSourceSignal
  private let registration = OneShot<Void>()

  init(_ signal: ProcessSignal, action: @escaping @Sendable () -> Void) {
    // A separate queue, which gets a thread even if all others are busy.
    let queue = DispatchQueue(label: "KalugaTerminal.SignalListener")
    source = DispatchSource.makeSignalSource(signal: signal.number, queue: queue)
    // Sendable, because it runs on the queue and would otherwise be isolated like this code.
    source.setEventHandler { @Sendable in action() }
    source.setRegistrationHandler { @Sendable [registration] in
      Platform.leaveToDispatch(signal)
      registration.settle()
    }
    source.resume()
  }

  /// Suspends until the source listens.
  ///
  /// The source is registered on another thread. Until then a signal has its usual effect.
  func listening() async {
    await registration.wait()
  }

  func stop() {
    source.cancel()
  }
}
