/// Holds the state of a feature, receives intents, and publishes states and labels.
///
///     view ──event──▶ intent ──▶ store ──state──▶ model ──▶ view
///                                  └────label (one-shot news)──▶ view
///
/// Stores are isolated to the main actor. Every store, ``ReducerStore`` as well as your own, keeps these rules:
/// - The state has one storage, ``state``; equal states are dropped.
/// - The synchronous part of an intent takes effect before ``send(_:)`` returns. An intent that an observer of
///   a change sends is queued, not nested. None is lost, and all keep their order.
/// - A label waits until ``labels`` is iterated, and is delivered once.
/// - After `dispose()` no intent has an effect, no work changes the state, and no label is published. The
///   last state stays.
///
/// `expectStoreConformance` in the test utilities checks these rules.
@MainActor
public protocol Store<Intent, State, Label>: Disposable {
  /// What the user or the app asks of the feature.
  associatedtype Intent: Sendable
  /// Everything that the feature shows.
  associatedtype State: Equatable, Sendable
  /// A one-shot event that is not part of the state, such as opening a dialog or scrolling.
  associatedtype Label: Sendable

  /// The state; other isolations read its `stateFlow`.
  var state: InitializedObservable<State> { get }

  /// The labels, for one consumer: each label is delivered to the consumer that takes it first.
  var labels: StoreLabels<Label> { get }

  /// Sends an intent to the store.
  ///
  /// Does nothing after `dispose()`.
  func send(_ intent: Intent)
}
