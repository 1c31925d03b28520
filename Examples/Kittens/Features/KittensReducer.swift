/// Changes the state of the list: a pure function.
enum KittensReducer {
  enum Message: Sendable {
    case began(KittensState.Loading)
    case loaded(KittensState.Loading, [KittenImage], isComplete: Bool)
    case failed(KittenDataError)
    case answered(KittenImage, isLiked: Bool)
  }

  static func reduce(_ state: inout KittensState, _ message: Message) {
    switch message {
    case .began(let loading):
      state.loading = loading
      state.error = nil
    case .loaded(let loading, let images, let isComplete):
      state.images = loading == .refresh ? images : state.images + images
      state.isComplete = isComplete
      state.loading = nil
    case .failed(let error):
      state.loading = nil
      state.error = error
    case .answered(let image, let isLiked):
      if isLiked { state.liked.insert(image) } else { state.liked.remove(image) }
    }
  }
}
