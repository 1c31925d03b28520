import KalugaArchitecture
public import KalugaStores

/// The type of the list's store.
public typealias KittensStore = any Store<KittensIntent, KittensState, KittensLabel>

/// Makes the store of the list.
///
/// - Parameters:
///   - source: Loads the images.
///   - pageSize: The number of images that are loaded at a time.
/// - Returns: A store that has loaded nothing yet.
@MainActor
public func makeKittensStore(source: any KittenDataSource, pageSize: Int = 4) -> KittensStore {
  let executor = KittensExecutor(source: source, pageSize: pageSize)
  return ReducerStore(
    initialState: KittensState(),
    reduce: KittensReducer.reduce,
    execute: executor.execute
  )
}

/// Carries out the intents.
@MainActor
private struct KittensExecutor {
  typealias Context = StoreContext<KittensState, KittensReducer.Message, KittensLabel>

  /// Identifies effects: starting one cancels a running one with the same identifier.
  private enum Effect: Hashable {
    case load
  }

  let source: any KittenDataSource
  let pageSize: Int

  func execute(_ intent: KittensIntent, _ context: Context) {
    let state = context.state
    switch intent {
    case .begin:
      if let loading = state.loading {
        load(loading, context)
      } else if state.images.isEmpty, state.error == nil {
        load(.refresh, context)
      }
    case .loadMore: if state.loading == nil, !state.isComplete { load(.more, context) }
    case .refresh: load(.refresh, context)
    // The state remembers what was being loaded, so that `begin` loads it again.
    case .stop: context.cancel(Effect.load)
    case .ask(let index):
      let isThere = state.images.indices.contains(index)
      context.publish(isThere ? .openDialog(state.images[index]) : .noSuchImage(index))
    case .answer(let image, let isLiked): context.dispatch(.answered(image, isLiked: isLiked))
    }
  }

  /// Loads a page, and cancels the page that is loading, if any.
  private func load(_ loading: KittensState.Loading, _ context: Context) {
    context.dispatch(.began(loading))
    let offset = loading == .refresh ? 0 : context.state.images.count
    context.latest(Effect.load) { [source, pageSize] effect in
      do throws(KittenDataError) {
        let images = try await source.load(limit: pageSize, offset: offset)
        effect.dispatch(.loaded(loading, images, isComplete: images.count < pageSize))
      } catch {
        effect.dispatch(.failed(error))
      }
    }
  }
}
