/// A rule that components and views rely on, and that every store must keep.
///
/// Guarantees of the types of states and labels hold for every store, and are not listed: for
/// example, a cancelled consumer takes no label.
public enum StoreRule: String, CaseIterable, Hashable, Sendable {
  /// An intent that changes the state does so before `send` returns.
  case changesAtOnce
  /// Observers immediately receive the state that readers see.
  case oneStorage
  /// An intent that leaves the state unchanged calls no observer.
  case equalStatesDropped
  /// Intents that an observer sends have the same effects as others, in order, and none is lost.
  case reentrantIntents
  /// All observers receive a state before the intents that they send in response are handled.
  case intentsNotNested
  /// Labels without a consumer are kept.
  case labelsKept
  /// Labels are delivered once, in the order of the intents.
  case labelsOnce
  /// Work that an intent starts changes the state.
  case workArrives
  /// After the end, intents change nothing.
  case endsIntents
  /// After the end, no label is published.
  case endsLabels
  /// After the end, running work changes nothing.
  case endsWork
  /// The last state stays after the end, even if the store is disposed twice.
  case keepsLastState
  /// A store without owners is released, whatever was sent to it.
  case release

  /// The rule as a sentence.
  public var text: String {
    switch self {
    case .changesAtOnce: "an intent that changes the state does so before send returns"
    case .oneStorage: "observers immediately receive the state that readers see"
    case .equalStatesDropped: "an intent that leaves the state unchanged calls no observer"
    case .reentrantIntents: "intents sent by an observer have the same effects as others, in order"
    case .intentsNotNested: "all observers receive a state before later intents are handled"
    case .labelsKept: "labels without a consumer are kept"
    case .labelsOnce: "labels are delivered once, in order"
    case .workArrives: "work that an intent starts changes the state"
    case .endsIntents: "intents change nothing after the end"
    case .endsLabels: "no label is published after the end"
    case .endsWork: "running work changes nothing after the end"
    case .keepsLastState: "the last state stays after the end, even if disposed twice"
    case .release: "a store without owners is released"
    }
  }
}
