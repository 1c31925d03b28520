import KalugaArchitecture

/// Reads the state, dispatches messages and publishes labels for one effect.
///
/// Messages and labels of an effect are dropped after the effect is cancelled or its store is
/// disposed, even if the effect ignores its cancellation. An effect does not retain the store.
///
/// An effect that has ended can no longer be cancelled. A callback that outlives it can still
/// dispatch messages, until the store is disposed. Await callbacks inside the effect with
/// ``/KalugaArchitecture/withCallback(isolation:fileID:line:_:)``.
@MainActor
public struct StoreEffect<State: Equatable & Sendable, Message, Label: Sendable> {
  private let core: StoreCore<State, Message, Label>
  private let run: StoreEffectRun

  init(_ core: StoreCore<State, Message, Label>, _ run: StoreEffectRun) {
    self.core = core
    self.run = run
  }

  /// The current state.
  public var state: State { core.subject.current }

  /// Applies a message through the reducer; calls observers of the state before this returns,
  /// unless they are being called already.
  public func dispatch(_ message: Message) {
    guard !run.isMute else { return }
    core.applyAlone(message)
  }

  /// Publishes a label, which one consumer of the store's labels receives.
  public func publish(_ label: Label) {
    guard !run.isMute else { return }
    core.publish(label)
  }
}
