/// A value and an array of closures that may belong to any executor.
///
/// `append` of the standard library does not say which executor calls the closures. The compiler therefore
/// lets each closure that is isolated to the main actor check its executor at each call.
@MainActor
final class CheckedClosureHolder {
  var value = 0
  var observers: [(Int) -> Void] = []

  @inline(never)
  func post(_ newValue: Int) {
    if newValue != value {
      value = newValue
      for observer in observers { observer(newValue) }
    }
  }
}
