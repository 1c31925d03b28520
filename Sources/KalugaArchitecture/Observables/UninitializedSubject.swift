/// An observable that may have no value yet and can be written.
///
///     @UninitializedSubject<User> var user       // `user` is an `ObservableOptional<User>`
///     $user.post(ada)
///     user = .nothing                            // forgets the value
///
/// The ways to write and their order are those of ``InitializedSubject``; only the property can be set to `.nothing`.
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

  /// Not available: say which writes count as a change.
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

  /// The current value, or nothing; writing it tells the observers before the assignment returns.
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
  /// Callable from any isolation. Cancelling the calling task does not take the write back.
  public func set(_ value: Value) async {
    stored.write(.value(value))
    await Delivery.waitForEnd()
  }
}

extension UninitializedSubject where Value: Sendable {
  /// Writes the value without waiting: at once from main-actor code, queued from anywhere else.
  ///
  /// The order is that of ``InitializedSubject/post(_:isolation:)``.
  public func post(_ value: Value, isolation: isolated (any Actor)? = #isolation) {
    stored.post(.value(value), from: isolation)
  }
}
