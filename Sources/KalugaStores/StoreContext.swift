import KalugaArchitecture

/// Dispatches messages, publishes labels and starts effects for one intent.
///
/// A context can be used only while its intent is being handled. An effect has a ``StoreEffect`` of
/// its own, which stops dispatching when the effect is cancelled. Using the context in an effect
/// stops the program, because cancelling the effect could not stop the context.
@MainActor
public struct StoreContext<State: Equatable & Sendable, Message, Label: Sendable> {
  private let core: StoreCore<State, Message, Label>
  private let turn: UInt64

  init(_ core: StoreCore<State, Message, Label>) {
    self.core = core
    turn = core.turn
  }

  /// The current state, including all messages dispatched so far.
  public var state: State { core.subject.current }

  /// Applies a message through the reducer; calls observers of the state before this returns,
  /// unless they are being called already.
  public func dispatch(_ message: Message) {
    checkTurn()
    core.apply(message)
  }

  /// Publishes a label, which one consumer of the store's labels receives.
  public func publish(_ label: Label) {
    checkTurn()
    core.publish(label)
  }

  /// Starts an effect: asynchronous work on the main actor that runs until it ends or the store is
  /// disposed.
  ///
  /// Effects start after the current main-actor job, in the order of these calls. An error that an
  /// effect throws, other than `CancellationError`, is reported to ``/KalugaArchitecture/ArchitectureDiagnostics``.
  /// Turn errors that users should see into messages.
  public func launch(
    name: String? = nil,
    _ effect: @escaping @MainActor (StoreEffect<State, Message, Label>) async throws -> Void
  ) {
    checkTurn()
    core.launch(nil, name: name, effect)
  }

  /// Starts an effect and cancels the previous effect with the same identifier.
  ///
  /// Identifiers are the same if they have the same type and are equal: the row `7` and the user
  /// `Int64(7)` are two. The new effect does not wait for the previous one. Messages and labels that
  /// the previous effect still sends are dropped.
  public func latest(
    _ id: some Hashable & Sendable,
    _ effect: @escaping @MainActor (StoreEffect<State, Message, Label>) async throws -> Void
  ) {
    checkTurn()
    core.launch(StoreEffectID(id), name: "\(id)", effect)
  }

  /// Cancels the effect with this identifier, if there is one.
  ///
  /// The identifier must have the type with which the effect was started. An effect that has not
  /// begun does not run.
  public func cancel(_ id: some Hashable & Sendable) {
    checkTurn()
    core.cancel(StoreEffectID(id))
  }

  private func checkTurn() {
    // A programming error that shows at the first run of the effect. Without this check, a
    // cancelled effect could change the state, which would show only in rare runs.
    precondition(
      core.turn == turn,
      "a StoreContext was used after its intent: in an effect, use the handle that the effect gets"
    )
  }
}
