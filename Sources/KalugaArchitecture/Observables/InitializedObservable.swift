/// An observable that always has a value.
///
/// As a property wrapper it is a constant: `@InitializedObservable var title = "Home"`.
///
/// Kaluga: `InitializedObservable`.
@propertyWrapper
@MainActor
public class InitializedObservable<Value>: BasicObservable<Value> {
  @usableFromInline
  override init(node: Node<Value>) {
    super.init(node: node)
  }

  /// Creates an observable of a state flow.
  ///
  /// Reads go to the flow. Observers are called on the main actor, for as long as the flow has a
  /// writer. They may skip values that are replaced before their turn, and always receive the
  /// newest one.
  ///
  /// Kaluga: `toInitializedObservable`.
  public convenience init(_ flow: StateFlow<Value>) where Value: Sendable {
    self.init(node: Node(flow.storage))
  }

  /// Creates an observable of an asynchronous sequence; equal elements are dropped.
  ///
  /// All observers share one run of the sequence. When it ends or fails, the last value stays and
  /// ``BasicObservable/sourceState`` changes. A failure goes to the scope's error handler; the
  /// scope stays active.
  ///
  /// - Parameters:
  ///   - initial: The value until the first element arrives.
  ///   - sequence: The sequence whose elements become the value.
  ///   - scope: Owns the run, which ends with it.
  ///   - start: When the sequence runs. Observers count as consumers. So does a view that tracks
  ///     the value, until it is notified of a change. Reading without tracking does not start the
  ///     sequence.
  public convenience init<Source: AsyncSequence>(
    _ initial: Value,
    following sequence: Source,
    in scope: TaskScope,
    start: FlowStart = .lazily
  ) where Source.Element == Value, Value: Equatable {
    self.init(initial, following: sequence, in: scope, start: start, changePolicy: .equatable)
  }

  /// Creates an observable of an asynchronous sequence; the policy decides what counts as a change.
  public convenience init<Source: AsyncSequence>(
    _ initial: Value,
    following sequence: Source,
    in scope: TaskScope,
    start: FlowStart = .lazily,
    changePolicy: ChangePolicy<Value>
  ) where Source.Element == Value {
    self.init(
      node: SequenceSource.makeNode(
        initial,
        changePolicy,
        following: sequence,
        in: scope,
        start: start
      ) { $0 }
    )
  }

  /// Creates an observable of the result of a closure; equal values are dropped.
  ///
  /// Reads always call the closure. If it reads state that Swift Observation tracks (an
  /// `@Observable` model, or another observable), observers follow in the next main-actor turn.
  /// Swift Observation reports a change before it is stored. If another thread changes the model,
  /// the closure is therefore called once more after 100 ms. Observers miss the change of a setter
  /// that takes longer: change such a model on the main actor, or use a ``MutableStateFlow``. Call
  /// ``BasicObservable/refreshGetters()`` after any other change. An observation retains the closure:
  /// capture an owner of its token weakly.
  ///
  /// Kaluga: `ReadOnlyPropertyInitializedObservable`.
  public convenience init(get: @escaping @MainActor () -> Value) where Value: Equatable {
    self.init(changePolicy: .equatable, get: get)
  }

  /// Creates an observable of the result of a closure; the policy decides what counts as a change.
  public convenience init(
    changePolicy: ChangePolicy<Value>,
    get: @escaping @MainActor () -> Value
  ) {
    self.init(node: GetterSource.makeNode(changePolicy, get: get))
  }

  /// Creates an observable of an object's property, which works like a closure that returns it.
  ///
  /// Retains the object.
  public convenience init<Root: AnyObject>(
    _ object: Root,
    _ property: KeyPath<Root, Value>
  ) where Value: Equatable {
    self.init { object[keyPath: property] }
  }

  /// The current value.
  public var wrappedValue: Value { current }

  /// The observable itself.
  public nonisolated var projectedValue: InitializedObservable<Value> { self }

  /// Returns a read-only observable of the same value, which cannot be cast to a subject.
  public func asObservable() -> InitializedObservable<Value> {
    InitializedObservable(node: sharedNode)
  }

  /// Derives an observable; equal results are dropped.
  ///
  /// The transform runs on the main actor: once for each change of the input while the result is
  /// observed, otherwise at each read. Keep it cheap and free of side effects.
  @inlinable
  public final func map<Output: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> InitializedObservable<Output> {
    map(changePolicy: .equatable, transform)
  }

  /// Derives an observable; the policy decides which results count.
  @inlinable
  public final func map<Output>(
    changePolicy: ChangePolicy<Output>,
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> InitializedObservable<Output> {
    let node = sharedNode
    return InitializedObservable<Output>(
      node: Node(derivedFrom: [node], changePolicy) { transform(node.inputValue) }
    )
  }
}

// Only for types that are `Equatable`: a closure is not, so that `InitializedObservable { … }` is
// never a constant whose value is the closure.
extension InitializedObservable where Value: Equatable {
  /// Creates an observable whose value never changes.
  ///
  /// For a type that is not `Equatable`, use ``init(changePolicy:get:)``.
  ///
  /// Kaluga: `observableOf`.
  public convenience init(wrappedValue: Value) {
    let node = Node(wrappedValue, .equatable)
    node.complete()
    self.init(node: node)
  }
}
