/// A store made of an initial state, a pure reducer, and an executor for what is not pure.
///
///     intent ──▶ executor ──message──▶ reducer ──▶ state
///                   ├────────label──────────────▶ labels
///                   └──▶ effect ──message, label──▶ …
///
/// The executor gets intents one after the other; an intent sent meanwhile is queued. Each message changes
/// the state at once, and observers are told before `dispatch` returns. Effects are asynchronous:
/// ``StoreContext`` starts and cancels them.
///
/// The store ends with `dispose()`, or when nobody holds it any more: running effects are cancelled and
/// nobody hears of them.
@MainActor
public final class ReducerStore<
  Intent: Sendable,
  State: Equatable & Sendable,
  Message,
  Label: Sendable
>: Store {
  /// What the executor works with.
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
  ///   - labelCapacity: How many labels wait for a consumer; of more, the oldest are dropped and counted.
  ///   - reduce: Changes the state by a message, and does nothing else. Called on the main actor.
  ///   - execute: Carries out an intent. It is kept as long as the store: capture the store's owner weakly.
  public init(
    initialState: State,
    labelCapacity: Int = 64,
    reduce: @escaping @MainActor (inout State, Message) -> Void,
    execute: @escaping @MainActor (Intent, Context) -> Void
  ) {
    core = StoreCore(
      initialState,
      name: "ReducerStore of \(State.self)",
      labelCapacity: labelCapacity,
      reduce: reduce
    )
    state = core.subject.asObservable()
    self.execute = execute
  }

  /// Creates a store whose intents are its messages: without labels or asynchronous work.
  public convenience init(
    initialState: State,
    reduce: @escaping @MainActor (inout State, Intent) -> Void
  ) where Message == Intent, Label == Never {
    self.init(initialState: initialState, reduce: reduce) { intent, context in
      context.dispatch(intent)
    }
  }

  deinit {
    core.dispose()
  }

  /// The news that were not taken yet, and those to come.
  public var labels: StoreLabels<Label> { StoreLabels(core.channel) }

  /// Hands an intent to the executor, or queues it if the store is handling something.
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
    execute(intent, Context(core))
  }

  /// Ends the store: cancels its effects, and lets intents do nothing from now on.
  ///
  /// Later calls do nothing. On the main actor nothing is dispatched or published after this, also not by
  /// the intent that is being handled; called elsewhere, at most what is being dispatched. The state stays,
  /// and so do the labels that were not taken.
  public nonisolated func dispose() {
    core.dispose()
  }
}
