/// What an effect sees of its store: it reads the state, dispatches messages and publishes labels.
///
/// Of an effect that was cancelled, or whose store was disposed, nobody hears any more: its messages and
/// labels are dropped, even if it takes no notice of its cancellation. It does not keep the store.
///
/// One that has ended cannot be cancelled any more: a callback that it left behind is heard until the store
/// is disposed. Await the callback inside the effect, as ``withCallback(isolation:fileID:line:_:)`` does.
@MainActor
public struct StoreEffect<State: Equatable & Sendable, Message, Label: Sendable> {
  private let core: StoreCore<State, Message, Label>
  private let run: StoreEffectRun

  init(_ core: StoreCore<State, Message, Label>, _ run: StoreEffectRun) {
    self.core = core
    self.run = run
  }

  /// The state at this moment.
  public var state: State { core.subject.current }

  /// Changes the state by the reducer; observers have been told when this returns.
  public func dispatch(_ message: Message) {
    guard !run.isMute else { return }
    core.applyAlone(message)
  }

  /// Tells news once, to whoever takes the labels of the store.
  public func publish(_ label: Label) {
    guard !run.isMute else { return }
    core.publish(label)
  }
}
