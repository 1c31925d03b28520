/// What components and views rely on, whatever store they are given.
///
/// What the types of state and labels guarantee by themselves, as that a consumer that is cancelled takes
/// no label with it, is no rule for stores.
public enum StoreRule: String, CaseIterable, Hashable, Sendable {
  /// An intent that changes the state does so before `send` returns.
  case changesAtOnce
  /// Observers are told of what is read, at once.
  case oneStorage
  /// An intent that leaves the state as it is calls no observer.
  case equalStatesDropped
  /// Intents that an observer sends do what they do from outside, in order; none is lost.
  case reentrantIntents
  /// All observers are told of a state before an intent is handled that one of them sends.
  case intentsNotNested
  /// Labels that nobody waits for are kept.
  case labelsKept
  /// Labels are delivered once, in the order of the intents.
  case labelsOnce
  /// Work that an intent starts arrives.
  case workArrives
  /// After the end an intent changes nothing.
  case endsIntents
  /// After the end no label is published.
  case endsLabels
  /// After the end the work that was under way changes nothing.
  case endsWork
  /// The last state stays after the end, and ending twice is ending once.
  case keepsLastState
  /// A store that nobody holds is released, whatever was asked of it.
  case release

  /// The rule as a sentence.
  public var text: String {
    switch self {
    case .changesAtOnce: "an intent that changes the state does so before send returns"
    case .oneStorage: "observers are told of what is read, at once"
    case .equalStatesDropped: "an intent that leaves the state as it is calls no observer"
    case .reentrantIntents: "intents sent by an observer do what they do from outside, in order"
    case .intentsNotNested: "all observers are told of a state before later intents are handled"
    case .labelsKept: "labels that nobody waits for are kept"
    case .labelsOnce: "labels are delivered once, in order"
    case .workArrives: "work that an intent starts arrives"
    case .endsIntents: "an intent after the end changes nothing"
    case .endsLabels: "no label is published after the end"
    case .endsWork: "work under way changes nothing after the end"
    case .keepsLastState: "the last state stays after the end, which comes once"
    case .release: "a store that nobody holds is released"
    }
  }
}
