extension InitializedObservable {
  /// Follows the observable that the closure returns for the newest value.
  ///
  ///     lazy var orders = $account.flatMapLatest { [shop] account in shop.orders(of: account) }
  ///
  /// Works like `map`: observers are called before a write of either observable returns, and never
  /// see the value of an earlier one. Runs the closure once for each change of the input while the
  /// result is observed, otherwise at each read. The returned observable is retained until the next
  /// one replaces it. Its policy decides what counts as a change, and its source is that of the
  /// result. Selections may be nested up to 1,000 deep.
  public final func flatMapLatest<Output>(
    _ transform: @escaping @MainActor (Value) -> InitializedObservable<Output>
  ) -> InitializedObservable<Output> {
    let node = sharedNode
    return InitializedObservable<Output>(
      node: LatestSource.makeNode(following: [node]) { transform(node.inputValue) }
    )
  }

  /// Follows the observable that the closure returns for the newest value.
  ///
  /// The result has a value while that observable has one.
  public final func flatMapLatest<Output>(
    _ transform: @escaping @MainActor (Value) -> UninitializedObservable<Output>
  ) -> UninitializedObservable<Output> {
    let node = sharedNode
    return UninitializedObservable<Output>(
      node: LatestSource.makeNode(following: [node]) { transform(node.inputValue) }
    )
  }
}

extension UninitializedObservable {
  /// Follows the observable that the closure returns for the newest value.
  ///
  /// The result has a value while both observables have one.
  public final func flatMapLatest<Output>(
    _ transform: @escaping @MainActor (Value) -> UninitializedObservable<Output>
  ) -> UninitializedObservable<Output> {
    let node = sharedNode
    let nothing = UninitializedObservable<Output>.withoutValue
    return UninitializedObservable<Output>(
      node: LatestSource.makeNode(following: [node]) {
        node.inputValue.map { transform($0) }.valueOr(nothing)
      }
    )
  }

  /// Follows the observable that the closure returns for the newest value.
  ///
  /// The result has a value while this observable has one.
  public final func flatMapLatest<Output>(
    _ transform: @escaping @MainActor (Value) -> InitializedObservable<Output>
  ) -> UninitializedObservable<Output> {
    flatMapLatest { value -> UninitializedObservable<Output> in
      let latest = transform(value)
      let node = latest.sharedNode
      return UninitializedObservable<Output>(
        node: Node(derivedFrom: [node], node.policy.liftedToObservableOptional) {
          extendLifetime(latest)  // retained until the next one replaces it
          return .value(node.inputValue)
        }
      )
    }
  }

  /// An observable that never has a value.
  private static var withoutValue: UninitializedObservable {
    let policy = ChangePolicy<ObservableOptional<Value>>.by { old, new in
      if case (.nothing, .nothing) = (old, new) { true } else { false }
    }
    let node = Node(.nothing, policy)
    node.complete()
    return UninitializedObservable(node: node)
  }
}
