public import KalugaArchitecture

/// A store made of an initial state, a pure reducer, and an executor for side effects.
///
///     intent ──▶ executor ──message──▶ reducer ──▶ state
///                   ├────────label──────────────▶ labels
///                   └──▶ effect ──message, label──▶ …
///
/// The executor receives one intent at a time. An intent that is sent while the store handles
/// another is queued. Each message changes the state immediately, and observers are called before
/// `dispatch` returns. Two exceptions: inside a change of the store's subject from elsewhere, observers
/// are called after that change, and over a full shared flow a message can replace one that waits.
///
/// A message changes a copy of the state, and an equal state is dropped. In a subject that regards
/// every write as a change, the state is changed in place, without a copy. Effects are asynchronous;
/// ``StoreContext`` starts and cancels them.
///
/// The store ends with `dispose()` or when it is released. Running effects are then cancelled, and
/// messages and labels that they still send are dropped.
@MainActor
public final class ReducerStore<
  Intent: Sendable,
  State: Equatable & Sendable,
  Message,
  Label: Sendable
>: Store {
  /// The context that the executor receives with each intent.
  public typealias Context = StoreContext<State, Message, Label>

  /// The state; equal states are dropped.
  public let state: InitializedObservable<State>

  private let core: StoreCore<State, Message, Label>
  private let execute: @MainActor (Intent, Context) -> Void

  /// Creates a store.
  ///
  /// Stops the program if the capacity is less than 1.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - labelCapacity: How many labels wait for a consumer; beyond that, the oldest are dropped
  ///     and counted.
  ///   - reduce: Applies a message to the state, without side effects. Called on the main actor.
  ///   - execute: Carries out an intent. The store retains it, so capture the store's owner weakly.
  @inlinable
  public convenience init(
    initialState: State,
    labelCapacity: Int = 64,
    reduce: @escaping @MainActor (inout State, Message) -> Void,
    execute: @escaping @MainActor (Intent, Context) -> Void
  ) {
    self.init(
      state: InitializedSubject(wrappedValue: initialState),
      labelCapacity: labelCapacity,
      reduce: reduce,
      execute: execute
    )
  }

  /// Creates a store whose state is stored in a subject, such as that of a ``/KalugaArchitecture/Saved`` property.
  ///
  ///     @Saved("game") private var game = Game()
  ///     lazy var store = ReducerStore(state: $game, reduce: Game.reduce)
  ///
  /// The store begins with the subject's value. A write to the subject from elsewhere bypasses the
  /// reducer, but the next message is applied to its result. Stops the program if the capacity is
  /// less than 1.
  ///
  /// - Parameters:
  ///   - state: The subject that stores the state.
  ///   - labelCapacity: How many labels wait for a consumer; beyond that, the oldest are dropped
  ///     and counted.
  ///   - reduce: Applies a message to the state, without side effects. Called on the main actor.
  ///   - execute: Carries out an intent. The store retains it, so capture the store's owner weakly.
  @inlinable
  public convenience init(
    state: InitializedSubject<State>,
    labelCapacity: Int = 64,
    reduce: @escaping @MainActor (inout State, Message) -> Void,
    execute: @escaping @MainActor (Intent, Context) -> Void
  ) {
    // Made here, so that it is compiled for the types of the app.
    self.init(state, labelCapacity, execute) { message in
      state.update { reduce(&$0, message) }
    }
  }

  @usableFromInline
  init(
    _ state: InitializedSubject<State>,
    _ labelCapacity: Int,
    _ execute: @escaping @MainActor (Intent, Context) -> Void,
    reduce: @escaping @MainActor (Message) -> Void
  ) {
    core = StoreCore(
      state,
      name: "ReducerStore of \(State.self)",
      labelCapacity: labelCapacity,
      reduce: reduce
    )
    self.state = core.subject.asObservable()
    self.execute = execute
  }

  /// Creates a store whose intents are its messages, without labels or asynchronous work.
  @inlinable
  public convenience init(
    initialState: State,
    reduce: @escaping @MainActor (inout State, Intent) -> Void
  ) where Message == Intent, Label == Never {
    self.init(state: InitializedSubject(wrappedValue: initialState), reduce: reduce)
  }

  /// Creates a store in a subject whose intents are its messages, without labels or asynchronous
  /// work.
  @inlinable
  public convenience init(
    state: InitializedSubject<State>,
    reduce: @escaping @MainActor (inout State, Intent) -> Void
  ) where Message == Intent, Label == Never {
    self.init(state: state, reduce: reduce) { intent, context in
      context.dispatch(intent)
    }
  }

  deinit {
    core.dispose()
  }

  /// The labels that no consumer has taken yet, and all later ones.
  public var labels: StoreLabels<Label> { StoreLabels(core.channel) }

  /// Passes an intent to the executor, or queues it while the store handles another.
  ///
  /// Does nothing after ``dispose()``.
  public func send(_ intent: Intent) {
    guard core.begin() else {
      core.enqueue { [self] in handle(intent) }
      return
    }
    handle(intent)
    core.end()
  }

  private func handle(_ intent: Intent) {
    guard !core.isDisposed else { return }
    ArchitectureEvents.send(.intent(intent, store: core.name))
    execute(intent, Context(core))
  }

  /// Ends the store: cancels its effects and ignores later intents.
  ///
  /// Later calls do nothing. After a call on the main actor, nothing is dispatched or published,
  /// not even by the intent that is being handled. After a call elsewhere, at most the running
  /// dispatch completes. The state and labels that have not been taken stay available.
  public nonisolated func dispose() {
    core.dispose()
  }
}
