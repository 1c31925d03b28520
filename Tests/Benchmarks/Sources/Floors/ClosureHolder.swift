/// A value and an array of closures, and nothing else.
@MainActor
package final class ClosureHolder {
  package var value = 0
  @usableFromInline var observers: [@MainActor (Int) -> Void] = []

  package init() {}

  package func observe(_ observer: @escaping @MainActor (Int) -> Void) {
    observers.append(observer)
  }

  @inlinable
  package func post(_ newValue: Int) {
    guard newValue != value else { return }
    value = newValue
    for observer in observers { observer(newValue) }
  }
}
