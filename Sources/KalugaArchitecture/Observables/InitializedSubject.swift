/// An observable that always has a value and can be written.
///
///     @InitializedSubject var name = ""     // `name` reads and writes, `$name` is the subject
///
/// There are three ways to write:
///
/// - An assignment to `current`, or to the property itself, takes effect immediately on the main
///   actor.
/// - ``post(_:isolation:)`` can be called from any isolation and does not wait.
/// - ``set(_:)`` can be called from any isolation and returns when every observer has been called.
///
/// A main-actor write first applies earlier posts to the same subject. A value equal to the current
/// one is dropped. The last write wins. ``mutate(_:)`` changes a large value in place.
///
/// Kaluga: `InitializedSubject`.
@propertyWrapper
@MainActor
public final class InitializedSubject<Value>: InitializedObservable<Value> {
  /// Creates a subject with its first value; equal values are dropped.
  @inlinable
  public convenience init(wrappedValue: Value) where Value: Equatable {
    self.init(writing: Node(wrappedValue, .equatable))
  }

  /// Creates a subject with its first value; the policy decides which writes count.
  @inlinable
  public convenience init(wrappedValue: Value, changePolicy: ChangePolicy<Value>) {
    self.init(writing: Node(wrappedValue, changePolicy))
  }

  /// Creates a subject whose storage is a state flow.
  ///
  /// The subject starts with the flow's value. Every write is stored in the flow immediately, from
  /// any isolation. A write through this subject on the main actor calls the observers before it
  /// returns. After other writes, observers are called on the main actor in a later job, with the
  /// newest value only.
  ///
  /// Kaluga: `StateFlowInitializedSubject`.
  @inlinable
  public convenience init(_ flow: MutableStateFlow<Value>) where Value: Sendable {
    self.init(writing: Node(flow.storage, writer: flow))
  }

  /// Creates a subject that emits into a shared flow and follows it; equal values are dropped.
  ///
  /// Works as described for ``UninitializedSubject/init(_:in:)``. ``mutate(_:)`` and a subject of a
  /// part start from the current value, not from writes that wait.
  ///
  /// Kaluga: `SharedFlowInitializedSubject` (which emits the initial value).
  ///
  /// - Parameters:
  ///   - initial: The value until the flow has one. Not emitted.
  ///   - flow: The flow. Retained.
  ///   - scope: Owns the consumer and the writes that wait.
  public convenience init(
    _ initial: Value,
    _ flow: MutableSharedFlow<Value>,
    in scope: TaskScope
  ) where Value: Equatable & Sendable {
    self.init(initial, flow, in: scope, changePolicy: .equatable)
  }

  /// Creates a subject that emits into a shared flow; the policy decides which values count.
  public convenience init(
    _ initial: Value,
    _ flow: MutableSharedFlow<Value>,
    in scope: TaskScope,
    changePolicy: ChangePolicy<Value>
  ) where Value: Sendable {
    self.init(
      writing: SharedFlowSource.makeNode(
        initial,
        changePolicy,
        of: flow,
        in: scope,
        value: { $0 },
        element: { $0 }
      )
    )
  }

  /// Creates a subject of a getter and a setter; equal values are dropped.
  ///
  /// Reads call the getter, and changes are followed as described for
  /// ``InitializedObservable/init(get:)``. A write calls the setter, unless the getter already
  /// returns an equal value. Observers then receive what the getter returns.
  ///
  /// Kaluga: `ReadWritePropertyInitializedSubject`.
  public convenience init(
    get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (Value) -> Void
  ) where Value: Equatable {
    self.init(changePolicy: .equatable, get: get, set: set)
  }

  /// Creates a subject of a getter and a setter; the policy decides which writes count.
  public convenience init(
    changePolicy: ChangePolicy<Value>,
    get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (Value) -> Void
  ) {
    self.init(writing: GetterSource.makeNode(changePolicy, get: get, set: set))
  }

  /// Creates a subject of an object's property, which works like a getter and a setter.
  ///
  /// Retains the object.
  public convenience init<Root: AnyObject>(
    _ object: Root,
    _ property: ReferenceWritableKeyPath<Root, Value>
  ) where Value: Equatable {
    self.init(get: { object[keyPath: property] }, set: { object[keyPath: property] = $0 })
  }

  @usableFromInline
  init(writing node: Node<Value>) {
    super.init(node: node)
  }

  /// Unavailable for a type that is not `Equatable`: pass a change policy.
  @available(
    *,
    unavailable,
    message:
      "this type is not Equatable: write @InitializedSubject(changePolicy: .by { … }) or (changePolicy: .everyWrite)"
  )
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue: wrappedValue, changePolicy: .everyWrite)
  }

  deinit {
    node.writerDidEnd()
  }

  /// The current value; writing it calls the observers before the assignment returns.
  ///
  /// A write inside an observer of this same subject is delivered after the running round.
  @inlinable
  public override var current: Value {
    get { trackedValue }
    set { node.write(newValue) }
  }

  /// The same as ``current``.
  @inlinable
  public override var wrappedValue: Value {
    get { trackedValue }
    set { node.write(newValue) }
  }

  /// The subject itself.
  public nonisolated override var projectedValue: InitializedSubject<Value> { self }

  /// Changes the value in place; counts as a change without a comparison.
  ///
  ///     $items.mutate { $0.append(item) }
  ///
  /// A collection without other owners is not copied, whereas a write through the property compares
  /// it and may copy it. Waiting posts to this subject are applied first. Observers are called
  /// before this returns, even if the closure throws; changes made before the error stay.
  ///
  /// The closure must not use this subject: reading or writing it there stops the program, and
  /// observables derived from it may still have the old value.
  ///
  /// For a subject of a state flow or a getter, and for a part, the value is copied, changed and
  /// written back, and an equal value is dropped. A state flow runs the closure again if another thread was faster, so
  /// that no update is lost.
  @inlinable
  public func mutate<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try node.mutate(change)
  }

  /// Changes a copy of the value and writes it back, so that an equal value is dropped.
  ///
  /// If every write counts, changes the value in place. If other threads can write the storage, the
  /// closure may run again.
  @inlinable
  package func update(_ change: (inout Value) -> Void) {
    node.update(change)
  }

  /// Writes the value and returns when it is stored and every observer has been called.
  ///
  /// Also waits for the observers of derived observables. Callable from any isolation. Earlier
  /// posts of the caller to this subject are applied first. Cancelling the calling task does not
  /// undo the write.
  ///
  /// Kaluga: `SuspendableSetter.set`.
  public func set(_ value: Value) async {
    await node.set(value)
  }
}

extension InitializedSubject where Value: Sendable {
  /// Writes the value without waiting: immediately from main-actor code, queued from elsewhere.
  ///
  /// Queued posts arrive in one order across all subjects. Each caller's order is kept, and no post
  /// is lost. A post from synchronous code that is not isolated to the main actor is queued, even
  /// if the code happens to run there. If the storage is a state flow, the flow has the value
  /// immediately; observers are called later, and skip values that are replaced before their turn.
  /// A post to a part is queued even then.
  ///
  /// Kaluga: `Postable.post` (which blocks off the main thread).
  @inlinable
  public func post(_ value: Value, isolation: isolated (any Actor)? = #isolation) {
    node.post(value, from: isolation)
  }
}
