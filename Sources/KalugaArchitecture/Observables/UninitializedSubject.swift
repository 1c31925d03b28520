/// An observable that may have no value yet and can be written.
///
///     @UninitializedSubject<User> var user       // `user` is an `ObservableOptional<User>`
///     $user.post(ada)
///     user = .nothing                            // forgets the value
///
/// Writes work and are ordered as described for ``InitializedSubject``. Only the property and
/// `current` can be set to `.nothing`.
///
/// Kaluga: `UninitializedSubject`.
@propertyWrapper
@MainActor
public final class UninitializedSubject<Value>: UninitializedObservable<Value> {
  @usableFromInline let stored: Node<ObservableOptional<Value>>

  /// Creates a subject without a value; equal values are dropped.
  public convenience init() where Value: Equatable {
    self.init(changePolicy: .equatable)
  }

  /// Creates a subject without a value; the policy decides which writes count.
  public init(changePolicy: ChangePolicy<Value>) {
    stored = Node(.nothing, changePolicy.liftedToObservableOptional)
    super.init(node: stored)
  }

  /// Unavailable for a type that is not `Equatable`: pass a change policy.
  @available(
    *,
    unavailable,
    message:
      "this type is not Equatable: say @UninitializedSubject(changePolicy: .by { … }) or (changePolicy: .everyWrite)"
  )
  public convenience init() {
    self.init(changePolicy: .everyWrite)
  }

  deinit {
    stored.writerDidEnd()
  }

  /// The current value, or nothing; a write calls the observers before the assignment returns.
  public override var current: ObservableOptional<Value> {
    get { stored.trackedValue }
    set { stored.write(newValue) }
  }

  /// The same as ``current``.
  public override var wrappedValue: ObservableOptional<Value> {
    get { stored.trackedValue }
    set { stored.write(newValue) }
  }

  /// The subject itself.
  public nonisolated override var projectedValue: UninitializedSubject<Value> { self }

  /// Writes the value and returns when it is stored and every observer has been called.
  ///
  /// Callable from any isolation. Cancelling the calling task does not undo the write.
  public func set(_ value: Value) async {
    stored.write(.value(value))
    await Delivery.waitForEnd()
  }
}

extension UninitializedSubject where Value: Sendable {
  /// Writes the value without waiting: immediately from main-actor code, queued from elsewhere.
  ///
  /// The order is that of ``InitializedSubject/post(_:isolation:)``.
  public func post(_ value: Value, isolation: isolated (any Actor)? = #isolation) {
    stored.post(.value(value), from: isolation)
  }
}
