extension InitializedObservable {
  /// Derives an observable that accumulates the values; equal results are dropped.
  ///
  ///     lazy var total = $amount.scan(0) { total, amount in total + amount }
  ///
  /// The first result combines the initial one with the current value, when the result is first
  /// read or observed. It sees the value of its input at each read, and each change while it is
  /// observed. Each change that it sees is accumulated once, however many readers there are. While
  /// it is not observed, an input that is derived with a policy such as `everyWrite` does not count
  /// its changes, so none is accumulated.
  public final func scan<Output: Equatable>(
    _ initial: Output,
    _ next: @escaping @MainActor (Output, Value) -> Output
  ) -> InitializedObservable<Output> {
    scan(initial, changePolicy: .equatable, next)
  }

  /// Derives an observable that accumulates the values; the policy decides which results count.
  public final func scan<Output>(
    _ initial: Output,
    changePolicy: ChangePolicy<Output>,
    _ next: @escaping @MainActor (Output, Value) -> Output
  ) -> InitializedObservable<Output> {
    InitializedObservable<Output>(
      node: .folding(sharedNode, into: initial, changePolicy, usesUncertainChanges: false, next)
    )
  }
}

extension UninitializedObservable {
  /// Derives an observable that accumulates the values; equal results are dropped.
  ///
  /// Has the initial result before the first value. It sees the value of its input at each read,
  /// and each change while it is observed. Each change to a value is accumulated once, and a change
  /// to nothing leaves the result as it is.
  public final func scan<Output: Equatable>(
    _ initial: Output,
    _ next: @escaping @MainActor (Output, Value) -> Output
  ) -> InitializedObservable<Output> {
    scan(initial, changePolicy: .equatable, next)
  }

  /// Derives an observable that accumulates the values; the policy decides which results count.
  public final func scan<Output>(
    _ initial: Output,
    changePolicy: ChangePolicy<Output>,
    _ next: @escaping @MainActor (Output, Value) -> Output
  ) -> InitializedObservable<Output> {
    InitializedObservable<Output>(
      node: .folding(sharedNode, into: initial, changePolicy, usesUncertainChanges: false) {
        result,
        input in
        input.valueOrNil.map { next(result, $0) }
      }
    )
  }
}
