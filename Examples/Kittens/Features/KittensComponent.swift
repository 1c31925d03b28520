public import KalugaArchitecture

/// What wires the list and its view.
public typealias KittensComponent = MviComponent<KittensModel, KittensEvent, KittensLabel>

/// Makes the component of a store: loads the first page at the start, and stops loading at the stop.
@MainActor
public func makeKittensComponent(_ store: KittensStore) -> KittensComponent {
  KittensComponent(store, startIntent: .begin, stopIntent: .stop) { state in
    KittensModel(state)
  } intent: { event in
    switch event {
    case .refreshTriggered: .refresh
    case .endReached: .loadMore
    case .itemTapped(let index): .ask(index)
    case .dialogAnswered(let image, let isLiked): .answer(image, isLiked: isLiked)
    case .dialogCancelled: nil
    }
  }
}
