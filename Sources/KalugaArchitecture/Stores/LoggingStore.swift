/// A store that wraps another store and logs what passes through it.
///
///     let store = LoggingStore(makeStore()) { print("kittens:", $0) }
///
/// Intents are logged when they are sent, states when they change, and labels when they are
/// delivered. A label that no consumer takes is not logged. Use this store in place of the wrapped
/// one; disposing it disposes the wrapped store.
///
/// - Important: Entries hold intents, states and labels unchanged, including private data. Their
///   text omits private rows of a ``NavigationBundleContent`` and nothing else. Switch over the
///   entry to omit more.
@MainActor
public final class LoggingStore<
  Intent: Sendable,
  State: Equatable & Sendable,
  Label: Sendable
>: Store {
  /// The state of the wrapped store.
  public let state: InitializedObservable<State>

  /// The labels of the wrapped store; each label that is taken from this sequence is logged.
  public let labels: StoreLabels<Label>

  private nonisolated let wrapped: any Store<Intent, State, Label>
  private let log: @Sendable (StoreLogEntry<Intent, State, Label>) -> Void
  private nonisolated let observation: any Disposable

  /// Wraps a store, and logs its state.
  ///
  /// - Parameters:
  ///   - wrapped: The store.
  ///   - log: Called with each entry: on the main actor for intents and states, on the consumer's
  ///     isolation for labels.
  public init(
    _ wrapped: any Store<Intent, State, Label>,
    log: @escaping @Sendable (StoreLogEntry<Intent, State, Label>) -> Void
  ) {
    self.wrapped = wrapped
    self.log = log
    state = wrapped.state
    labels = wrapped.labels.onDelivery { log(.label($0)) }
    observation = wrapped.state.observe { log(.state($0)) }
  }

  deinit {
    observation.dispose()
  }

  /// Logs the intent and sends it to the wrapped store.
  public func send(_ intent: Intent) {
    log(.intent(intent))
    wrapped.send(intent)
  }

  /// Ends the wrapped store.
  public nonisolated func dispose() {
    wrapped.dispose()
  }
}
