import KalugaArchitecture
import Synchronization

/// The state that a reducer store shares with its effects, so that they do not retain the store.
///
/// A running effect and the core retain each other. The store breaks that cycle when it is disposed
/// or released.
@MainActor
final class StoreCore<State: Equatable & Sendable, Message, Label: Sendable> {
  let subject: InitializedSubject<State>
  nonisolated let channel: EventChannel<Label>

  /// Applies a message to the state.
  private let reduce: @MainActor (Message) -> Void
  private nonisolated let scope: TaskScope
  private nonisolated let disposed = Atomic(false)

  /// The latest effect for each identifier, until it has ended.
  private var effects: [StoreEffectID: StoreEffectRun] = [:]
  /// The number of intents that have been handled.
  ///
  /// A context compares it to find out whether its own intent has ended.
  private(set) var turn: UInt64 = 0
  private var isBusy = false
  // Unchecked: no user code runs during an access, and the check would double the cost of an
  // intent.
  @safe @exclusivity(unchecked)
  private var pending = FIFOQueue<@MainActor () -> Void>()

  init(
    _ subject: InitializedSubject<State>,
    name: String,
    labelCapacity: Int,
    reduce: @escaping @MainActor (Message) -> Void
  ) {
    self.subject = subject
    channel = EventChannel(capacity: labelCapacity)
    scope = TaskScope(name: name)
    self.reduce = reduce
  }

  /// The name of the store, which is also that of its scope.
  var name: String { scope.core.name }

  nonisolated var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  nonisolated func dispose() {
    disposed.store(true, ordering: .releasing)
    scope.cancel()
  }

  // MARK: One thing after the other

  /// Begins to handle an intent; returns false if the intent must be queued behind another.
  func begin() -> Bool {
    if isBusy { return false }
    isBusy = true
    return true
  }

  func enqueue(_ work: @escaping @MainActor () -> Void) {
    pending.append(work)
  }

  /// Handles queued intents in order.
  func end() {
    turn &+= 1
    while let work = pending.popFirst() {
      work()
      turn &+= 1
    }
    isBusy = false
  }

  // MARK: What executors and effects do

  func apply(_ message: Message) {
    guard !isDisposed else { return }
    reduce(message)
  }

  /// Applies a message of an effect; intents that observers send meanwhile are handled after it.
  func applyAlone(_ message: Message) {
    let isFirst = begin()
    apply(message)
    if isFirst { end() }
  }

  func publish(_ label: Label) {
    guard !isDisposed else { return }
    ArchitectureEvents.send(.label(label, store: name))
    channel.send(label)
  }

  func launch(
    _ id: StoreEffectID?,
    name: String?,
    _ operation: @escaping @MainActor (StoreEffect<State, Message, Label>) async throws -> Void
  ) {
    let run = StoreEffectRun()
    run.task = scope.launch(name: name) { [self] in
      defer { forget(run, id) }
      try await operation(StoreEffect(self, run))
    }
    guard let id else { return }
    // Stopped last, because its cancellation handler may start a newer effect.
    let previous = effects[id]
    effects[id] = run.task == nil ? nil : run
    previous?.stop()
  }

  func cancel(_ id: StoreEffectID) {
    effects.removeValue(forKey: id)?.stop()
  }

  private func forget(_ run: StoreEffectRun, _ id: StoreEffectID?) {
    // A later effect may have taken the identifier.
    if let id, effects[id] === run { effects[id] = nil }
  }
}

/// An identifier of an effect, with its type.
///
/// `AnyHashable` alone regards numbers of different types as equal, so that the row `7` would cancel
/// the user `Int64(7)`.
struct StoreEffectID: Hashable {
  private let type: ObjectIdentifier
  private let value: AnyHashable

  init(_ value: some Hashable) {
    // The type of the object, and not that of the variable: an object is one identifier.
    type = ObjectIdentifier(Swift.type(of: value as Any))
    self.value = AnyHashable(value)
  }
}

/// One run of an effect.
@MainActor
final class StoreEffectRun {
  var task: Task<Void, Never>?
  /// Whether the run has been cancelled, so that its messages and labels are dropped.
  private(set) var isMute = false

  func stop() {
    isMute = true
    task?.cancel()
  }
}
