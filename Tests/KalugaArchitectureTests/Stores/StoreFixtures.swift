import KalugaArchitecture

/// A store of a list of words: what it was told, in order.
typealias WordStore = ReducerStore<WordIntent, [String], String, String>

enum WordIntent: Sendable {
  /// Appends a word.
  case add(String)
  /// Changes nothing.
  case nothing
  /// Publishes a label.
  case tell(String)
  /// Starts an effect, of which only the latest counts.
  case latest(String)
  /// Starts an effect of which each counts.
  case each(String)
  /// Cancels the latest effect.
  case cancel
}

typealias WordEffect = StoreEffect<[String], String, String>

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
