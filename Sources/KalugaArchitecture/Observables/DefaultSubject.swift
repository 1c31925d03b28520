/// A writable observable that replaces nil with a default.
///
///     @DefaultSubject(default: "Anonymous") var nick: String
///     nick = "ada"
///     $nick.post(nil)          // reads as "Anonymous" again
///
/// Raw values are compared and stored raw: nil and a value equal to the default are different in
/// ``raw``, and observers are called only if the value they see changes. Writes work and are
/// ordered as described for ``InitializedSubject``.
///
/// Kaluga: `DefaultSubject` (which stores the default in place of nil).
@propertyWrapper
@MainActor
public final class DefaultSubject<Value>: DefaultObservable<Value> {
  @usableFromInline let stored: Node<Value?>

  /// Creates a subject with a default and an optional first value; equal values are dropped.
  public convenience init(default defaultValue: Value, initial: Value? = nil)
  where Value: Equatable {
    self.init(default: defaultValue, initial: initial, changePolicy: .equatable)
  }

  /// Creates a subject with a default; the policy decides which writes count.
  public convenience init(
    default defaultValue: Value,
    initial: Value? = nil,
    changePolicy: ChangePolicy<Value>
  ) {
    self.init(
      writing: Node(initial, changePolicy.lifted),
      default: defaultValue,
      changePolicy: changePolicy
    )
  }

  /// Creates a subject whose storage is a state flow; the default is never written to the flow.
  ///
  /// Kaluga: `StateFlowDefaultSubject`.
  public convenience init(
    _ flow: MutableStateFlow<Value?>,
    default defaultValue: Value
  ) where Value: Equatable & Sendable {
    self.init(
      writing: Node(flow.storage, writer: flow),
      default: defaultValue,
      changePolicy: .equatable
    )
  }

  /// Creates a subject that emits into a shared flow and follows it.
  ///
  /// Works as described for ``UninitializedSubject/init(_:in:)``. The default is never emitted.
  ///
  /// Kaluga: `SharedFlowDefaultSubject`.
  public convenience init(
    _ flow: MutableSharedFlow<Value?>,
    default defaultValue: Value,
    in scope: TaskScope
  ) where Value: Equatable & Sendable {
    self.init(
      writing: SharedFlowSource.makeNode(
        nil,
        .equatable,
        of: flow,
        in: scope,
        value: { $0 },
        element: { $0 }
      ),
      default: defaultValue,
      changePolicy: .equatable
    )
  }

  /// Creates a subject of a getter and a setter; the default is never passed to the setter.
  ///
  /// Kaluga: `ReadWritePropertyDefaultSubject`.
  public convenience init(
    default defaultValue: Value,
    get: @escaping @MainActor () -> Value?,
    set: @escaping @MainActor (Value?) -> Void
  ) where Value: Equatable {
    self.init(
      writing: GetterSource.makeNode(.equatable, get: get, set: set),
      default: defaultValue,
      changePolicy: .equatable
    )
  }

  init(
    writing node: Node<Value?>,
    default defaultValue: Value,
    changePolicy: ChangePolicy<Value>
  ) {
    stored = node
    super.init(raw: node, default: defaultValue, changePolicy: changePolicy)
  }

  /// Creates a subject with a first value; equal values are dropped.
  public convenience init(wrappedValue: Value, default defaultValue: Value)
  where Value: Equatable {
    self.init(default: defaultValue, initial: wrappedValue, changePolicy: .equatable)
  }

  /// Unavailable for a type that is not `Equatable`: pass a change policy.
  @available(
    *,
    unavailable,
    message:
      "this type is not Equatable: write @DefaultSubject(default: …, changePolicy: .by { … }) or (default: …, changePolicy: .everyWrite)"
  )
  public convenience init(default defaultValue: Value, initial: Value? = nil) {
    self.init(default: defaultValue, initial: initial, changePolicy: .everyWrite)
  }

  deinit {
    stored.writerDidEnd()
  }

  /// The current value, or the default; a write calls the observers before the assignment returns.
  public override var current: Value {
    get { trackedValue }
    set { stored.write(newValue) }
  }

  /// The same as ``current``.
  public override var wrappedValue: Value {
    get { trackedValue }
    set { stored.write(newValue) }
  }

  /// The subject itself.
  public nonisolated override var projectedValue: DefaultSubject<Value> { self }

  /// The value without the default; after writing nil, the subject has the default again.
  public override var raw: Value? {
    get { stored.trackedValue }
    set { stored.write(newValue) }
  }

  /// Changes the value in place, or the default if there is no value.
  ///
  /// Works as described for ``InitializedSubject/mutate(_:)``.
  public func mutate<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let defaultValue = defaultValue
    let areEqual = node.areEqual
    return try stored.mutate { raw throws(Failure) in
      try raw.mutate(or: defaultValue, unless: areEqual, change)
    }
  }

  /// Writes the value, or nil, and returns when it is stored and every observer has been called.
  ///
  /// Callable from any isolation. Cancelling the calling task does not undo the write.
  public func set(_ value: Value?) async {
    await stored.set(value)
  }
}

extension DefaultSubject where Value: Sendable {
  /// Writes the value, or nil, without waiting: immediately from main-actor code, queued from
  /// elsewhere.
  ///
  /// The order is that of ``InitializedSubject/post(_:isolation:)``.
  public func post(_ value: Value?, isolation: isolated (any Actor)? = #isolation) {
    stored.post(value, from: isolation)
  }
}

extension Optional {
  /// Changes the value in place, or the default if there is none.
  ///
  /// There is still none if `isUnchanged` returns true for the default and the result.
  mutating func mutate<Result, Failure: Error>(
    or defaultValue: Wrapped,
    unless isUnchanged: (Wrapped, Wrapped) -> Bool = { _, _ in false },
    _ change: (inout Wrapped) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let hadValue = self != nil
    var value = self ?? defaultValue
    // The only reference, so that the change need not copy the value.
    self = nil
    defer { self = !hadValue && isUnchanged(defaultValue, value) ? nil : value }
    return try change(&value)
  }
}
