/// An observable that always has a value and can be written.
///
///     @InitializedSubject var name = ""     // `name` reads and writes, `$name` is the subject
///
/// There are three ways to write. `current = x`, or the property itself, takes effect at once on the
/// main actor. ``post(_:isolation:)`` may be called from anywhere and does not wait. ``set(_:)`` may
/// be called from anywhere and returns when every observer has been called. A main-actor write
/// first applies what was posted to this same subject before. A value equal to the current one is
/// dropped. The last write wins.
///
/// Kaluga: `InitializedSubject`.
@propertyWrapper
@MainActor
public final class InitializedSubject<Value>: InitializedObservable<Value> {
  /// The node as what it is: see `init(writing:)`.
  ///
  /// No second reference to it: there may be many thousand subjects.
  @inlinable
  nonisolated var stored: WritableNode<Value> {
    unsafe unsafeDowncast(node, to: WritableNode<Value>.self)
  }

  /// Creates a subject with its first value; equal values are dropped.
  public convenience init(wrappedValue: Value) where Value: Equatable {
    self.init(writing: EquatableNode(wrappedValue))
  }

  /// Creates a subject with its first value; the rule says which writes count as a change.
  public convenience init(wrappedValue: Value, conflation: Conflation<Value>) {
    self.init(writing: RuledNode(wrappedValue, conflation: conflation))
  }

  /// Creates a subject whose storage is a state flow.
  ///
  /// The flow's value is the subject's from the start on. Writes go to the flow at once, from wherever
  /// they come; observers follow on the main actor, conflated, and at once for writes made through
  /// this subject on the main actor.
  ///
  /// Kaluga: `StateFlowInitializedSubject`.
  public convenience init(_ flow: MutableStateFlow<Value>) where Value: Sendable {
    self.init(writing: StateFlowNode(flow.storage, writer: flow))
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
    self.init(conflation: .equal, get: get, set: set)
  }

  /// Creates a subject of a getter and a setter; the rule says which writes count as a change.
  public convenience init(
    conflation: Conflation<Value>,
    get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (Value) -> Void
  ) {
    self.init(writing: GetterNode(conflation: conflation, get: get, set: set))
  }

  /// Creates a subject of a property, as of a getter and a setter.
  ///
  /// Keeps the object.
  public convenience init<Root: AnyObject>(
    _ object: Root,
    _ property: ReferenceWritableKeyPath<Root, Value>
  ) where Value: Equatable {
    self.init(get: { object[keyPath: property] }, set: { object[keyPath: property] = $0 })
  }

  init(writing node: WritableNode<Value>) {
    super.init(node: node)
  }

  /// Not available: say which writes count as a change.
  @available(
    *,
    unavailable,
    message:
      "this type is not Equatable: say @InitializedSubject(conflation: .by { … }) or (conflation: .never)"
  )
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue: wrappedValue, conflation: .never)
  }

  deinit {
    stored.writerDidEnd()
  }

  /// The current value; writing it tells the observers before the assignment returns.
  ///
  /// Inside an observer of this same subject they are told after the running round.
  @inlinable
  public override var current: Value {
    get { node.trackedValue }
    set { if !node.writeIfPlain(newValue) { stored.writeWithExtras(newValue) } }
  }

  /// The current value, as ``current``.
  @inlinable
  public override var wrappedValue: Value {
    get { node.trackedValue }
    set { if !node.writeIfPlain(newValue) { stored.writeWithExtras(newValue) } }
  }

  /// The subject itself.
  public override var projectedValue: InitializedSubject<Value> { self }

  /// Writes the value and returns when it is stored and every observer has been called.
  ///
  /// Callable from any isolation. What the caller posted to this subject before is applied first.
  /// Cancelling the calling task does not take the write back.
  ///
  /// Kaluga: `SuspendableSetter.set`.
  public func set(_ value: Value) async {
    stored.write(value)
    await stored.hub?.waitForRounds()
  }
}

extension InitializedSubject where Value: Sendable {
  /// Writes the value without waiting: at once from main-actor code, queued from anywhere else.
  ///
  /// Queued posts arrive in one order across all subjects; each caller's order is kept and none is
  /// lost. Synchronous code that is not isolated to the main actor queues, even if it happens to run
  /// there. If the storage is a state flow, it has the value at once, and only its observers wait.
  ///
  /// Kaluga: `Postable.post` (which blocks off the main thread).
  @inlinable
  public func post(_ value: Value, isolation: isolated (any Actor)? = #isolation) {
    unsafe WritableNode.post(value, to: .passUnretained(stored), of: self, from: isolation)
  }
}
