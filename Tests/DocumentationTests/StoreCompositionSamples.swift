// The Swift blocks of the article on MVI about several stores, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

// MARK: A dialog

struct ShareState: StoreState {
  let quote: String
  var comment = ""
}

enum ShareIntent: Hashable, Sendable { case comment(String), send, cancel }

enum ShareLabel: Hashable, Sendable { case shared(String), cancelled }

@MainActor
func makeShareStore(_ quote: String) -> any Store<ShareIntent, ShareState, ShareLabel> {
  ReducerStore(initialState: ShareState(quote: quote)) { state, comment in
    state.comment = comment
  } execute: { intent, context in
    switch intent {
    case .comment(let text): context.dispatch(text)
    case .send: context.publish(.shared("\(context.state.quote) \(context.state.comment)"))
    case .cancel: context.publish(.cancelled)
    }
  }
}

final class SharingViewModel: BaseLifecycleViewModel {
  @InitializedSubject(changePolicy: .everyWrite)
  private(set) var dialog: (any Store<ShareIntent, ShareState, ShareLabel>)? = nil
  @InitializedSubject private(set) var shared: [String] = []
  private let dialogBag = DisposeBag()

  init(_ quotes: any Store<QuotesIntent, QuotesState, QuotesLabel>) {
    super.init()
    quotes.addTo(scope)
    dialogBag.addTo(scope)
    quotes.labels.collect { [weak self] in
      switch $0 {
      case .share(let quote): self?.open(quote)
      }
    }
    .addTo(scope)
  }

  private func open(_ quote: String) {
    dialogBag.dispose()
    let store = makeShareStore(quote)
    store.addTo(dialogBag)
    store.labels.collect { [weak self] in self?.close($0) }.addTo(dialogBag)
    dialog = store
  }

  private func close(_ label: ShareLabel) {
    dialogBag.dispose()
    dialog = nil
    if case .shared(let text) = label { shared.append(text) }
  }
}

// MARK: Tests

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreCompositionSamples {
  @Test func `each fruit has its own store, whose labels change the basket`() async throws {
    try await withViewModel(BasketViewModel()) { harness in
      let model = harness.viewModel
      for fruit in ["apple", "pear"] { model.basket.send(.add(fruit)) }
      #expect(model.fruits.all.current.map(\.id) == ["apple", "pear"])
      let states = ValueRecorder(model.basket.state)
      let pear = try #require(model.fruits["pear"])
      pear.send(.oneMore)
      #expect(pear.state.current == 1)
      try await #expect(states.next { $0.weight > 0 }.weight == 150)
      pear.send(.remove)
      try await #expect(states.next().asked == "pear")
      let question = try #require(model.question.all.current.first?.store)
      #expect(question.state.current == "Remove the pear?")
      question.send(.yes)
      try await #expect(states.next().fruits == ["apple"])
      #expect(model.question.all.current.isEmpty)
      #expect(model.fruits["pear"] == nil)
      model.note.current = "for a pie, and some more for breakfast"
      #expect(model.note.current == "for a pie, and some ")
      try await #expect(states.next().note == model.note.current)
    }
  }

  @Test func `a label opens a dialog with its own store, whose label closes it`() async throws {
    let quotes = makeQuotesStore { ["one"] }
    try await withViewModel(SharingViewModel(quotes)) { harness in
      let model = harness.viewModel
      let loaded = ValueRecorder(quotes.state)
      quotes.send(.load)
      _ = try await loaded.next { !$0.quotes.isEmpty }
      let dialogs = ValueRecorder(model.$dialog.map { $0?.state.current.quote })
      quotes.send(.tap(0))
      await dialogs.expect(nil, "one")
      let dialog = try #require(model.dialog)
      dialog.send(.comment("(by Ada)"))
      dialog.send(.send)
      await dialogs.expect(nil)
      #expect(model.shared == ["one (by Ada)"])
      dialog.send(.comment("late"))
      #expect(dialog.state.current.comment == "(by Ada)")
    }
  }
}
