/// A registered consumer of a flow, used by one task at a time.
///
/// It is registered from its creation to its release.
@usableFromInline
final class FlowConsumer<Storage: FlowStorage> {
  @usableFromInline let storage: Storage
  @usableFromInline var cursor: Storage.Cursor

  @usableFromInline
  init(_ storage: Storage) {
    self.storage = storage
    cursor = storage.join()
  }

  deinit {
    storage.leave(cursor)
  }

  /// Returns the next element, or nil at the end of the flow or if the task is cancelled.
  @inlinable
  func next(isolation: isolated (any Actor)?) async -> Storage.Value? {
    while !Task.isCancelled {
      switch storage.take(&cursor) {
      case .value(let value): return value
      case .end: return nil
      case .nothing: await wait(isolation: isolation)
      }
    }
    storage.consumerWasCancelled()
    return nil
  }

  /// Waits until there may be something to take, or the task is cancelled.
  @usableFromInline
  func wait(isolation: isolated (any Actor)?) async {
    let waiter = OneShot<Void>()
    guard let id = storage.addWaiter(waiter, cursor) else { return }
    await withTaskCancellationHandler {
      await waiter.wait(at: .flow, isolation: isolation)
    } onCancel: { [storage] in
      storage.removeWaiter(id)
      waiter.settle()
    }
  }
}
