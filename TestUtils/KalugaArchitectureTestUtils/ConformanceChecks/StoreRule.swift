/// A rule that every store must keep; failures name it.
enum StoreRule: String, ConformanceRule {
  case changesAtOnce = "an intent that changes the state does so before send returns"
  case oneStorage = "observers immediately receive the state that readers see"
  case equalStatesDropped = "an intent that leaves the state unchanged calls no observer"
  case reentrantIntents = "intents sent by an observer have the same effects as others, in order"
  case intentsNotNested = "all observers receive a state before later intents are handled"
  case labelsKept = "labels without a consumer are kept"
  case labelsOnce = "labels are delivered once, in order"
  case workArrives = "work that an intent starts changes the state"
  case endsIntents = "intents change nothing after the end"
  case endsLabels = "no label is published after the end"
  case endsWork = "running work changes nothing after the end"
  case keepsLastState = "the last state stays after the end, even if disposed twice"
  case release = "a store without owners is released"
}
