/// Holds the state of a feature: takes intents, and gives states and labels.
///
///     view ──event──▶ intent ──▶ store ──state──▶ model ──▶ view
///                                  └────label (one-shot news)──▶ view
///
/// Lives on the main actor. What every store promises, ``ReducerStore`` and those that you write:
/// - The state has one storage, ``state``; equal states are dropped.
/// - An intent takes effect before ``send(_:)`` returns, as far as it needs no asynchronous work. One that
///   is sent by an observer of a change is queued, not nested; none is lost, and all keep their order.
/// - A label waits until somebody iterates ``labels``, and is delivered once.
/// - After `dispose()` no intent has an effect, no work changes the state, and no label is published. The
///   last state stays.
///
/// `expectStoreConformance` of the test utilities checks them.
@MainActor
public protocol Store<Intent, State, Label>: Disposable {
  /// What the user, or the app, wants of the feature.
  associatedtype Intent: Sendable
  /// Everything that is to be shown.
  associatedtype State: Equatable, Sendable
  /// News that are told once and that are no state: to open a dialog, to scroll.
  associatedtype Label: Sendable

  /// The state; its `stateFlow` is the same for other isolations.
  var state: InitializedObservable<State> { get }

  /// The news, for one consumer: each label goes to whoever takes it first.
  var labels: StoreLabels<Label> { get }

  /// Hands an intent to the store.
  ///
  /// Does nothing after `dispose()`.
  func send(_ intent: Intent)
}
