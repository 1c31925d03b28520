/// A value and an array of closures, and nothing else.
@MainActor
final class ClosureHolder {
  var value = 0
  private var observers: [@MainActor (Int) -> Void] = []

  func observe(_ observer: @escaping @MainActor (Int) -> Void) {
    observers.append(observer)
  }

  func post(_ newValue: Int) {
    guard newValue != value else { return }
    value = newValue
    for observer in observers { observer(newValue) }
  }
}
