import KalugaArchitecture
public import KalugaStores

/// The type of the component that connects the store and a view.
public typealias KittensComponent = MviComponent<KittensModel, KittensEvent, KittensLabel>

/// Makes the component of a store, which loads the first page on start and stops loading on stop.
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
