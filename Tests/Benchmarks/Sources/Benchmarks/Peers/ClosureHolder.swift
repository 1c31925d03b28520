/// The floor: a value and an array of closures, and nothing else.
@MainActor
final class ClosureHolder {
  var value = 0
  var observers: [(Int) -> Void] = []

  @inline(never)
  func post(_ v: Int) {
    if v != value {
      value = v
      for observer in observers { observer(v) }
    }
  }
}

/// The floor of what needs no observers: a property.
@MainActor
final class PropertyHolder {
  var value = 0
}
