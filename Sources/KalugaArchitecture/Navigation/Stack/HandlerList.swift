import Synchronization

/// Handlers in the order in which they were added, each until its token is disposed.
///
/// A disposed handler is not called again. It is removed, and so released, on the main actor soon after.
/// A class and not a value: removing a handler from a property of its owner would release the handler
/// inside the access to that property, and the release may run foreign code that uses the owner.
@MainActor
final class HandlerList<Handler> {
  struct Entry {
    fileprivate let id: Int
    let handler: Handler
    fileprivate let token: HandlerToken

    /// To be read right before each call: the previous call may have disposed this handler.
    var isDisposed: Bool { token.isDisposed }
  }

  /// The handlers at this moment, in order.
  private(set) var entries: [Entry] = []
  private var lastID = 0

  // No key path: generic code makes it again each time.
  var isEmpty: Bool { !entries.contains { !$0.isDisposed } }

  /// Calls the body with each handler that has not been disposed when its turn comes.
  func forEach(_ body: (Handler) -> Void) {
    for entry in entries where !entry.isDisposed { body(entry.handler) }
  }

  func add(_ handler: Handler) -> any Disposable {
    lastID += 1
    let token = HandlerToken { [weak self, id = lastID] in self?.remove(id) }
    entries.append(Entry(id: lastID, handler: handler, token: token))
    return token
  }

  private func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    // The access to the list ends before the handler is released.
    let removed = entries.remove(at: index)
    withExtendedLifetime(removed) {}
  }
}

/// Ends one handler.
private final class HandlerToken: Disposable {
  private let disposed = Atomic(false)
  private let remove: @MainActor () -> Void

  init(remove: @escaping @MainActor () -> Void) {
    self.remove = remove
  }

  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    MainActorQueue.shared.enqueue { [remove] in remove() }
  }
}
