import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores

/// A store of a list of words.
typealias WordStore = ReducerStore<WordIntent, [String], String, String>
typealias WordEffect = StoreEffect<[String], String, String>
typealias WordComponent = MviComponent<[String], String, String>

enum WordIntent: Sendable {
  /// Appends a word.
  case add(String)
  /// Changes nothing.
  case nothing
  /// Publishes a label.
  case tell(String)
  /// Starts an effect that cancels the previous one.
  case latest(String)
  /// Starts an effect that does not cancel others.
  case each(String)
  /// Cancels the latest effect.
  case cancel
}

/// Makes stores whose effects do what a test says.
@MainActor
func makeWordStore(
  labelCapacity: Int = 64,
  effect: @escaping @MainActor (String, WordEffect) async throws -> Void = { word, effect in
    effect.dispatch(word)
  }
) -> WordStore {
  WordStore(initialState: [], labelCapacity: labelCapacity) { words, word in
    if !word.isEmpty { words.append(word) }
  } execute: { intent, context in
    switch intent {
    case .add(let word): context.dispatch(word)
    case .nothing: context.dispatch("")
    case .tell(let text): context.publish(text)
    case .latest(let word): context.latest("word") { try await effect(word, $0) }
    case .each(let word): context.launch { try await effect(word, $0) }
    case .cancel: context.cancel("word")
    }
  }
}

/// A store whose effects wait as their word says, then dispatch and publish it.
///
/// A "stubborn" effect waits at the gate and ignores its cancellation. A "patient" one waits until
/// it is cancelled. Other effects do not wait.
@MainActor
struct EffectScene {
  /// The words of the effects that have begun, and of those that have ended.
  let begun: Log<String>
  let ended: Log<String>
  let gate: Gate
  let store: WordStore

  init() {
    let (begun, ended, gate) = (Log<String>(), Log<String>(), Gate())
    store = makeWordStore { word, effect in
      begun.append(word)
      if word.hasPrefix("stubborn") { await gate.passIgnoringCancellation() }
      if word.hasPrefix("patient") { await untilCancelled() }
      effect.dispatch(word)
      effect.publish(word)
      ended.append(word)
    }
    (self.begun, self.ended, self.gate) = (begun, ended, gate)
  }
}

/// A view that records its models and labels.
final class WordView: BaseMviView<[String], String, String> {
  private(set) var rendered: [[String]] = []
  private(set) var shown: [String] = []
  var onRender: (([String]) -> Void)?
  var onShow: ((String) -> Void)?

  override func render(_ model: [String]) {
    rendered.append(model)
    onRender?(model)
  }

  override func show(_ label: String) {
    shown.append(label)
    onShow?(label)
  }
}

/// A component that shows words in capitals, without those that begin with a hash.
///
/// Each event is a word to add. An empty one is ignored.
@MainActor
func makeWordComponent(
  _ store: any Store<WordIntent, [String], String>,
  startIntent: WordIntent? = nil,
  stopIntent: WordIntent? = nil
) -> WordComponent {
  WordComponent(store, startIntent: startIntent, stopIntent: stopIntent) { words in
    words.filter { !$0.hasPrefix("#") }.map { $0.uppercased() }
  } intent: { word in
    word.isEmpty ? nil : .add(word)
  }
}
