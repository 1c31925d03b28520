extension InitializedObservable {
  /// Derives an observable of a part of the value; equal parts are dropped.
  ///
  ///     lazy var city = $user[\.address.city]
  public final subscript<Part: Equatable>(
    path: KeyPath<Value, Part>
  ) -> InitializedObservable<Part> {
    map { $0[keyPath: path] }
  }

  /// Derives an observable of a part of the value; the policy decides what counts as a change.
  public final subscript<Part>(
    path: KeyPath<Value, Part>,
    changePolicy policy: ChangePolicy<Part>
  ) -> InitializedObservable<Part> {
    map(changePolicy: policy) { $0[keyPath: path] }
  }
}

extension UninitializedObservable {
  /// Derives an observable of a part of the value; equal parts are dropped.
  public final subscript<Part: Equatable>(
    path: KeyPath<Value, Part>
  ) -> UninitializedObservable<Part> {
    map { $0[keyPath: path] }
  }

  /// Derives an observable of a part of the value; the policy decides what counts as a change.
  public final subscript<Part>(
    path: KeyPath<Value, Part>,
    changePolicy policy: ChangePolicy<Part>
  ) -> UninitializedObservable<Part> {
    map(changePolicy: policy) { $0[keyPath: path] }
  }
}

extension InitializedSubject {
  /// Returns a subject of a part of the value; equal parts are dropped.
  ///
  ///     lazy var street = $user[\.address.street]
  ///     street.current = "Broadway"              // changes `user` in place
  ///
  /// Both subjects are one value. A write to the part changes the value in place, as described for
  /// ``mutate(_:)``, and observers of both are called before it returns. A part equal to the
  /// current one is dropped. Retains this subject.
  public subscript<Part: Equatable>(
    path: WritableKeyPath<Value, Part>
  ) -> InitializedSubject<Part> {
    self[path, changePolicy: .equatable]
  }

  /// Returns a subject of a part of the value; the policy decides which writes of the part count.
  public subscript<Part>(
    path: WritableKeyPath<Value, Part>,
    changePolicy policy: ChangePolicy<Part>
  ) -> InitializedSubject<Part> {
    let whole = sharedNode
    let derivation = Derivation<Part>(from: DerivedSource([whole], writer: self)) {
      whole.inputValue[keyPath: path]
    } change: { change in
      whole.updatePart(path, policy, change)
      // The change, if there is one, has been delivered as that of the input.
      return false
    }
    return InitializedSubject<Part>(writing: Node(derivation, policy))
  }
}

extension Node {
  /// Changes a part of the value, unless the policy drops the change.
  fileprivate func updatePart<Part>(
    _ path: WritableKeyPath<Value, Part>,
    _ policy: ChangePolicy<Part>,
    _ change: (inout Part) -> Void
  ) {
    if isDerived {
      // In one step, because other threads may write the other parts.
      update { value in
        let previous = value[keyPath: path]
        var part = previous
        change(&part)
        if !policy.areEqual(previous, part) { value[keyPath: path] = part }
      }
    } else {
      parts?.applyPosts()
      let previous = storedValue[keyPath: path]
      var part = previous
      change(&part)
      if !policy.areEqual(previous, part) { mutate { $0[keyPath: path] = part } }
      // Lives until here: its release may run a `deinit` that uses the node.
      extendLifetime(previous)
    }
  }
}
