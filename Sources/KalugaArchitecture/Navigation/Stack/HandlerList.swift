/// A list of handlers in the order in which they were added.
///
/// Each is called until its token is disposed.
///
/// A disposed handler is not called again. It is removed and released in a later job of the main
/// actor.
///
/// This is a class and not a value. Removing a handler from a value would release it inside an
/// access to the owner's property, and the release may run user code that accesses the owner.
@MainActor
package final class HandlerList<Handler> {
  struct Entry {
    let id: Int
    let handler: Handler
    fileprivate let token: SimpleDisposable

    /// Whether the token was disposed.
    ///
    /// Read it right before each call of the handler, because the previous call may have disposed
    /// it.
    var isDisposed: Bool { token.isDisposed }
  }

  /// The current handlers, in order.
  private(set) var entries: [Entry] = []
  private var lastID = 0

  package init() {}

  /// Called with the identifier of each entry that is removed because its token was disposed.
  var onRemove: ((Int) -> Void)?

  // Not a key path, because generic code would make it at each call.
  var isEmpty: Bool { !entries.contains { !$0.isDisposed } }

  /// Calls the body with each handler, except those that are disposed before their turn.
  package func forEach(_ body: (Handler) -> Void) {
    for entry in entries where !entry.isDisposed { body(entry.handler) }
  }

  /// Calls the body with each handler, newest first, until it returns true.
  ///
  /// Handlers that are disposed before their turn are left out.
  func containsFromNewest(where body: (Handler) -> Bool) -> Bool {
    entries.reversed().contains { !$0.isDisposed && body($0.handler) }
  }

  package func add(_ handler: Handler) -> any Disposable {
    lastID += 1
    let token = SimpleDisposable(onDisposeOnMainActor: { [weak self, id = lastID] in
      self?.remove(id)
    })
    entries.append(Entry(id: lastID, handler: handler, token: token))
    return token
  }

  private func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    // Release the handler only after the access to the list has ended.
    let removed = entries.remove(at: index)
    withExtendedLifetime(removed) {}
    onRemove?(id)
  }
}
