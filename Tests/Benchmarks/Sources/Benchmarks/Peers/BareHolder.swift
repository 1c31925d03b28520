/// What a subject would be that neither Observation nor other threads had to be thought of for.
@MainActor
class BareHolder<Value> {
  @exclusivity(unchecked) final var value: Value
  @exclusivity(unchecked) final var changes = 0
  final var observers: ClosureHolder?

  init(_ value: Value) {
    self.value = value
  }

  func areEqual(_ old: Value, _ new: Value) -> Bool { false }

  final func post(_ newValue: Value) {
    guard !areEqual(value, newValue) else { return }
    value = newValue
    changes &+= 1
    observers?.post(changes)
  }
}

/// A holder that drops equal values; it asks by a call, as a subject does, whose rule may be another one.
final class EquatableBareHolder<Value: Equatable>: BareHolder<Value> {
  @inline(never)
  override func areEqual(_ old: Value, _ new: Value) -> Bool { old == new }
}

/// A handle on a holder, as subjects are handles on nodes.
@MainActor
final class BareSubject {
  let holder: BareHolder<Int> = EquatableBareHolder(0)
}
