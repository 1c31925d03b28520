/// Reads the state, dispatches messages and publishes labels for one effect.
///
/// Messages and labels of an effect are dropped after it was cancelled or its store was disposed, even if the
/// effect ignores its cancellation. An effect does not retain the store.
///
/// An effect that has ended cannot be cancelled: a callback that it left behind still has an effect until the store
/// is disposed. Await callbacks inside the effect with ``withCallback(isolation:fileID:line:_:)``.
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

  /// Changes the state by the reducer; calls observers before this returns.
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
