import Synchronization

/// A value that any thread may write, and an array of closures on the main actor.
@MainActor
package final class LockedClosureHolder {
  @usableFromInline nonisolated let state = Mutex(0)
  @usableFromInline var observers: [@MainActor (Int) -> Void] = []

  package init() {}

  package func observe(_ observer: @escaping @MainActor (Int) -> Void) {
    observers.append(observer)
  }

  package nonisolated var value: Int { state.withLock { $0 } }

  @inlinable
  package func post(_ newValue: Int) {
    let isChange = state.withLock { value in
      defer { value = newValue }
      return newValue != value
    }
    guard isChange else { return }
    for observer in observers { observer(newValue) }
  }
}
