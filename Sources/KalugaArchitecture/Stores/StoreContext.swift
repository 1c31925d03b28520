/// What an executor does with an intent: dispatches messages, publishes labels, starts effects.
///
/// Exists only while one intent is handled, and cannot be captured: effects get a ``StoreEffect`` of their
/// own, which falls silent when they are cancelled.
@MainActor
public struct StoreContext<State: Equatable & Sendable, Message, Label: Sendable>: ~Copyable {
  private let core: StoreCore<State, Message, Label>

  init(_ core: StoreCore<State, Message, Label>) {
    self.core = core
  }

  /// The state at this moment, with all messages dispatched so far.
  public var state: State { core.subject.current }

  /// Changes the state by the reducer; observers have been told when this returns.
  public borrowing func dispatch(_ message: Message) {
    core.apply(message)
  }

  /// Tells news once, to whoever takes the labels of the store.
  public borrowing func publish(_ label: Label) {
    core.publish(label)
  }

  /// Starts an effect: asynchronous work on the main actor, until it ends or the store is disposed.
  ///
  /// Starts after the current main-actor job, in the order of these calls. An error that it throws, other
  /// than `CancellationError`, goes to ``ArchitectureDiagnostics``: turn those that users are to see into
  /// messages.
  public borrowing func launch(
    name: String? = nil,
    _ effect: @escaping @MainActor (StoreEffect<State, Message, Label>) async throws -> Void
  ) {
    core.launch(nil, name: name, effect)
  }

  /// Starts an effect of which only the latest counts: cancels the one before with the same identifier.
  ///
  /// It does not wait until that one has noticed: nobody hears of that one any more.
  public borrowing func latest(
    _ id: some Hashable & Sendable,
    _ effect: @escaping @MainActor (StoreEffect<State, Message, Label>) async throws -> Void
  ) {
    core.launch(AnyHashable(id), name: "\(id)", effect)
  }

  /// Cancels the effect with this identifier, if one runs; one that has not begun does not.
  public borrowing func cancel(_ id: some Hashable & Sendable) {
    core.cancel(AnyHashable(id))
  }
}
