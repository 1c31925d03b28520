extension InitializedObservable {
  /// Derives an observable of the values that fulfil a condition; it has no value before the first.
  ///
  /// Keeps the last such value. It sees the value of its input at each read, and each change while
  /// it is observed. Values are compared by the policy of the input.
  public final func filter(
    _ isIncluded: @escaping @MainActor (Value) -> Bool
  ) -> UninitializedObservable<Value> {
    UninitializedObservable(
      node: .folding(
        sharedNode,
        into: .nothing,
        node.policy.liftedToObservableOptional,
        usesUncertainChanges: true
      ) { _, value in
        isIncluded(value) ? .value(value) : nil
      }
    )
  }

  /// Derives an observable of the results that are not nil; equal results are dropped.
  ///
  /// Has no value before the first such result, and keeps the last one. It sees the value of its
  /// input at each read, and each change while it is observed.
  public final func compactMap<Output: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> UninitializedObservable<Output> {
    compactMap(changePolicy: .equatable, transform)
  }

  /// Derives an observable of the results that are not nil; the policy decides which ones count.
  public final func compactMap<Output>(
    changePolicy: ChangePolicy<Output>,
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> UninitializedObservable<Output> {
    UninitializedObservable<Output>(
      node: .folding(
        sharedNode,
        into: .nothing,
        changePolicy.liftedToObservableOptional,
        usesUncertainChanges: true
      ) { _, value in
        transform(value).map { .value($0) }
      }
    )
  }

  /// Derives an observable of the same value that drops changes for which the closure returns true.
  ///
  /// The arguments of the closure are the old and the new value. It must not write to observables.
  public final func removeDuplicates(
    by areEqual: @escaping (Value, Value) -> Bool
  ) -> InitializedObservable<Value> {
    map(changePolicy: .by(areEqual)) { $0 }
  }
}

extension UninitializedObservable {
  /// Derives an observable of the values that fulfil a condition; it has no value before the first.
  ///
  /// Keeps the last such value, and forgets it when its input has no value any more. It sees the
  /// value of its input at each read, and each change while it is observed. Values are compared by
  /// the policy of the input.
  public final func filter(
    _ isIncluded: @escaping @MainActor (Value) -> Bool
  ) -> UninitializedObservable<Value> {
    UninitializedObservable(
      node: .folding(
        sharedNode,
        into: .nothing,
        node.policy,
        usesUncertainChanges: true
      ) { _, input in
        guard case .value(let value) = input else { return .nothing }
        return isIncluded(value) ? input : nil
      }
    )
  }

  /// Derives an observable of the results that are not nil; equal results are dropped.
  ///
  /// Has no value before the first such result. Keeps the last one, and forgets it when its input
  /// has no value any more. It sees the value of its input at each read, and each change while it
  /// is observed.
  public final func compactMap<Output: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> UninitializedObservable<Output> {
    compactMap(changePolicy: .equatable, transform)
  }

  /// Derives an observable of the results that are not nil; the policy decides which ones count.
  public final func compactMap<Output>(
    changePolicy: ChangePolicy<Output>,
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> UninitializedObservable<Output> {
    UninitializedObservable<Output>(
      node: .folding(
        sharedNode,
        into: .nothing,
        changePolicy.liftedToObservableOptional,
        usesUncertainChanges: true
      ) { _, input in
        guard case .value(let value) = input else { return .nothing }
        return transform(value).map { .value($0) }
      }
    )
  }

  /// Derives an observable of the same value that drops changes for which the closure returns true.
  ///
  /// The arguments of the closure are the old and the new value. It must not write to observables.
  public final func removeDuplicates(
    by areEqual: @escaping (Value, Value) -> Bool
  ) -> UninitializedObservable<Value> {
    map(changePolicy: .by(areEqual)) { $0 }
  }
}
