import Synchronization

/// Handlers in the order of their arrival, each until its token is disposed.
///
/// From the disposal on a handler is not called any more; it is removed, and so released, on the main
/// actor soon after.
@MainActor
struct HandlerList<Handler> {
  struct Entry {
    fileprivate let id: Int
    let handler: Handler
    fileprivate let token: HandlerToken

    /// To be asked right before each call: the call before may have ended this one.
    var isDisposed: Bool { token.isDisposed }
  }

  /// The handlers at this moment, in order.
  private(set) var entries: [Entry] = []
  private var lastID = 0

  // No key path: generic code makes it anew each time.
  var isEmpty: Bool { !entries.contains { !$0.isDisposed } }

  /// Calls the body with each handler that has not been disposed when its turn comes.
  func forEach(_ body: (Handler) -> Void) {
    for entry in entries where !entry.isDisposed { body(entry.handler) }
  }

  mutating func add(
    _ handler: Handler,
    remove: @escaping @MainActor (Int) -> Void
  ) -> any Disposable {
    lastID += 1
    let id = lastID
    let token = HandlerToken { remove(id) }
    entries.append(Entry(id: id, handler: handler, token: token))
    return token
  }

  mutating func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    // Out of the list first: the release may run foreign code, which may come back here.
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
