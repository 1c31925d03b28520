/// Derives an observable from any number of others; equal results are dropped.
///
///     lazy var isValid = combine($name, $number) { name, number in !name.isEmpty && number > 0 }
///
/// The transform always sees the current values of all inputs, never a mixture of old and new. It
/// runs on the main actor: once for each change of an input while the result is observed, otherwise
/// at each read. Keep it cheap and free of side effects. The result does not retain the subjects
/// behind it. Once all of them have been released, it never changes again.
@inlinable
@MainActor
public func combine<each Input, Output: Equatable>(
  _ inputs: repeat BasicObservable<each Input>,
  transform: @escaping @MainActor (repeat each Input) -> Output
) -> InitializedObservable<Output> {
  combine(repeat each inputs, changePolicy: .equatable, transform)
}

/// Derives an observable from any number of others; the policy decides what counts as a change.
@inlinable
@MainActor
public func combine<each Input, Output>(
  _ inputs: repeat BasicObservable<each Input>,
  changePolicy: ChangePolicy<Output>,
  _ transform: @escaping @MainActor (repeat each Input) -> Output
) -> InitializedObservable<Output> {
  let nodes = (repeat (each inputs).sharedNode)
  var erased: [any AnyNode] = []
  for node in repeat each nodes { erased.append(node) }
  return InitializedObservable(
    node: Node(derivedFrom: erased, changePolicy) { transform(repeat (each nodes).inputValue) }
  )
}

/// Derives an observable from two others; equal results are dropped.
///
/// Works like the `combine` of any number, and is faster: Swift does not specialize parameter packs.
@inlinable
@MainActor
public func combine<First, Second, Output: Equatable>(
  _ first: BasicObservable<First>,
  _ second: BasicObservable<Second>,
  transform: @escaping @MainActor (First, Second) -> Output
) -> InitializedObservable<Output> {
  let (first, second) = (first.sharedNode, second.sharedNode)
  return InitializedObservable(
    node: Node(derivedFrom: [first, second], .equatable) {
      transform(first.inputValue, second.inputValue)
    }
  )
}

/// Unavailable for a result that is not `Equatable`: return a struct that is, or pass a change policy.
@available(
  *,
  unavailable,
  message: "its result is not Equatable: return an Equatable struct, or pass a changePolicy"
)
@MainActor
public func combine<First, Second, Output>(
  _ first: BasicObservable<First>,
  _ second: BasicObservable<Second>,
  transform: @escaping @MainActor (First, Second) -> Output
) -> InitializedObservable<Output> {
  combine(first, second, changePolicy: .everyWrite, transform)
}

/// Derives an observable from an array of observables of one type; equal results are dropped.
///
///     let total = combine(rows.map(\.$amount)) { amounts in amounts.reduce(0, +) }
///
/// Works like the `combine` of single observables. Without inputs, the result never changes.
@inlinable
@MainActor
public func combine<Input, Output: Equatable>(
  _ inputs: [BasicObservable<Input>],
  transform: @escaping @MainActor ([Input]) -> Output
) -> InitializedObservable<Output> {
  combine(inputs, changePolicy: .equatable, transform)
}

/// Derives an observable from an array of observables; the policy decides what counts as a change.
@inlinable
@MainActor
public func combine<Input, Output>(
  _ inputs: [BasicObservable<Input>],
  changePolicy: ChangePolicy<Output>,
  _ transform: @escaping @MainActor ([Input]) -> Output
) -> InitializedObservable<Output> {
  let nodes = inputs.map { $0.sharedNode }
  return InitializedObservable(
    node: Node(derivedFrom: nodes, changePolicy) {
      var values: [Input] = []
      values.reserveCapacity(nodes.count)
      for node in nodes { values.append(node.inputValue) }
      return transform(values)
    }
  )
}
