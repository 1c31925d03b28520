public import KalugaArchitecture

/// Holds the state of a feature, handles intents, and publishes states and labels.
///
///     view ──event──▶ intent ──▶ store ──state──▶ model ──▶ view
///                                  └────label (one-shot news)──▶ view
///
/// Stores are isolated to the main actor. Every store, whether ``ReducerStore`` or your own, keeps
/// these rules:
/// - The state has one storage, ``state``; equal states are dropped.
/// - The synchronous part of an intent takes effect before ``send(_:)`` returns. An intent that is
///   sent by an observer of the store's own change is queued, not nested. No intent is lost, and intents keep
///   their order.
/// - A label waits until ``labels`` is iterated, and is delivered once.
/// - After `dispose()`, intents have no effect, no work changes the state, and no label is
///   published. The last state stays.
///
/// `expectStoreConformance` in the test utilities checks these rules.
@MainActor
public protocol Store<Intent, State, Label>: Disposable {
  /// A request of the user or the app to the feature.
  associatedtype Intent: Sendable
  /// The state that the feature shows.
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

extension Store {
  /// Unavailable: call ``send(_:)``.
  @available(*, unavailable, renamed: "send(_:)")
  public func accept(_ intent: Intent) {
    send(intent)
  }
}
