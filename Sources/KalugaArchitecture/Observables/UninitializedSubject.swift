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
  public convenience init(changePolicy: ChangePolicy<Value>) {
    self.init(writing: Node(.nothing, changePolicy.liftedToObservableOptional))
  }

  /// Creates a subject that emits into a shared flow and follows it; equal values are dropped.
  ///
  /// The subject is a consumer of the flow from now on. It receives every value that is emitted,
  /// by any emitter, unless the flow drops it, and its observers are called for each. Until a value
  /// arrives, it has the newest one of the flow's replay cache, if there is one.
  ///
  /// If the flow has room, a write on the main actor is emitted, and received by the observers,
  /// before it returns. Otherwise, and inside an observer of this subject, the write waits for its
  /// turn: a task of the scope emits it after earlier ones. ``set(_:)`` returns when the observers
  /// have been called in either case. Values that other code emits are received in a later
  /// main-actor job. Writing `.nothing` emits nothing, and only makes this subject forget the value.
  ///
  /// When the scope ends, the subject keeps its last value and its observations end. Writes that
  /// wait, and later ones, are dropped.
  ///
  /// Kaluga: `SharedFlowSubject`.
  ///
  /// - Parameters:
  ///   - flow: The flow. Retained.
  ///   - scope: Owns the consumer and the writes that wait.
  public convenience init(_ flow: MutableSharedFlow<Value>, in scope: TaskScope)
  where Value: Equatable & Sendable {
    self.init(flow, in: scope, changePolicy: .equatable)
  }

  /// Creates a subject that emits into a shared flow; the policy decides which values count.
  public convenience init(
    _ flow: MutableSharedFlow<Value>,
    in scope: TaskScope,
    changePolicy: ChangePolicy<Value>
  ) where Value: Sendable {
    self.init(
      writing: SharedFlowSource.makeNode(
        .nothing,
        changePolicy.liftedToObservableOptional,
        of: flow,
        in: scope,
        value: { .value($0) },
        element: { $0.valueOrNil }
      )
    )
  }

  init(writing node: Node<ObservableOptional<Value>>) {
    stored = node
    super.init(node: node)
  }

  /// Unavailable for a type that is not `Equatable`: pass a change policy.
  @available(
    *,
    unavailable,
    message:
      "this type is not Equatable: write @UninitializedSubject(changePolicy: .by { … }) or (changePolicy: .everyWrite)"
  )
  public convenience init() {
    self.init(changePolicy: .everyWrite)
  }

  deinit {
    stored.writerDidEnd()
  }

  /// The current value, or nothing; a write calls the observers before the assignment returns.
  public override var current: ObservableOptional<Value> {
    get { trackedValue }
    set { stored.write(newValue) }
  }

  /// The same as ``current``.
  public override var wrappedValue: ObservableOptional<Value> {
    get { trackedValue }
    set { stored.write(newValue) }
  }

  /// The subject itself.
  public nonisolated override var projectedValue: UninitializedSubject<Value> { self }

  /// Changes the value in place, if there is one.
  ///
  /// Works as described for ``InitializedSubject/mutate(_:)``.
  ///
  /// - Returns: The result of the closure, or nil if there is no value to change.
  public func mutate<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    stored.applyPosts()
    guard case .value = stored.value else { return nil }
    return try stored.mutate { optional throws(Failure) in try optional.mutate(change) }
  }

  /// Writes the value and returns when it is stored and every observer has been called.
  ///
  /// Callable from any isolation. Cancelling the calling task does not undo the write.
  public func set(_ value: Value) async {
    await stored.set(.value(value))
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
