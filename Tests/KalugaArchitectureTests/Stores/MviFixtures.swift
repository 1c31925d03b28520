import KalugaArchitecture

/// A view that remembers what it was told.
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

/// Words in capitals, without those that begin with a hash; each event is a word to add, and an empty one
/// means nothing.
@MainActor
func makeWordComponent(
  _ store: any Store<WordIntent, [String], String>,
  startIntent: WordIntent? = nil,
  stopIntent: WordIntent? = nil
) -> MviComponent<[String], String, String> {
  MviComponent(store, startIntent: startIntent, stopIntent: stopIntent) { words in
    words.filter { !$0.hasPrefix("#") }.map { $0.uppercased() }
  } intent: { word in
    word.isEmpty ? nil : .add(word)
  }
}
