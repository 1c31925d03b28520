/// What an executor does with an intent: dispatches messages, publishes labels, starts effects.
///
/// Good only while its intent is handled. Effects get a ``StoreEffect`` of their own, which falls silent when
/// they are cancelled; using the context in an effect, where nothing could silence it, stops the program.
@MainActor
public struct StoreContext<State: Equatable & Sendable, Message, Label: Sendable> {
  private let core: StoreCore<State, Message, Label>
  private let turn: UInt64

  init(_ core: StoreCore<State, Message, Label>) {
    self.core = core
    turn = core.turn
  }

  /// The state at this moment, with all messages dispatched so far.
  public var state: State { core.subject.current }

  /// Changes the state by the reducer; observers have been told when this returns.
  public func dispatch(_ message: Message) {
    checkTurn()
    core.apply(message)
  }

  /// Tells news once, to whoever takes the labels of the store.
  public func publish(_ label: Label) {
    checkTurn()
    core.publish(label)
  }

  /// Starts an effect: asynchronous work on the main actor, until it ends or the store is disposed.
  ///
  /// Starts after the current main-actor job, in the order of these calls. An error that it throws, other
  /// than `CancellationError`, goes to ``ArchitectureDiagnostics``: turn those that users are to see into
  /// messages.
  public func launch(
    name: String? = nil,
    _ effect: @escaping @MainActor (StoreEffect<State, Message, Label>) async throws -> Void
  ) {
    checkTurn()
    core.launch(nil, name: name, effect)
  }

  /// Starts an effect of which only the latest counts: cancels the one before with the same identifier.
  ///
  /// It does not wait until that one has noticed: nobody hears of that one any more.
  public func latest(
    _ id: some Hashable & Sendable,
    _ effect: @escaping @MainActor (StoreEffect<State, Message, Label>) async throws -> Void
  ) {
    checkTurn()
    core.launch(AnyHashable(id), name: "\(id)", effect)
  }

  /// Cancels the effect with this identifier, if one runs; one that has not begun does not.
  public func cancel(_ id: some Hashable & Sendable) {
    checkTurn()
    core.cancel(AnyHashable(id))
  }

  private func checkTurn() {
    // A mistake in the program's text that shows at the first run of the effect. Going on would let a
    // cancelled effect change the state, which shows once in a thousand runs.
    precondition(
      core.turn == turn,
      "a StoreContext was used after its intent: in an effect, use the handle that the effect gets"
    )
  }
}
