/// A collection that is changed in place, and an array of closures.
@MainActor
final class CollectionHolder<Value> {
  var value: Value
  private var observers: [@MainActor (Value) -> Void] = []

  init(_ value: Value) {
    self.value = value
  }

  func observe(_ observer: @escaping @MainActor (Value) -> Void) {
    observers.append(observer)
  }

  /// Calls the observers with the value.
  func notify() {
    for observer in observers { observer(value) }
  }
}
