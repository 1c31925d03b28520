/// A collection that is changed in place, and an array of closures.
@MainActor
package final class CollectionHolder<Value> {
  // Before the value, whose size depends on its type.
  @usableFromInline var observers: [@MainActor (Value) -> Void] = []
  package var value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }

  @inlinable
  package func observe(_ observer: @escaping @MainActor (Value) -> Void) {
    observers.append(observer)
  }

  /// Calls the observers with the value.
  @inlinable
  package func notify() {
    for observer in observers { observer(value) }
  }
}
