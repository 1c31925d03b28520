import Synchronization

/// A value that any thread may write, and an array of closures on the main actor.
@MainActor
final class LockedClosureHolder {
  private nonisolated let state = Mutex(0)
  private var observers: [@MainActor (Int) -> Void] = []

  func observe(_ observer: @escaping @MainActor (Int) -> Void) {
    observers.append(observer)
  }

  nonisolated var value: Int { state.withLock { $0 } }

  func post(_ newValue: Int) {
    let isChange = state.withLock { value in
      defer { value = newValue }
      return newValue != value
    }
    guard isChange else { return }
    for observer in observers { observer(newValue) }
  }
}
