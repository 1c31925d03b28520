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
  ///
  /// In a part of a part, a write must count in both.
  public subscript<Part>(
    path: WritableKeyPath<Value, Part>,
    changePolicy policy: ChangePolicy<Part>
  ) -> InitializedSubject<Part> {
    InitializedSubject<Part>(
      writing: sharedNode.part(policy, writer: self) {
        $0[keyPath: path]
      } write: {
        $0[keyPath: path] = $1
      }
    )
  }
}

extension DefaultSubject {
  /// Returns a subject of a part of the value, or of the default; equal parts are dropped.
  ///
  /// A write replaces a missing value by the default with the new part. Works otherwise as described
  /// for the parts of an ``InitializedSubject``.
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
    let defaultValue = defaultValue
    stored.share()
    return InitializedSubject<Part>(
      writing: stored.part(policy, writer: self) {
        ($0 ?? defaultValue)[keyPath: path]
      } write: { raw, part in
        raw.mutate(or: defaultValue) { $0[keyPath: path] = part }
      }
    )
  }
}

extension UninitializedSubject {
  /// Returns a subject of a part of the value; equal parts are dropped.
  ///
  /// The part has a value while this subject has one. Without one, a write of the part changes
  /// nothing. Works otherwise as described for the parts of an ``InitializedSubject``.
  public subscript<Part: Equatable>(
    path: WritableKeyPath<Value, Part>
  ) -> UninitializedSubject<Part> {
    self[path, changePolicy: .equatable]
  }

  /// Returns a subject of a part of the value; the policy decides which writes of the part count.
  public subscript<Part>(
    path: WritableKeyPath<Value, Part>,
    changePolicy policy: ChangePolicy<Part>
  ) -> UninitializedSubject<Part> {
    stored.share()
    return UninitializedSubject<Part>(
      writing: stored.part(policy.liftedToObservableOptional, writer: self) {
        $0.map { $0[keyPath: path] }
      } write: { whole, part in
        if case .value(let part) = part { whole.mutate { $0[keyPath: path] = part } }
      } isWritable: { whole, part in
        if case (.value, .value) = (whole, part) { true } else { false }
      }
    )
  }
}

extension Node {
  /// Makes a node for a part of the value.
  ///
  /// - Parameters:
  ///   - policy: Which writes of the part count.
  ///   - writer: The subject of the whole, which the part retains.
  ///   - read: Returns the part of a value.
  ///   - write: Replaces the part of a value.
  ///   - isWritable: Whether a value has the part, and whether it can be replaced by another part.
  /// - Returns: The node.
  fileprivate func part<Part>(
    _ policy: ChangePolicy<Part>,
    writer: any AnyObject & Sendable,
    read: @escaping @MainActor (Value) -> Part,
    write: @escaping @MainActor (inout Value, Part) -> Void,
    isWritable: @escaping @MainActor (Value, Part) -> Bool = { _, _ in true }
  ) -> Node<Part> {
    let derivation = Derivation<Part>(from: DerivedSource([self], writer: writer)) { [self] in
      read(inputValue)
    } change: { [self] change in
      if isDerived {
        // In one step, because other threads may write the other parts.
        update { value in
          let previous = read(value)
          if isWritable(value, previous), let part = changed(previous, policy, change),
            isWritable(value, part)
          {
            write(&value, part)
          }
        }
      } else {
        parts?.applyPosts()
        let previous = read(storedValue)
        if isWritable(storedValue, previous), let part = changed(previous, policy, change),
          isWritable(storedValue, part)
        {
          mutate { write(&$0, part) }
        }
        // Lives until here: its release may run a `deinit` that uses the node.
        extendLifetime(previous)
      }
      // The change, if there is one, has been delivered as that of the input.
      return false
    }
    return Node<Part>(derivation, policy)
  }
}

/// Returns the changed value, or nil if the policy drops the change.
@MainActor
private func changed<Value>(
  _ previous: Value,
  _ policy: ChangePolicy<Value>,
  _ change: (inout Value) -> Void
) -> Value? {
  var value = previous
  change(&value)
  return policy.areEqual(previous, value) ? nil : value
}
