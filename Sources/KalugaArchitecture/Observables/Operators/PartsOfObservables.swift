extension InitializedObservable {
  /// Derives an observable of a part of the value; equal parts are dropped.
  ///
  ///     lazy var city = $user[\.address.city]
  public final subscript<Member: Equatable>(
    path: KeyPath<Value, Member>
  ) -> InitializedObservable<Member> {
    map { $0[keyPath: path] }
  }

  /// Derives an observable of a part of the value; the policy decides what counts as a change.
  public final subscript<Member>(
    path: KeyPath<Value, Member>,
    changePolicy policy: ChangePolicy<Member>
  ) -> InitializedObservable<Member> {
    map(changePolicy: policy) { $0[keyPath: path] }
  }
}

extension UninitializedObservable {
  /// Derives an observable of a part of the value; equal parts are dropped.
  public final subscript<Member: Equatable>(
    path: KeyPath<Value, Member>
  ) -> UninitializedObservable<Member> {
    map { $0[keyPath: path] }
  }

  /// Derives an observable of a part of the value; the policy decides what counts as a change.
  public final subscript<Member>(
    path: KeyPath<Value, Member>,
    changePolicy policy: ChangePolicy<Member>
  ) -> UninitializedObservable<Member> {
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
  public subscript<Member: Equatable>(
    path: WritableKeyPath<Value, Member>
  ) -> InitializedSubject<Member> {
    self[path, changePolicy: .equatable]
  }

  /// Returns a subject of a part of the value; the policy decides which writes of the part count.
  ///
  /// In a part of a part, a write must count in both.
  public subscript<Member>(
    path: WritableKeyPath<Value, Member>,
    changePolicy policy: ChangePolicy<Member>
  ) -> InitializedSubject<Member> {
    InitializedSubject<Member>(
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
  public subscript<Member: Equatable>(
    path: WritableKeyPath<Value, Member>
  ) -> InitializedSubject<Member> {
    self[path, changePolicy: .equatable]
  }

  /// Returns a subject of a part of the value; the policy decides which writes of the part count.
  public subscript<Member>(
    path: WritableKeyPath<Value, Member>,
    changePolicy policy: ChangePolicy<Member>
  ) -> InitializedSubject<Member> {
    let defaultValue = defaultValue
    stored.share()
    return InitializedSubject<Member>(
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
  public subscript<Member: Equatable>(
    path: WritableKeyPath<Value, Member>
  ) -> UninitializedSubject<Member> {
    self[path, changePolicy: .equatable]
  }

  /// Returns a subject of a part of the value; the policy decides which writes of the part count.
  public subscript<Member>(
    path: WritableKeyPath<Value, Member>,
    changePolicy policy: ChangePolicy<Member>
  ) -> UninitializedSubject<Member> {
    stored.share()
    return UninitializedSubject<Member>(
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
  fileprivate func part<Member>(
    _ policy: ChangePolicy<Member>,
    writer: any AnyObject & Sendable,
    read: @escaping @MainActor (Value) -> Member,
    write: @escaping @MainActor (inout Value, Member) -> Void,
    isWritable: @escaping @MainActor (Value, Member) -> Bool = { _, _ in true }
  ) -> Node<Member> {
    let derivation = Derivation<Member>(from: DerivedSource([self], writer: writer)) { [self] in
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
        applyPosts()
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
    return Node<Member>(derivation, policy)
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
