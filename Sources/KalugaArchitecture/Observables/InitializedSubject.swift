/// An observable that always has a value and can be written.
///
///     @InitializedSubject var name = ""     // `name` reads and writes, `$name` is the subject
///
/// There are three ways to write. `current = x`, or the property itself, takes effect immediately on
/// the main actor. ``post(_:isolation:)`` may be called from anywhere and does not wait. ``set(_:)`` may
/// be called from anywhere and returns when every observer has been called. A main-actor write first
/// applies what was posted to this same subject before. A value equal to the current one is dropped. The
/// last write wins. ``mutate(_:)`` changes a large value in place.
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
  /// The flow's value is the subject's from the start on. Writes go to the flow at once, from wherever
  /// they come; observers follow on the main actor, conflated, and at once for writes made through
  /// this subject on the main actor.
  ///
  /// Kaluga: `StateFlowInitializedSubject`.
  public convenience init(_ flow: MutableStateFlow<Value>) where Value: Sendable {
    self.init(writing: Node(flow.storage, writer: flow))
  }

  /// Creates a subject of a getter and a setter; equal values are dropped.
  ///
  /// Reads call the getter, and are followed as those of
  /// ``InitializedObservable/init(get:)``. A write calls the setter, unless the getter returns an
  /// equal value, and then tells the observers what the getter returns.
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

  /// Creates a subject of a property; works like a getter and a setter.
  ///
  /// Keeps the object.
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

  /// Not available: say which writes count as a change.
  @available(
    *,
    unavailable,
    message:
      "this type is not Equatable: say @InitializedSubject(changePolicy: .by { … }) or (changePolicy: .everyWrite)"
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
    get { node.trackedValue }
    set { node.write(newValue) }
  }

  /// The same as ``current``.
  @inlinable
  public override var wrappedValue: Value {
    get { node.trackedValue }
    set { node.write(newValue) }
  }

  /// The subject itself.
  public nonisolated override var projectedValue: InitializedSubject<Value> { self }

  /// Changes the value in place; counts as a change without a comparison.
  ///
  ///     $items.mutate { $0.append(item) }
  ///
  /// A collection that nothing else holds is not copied, while a write through the property compares and may copy.
  /// Posts that are waiting for this subject are applied first. Observers are called before this returns, also if
  /// the closure throws; what it has changed until then stays. Inside the closure the value is being changed: reading
  /// or writing this subject there stops the program, and what is derived from it may show the old value.
  ///
  /// The value of a subject of a state flow or of a getter is copied, changed and written, which drops an equal value.
  @inlinable
  public func mutate<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try node.mutate(change)
  }

  /// Writes the value and returns when it is stored and every observer has been called.
  ///
  /// Waits for observers of derived observables, too. Callable from any isolation. What the caller posted to this subject before is applied first.
  /// Cancelling the calling task does not take the write back.
  ///
  /// Kaluga: `SuspendableSetter.set`.
  public func set(_ value: Value) async {
    node.write(value)
    await Delivery.waitForEnd()
  }
}

extension InitializedSubject where Value: Sendable {
  /// Writes the value without waiting: at once from main-actor code, queued from anywhere else.
  ///
  /// Queued posts arrive in one order across all subjects; each caller's order is kept and none is
  /// lost. Synchronous code that is not isolated to the main actor queues, even if it happens to run
  /// there. If the storage is a state flow, it has the value immediately. Its observers wait, and skip a value that
  /// was replaced before their turn.
  ///
  /// Kaluga: `Postable.post` (which blocks off the main thread).
  @inlinable
  public func post(_ value: Value, isolation: isolated (any Actor)? = #isolation) {
    node.post(value, from: isolation)
  }
}
