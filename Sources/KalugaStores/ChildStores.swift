public import KalugaArchitecture

/// The stores of the children of a feature: one for each identity in the state of its store.
///
///     lazy var rows = ChildStores(of: basket, ids: \.items) { item in
///       makeRowStore(item)
///     } intent: { item, label in
///       switch label {
///       case .removed: .remove(item)          // a label of the child is an intent of the parent
///       }
///     }
///
/// A child begins when its identity appears in the parent's state, and its store is disposed when the
/// identity leaves: its effects are cancelled, and intents that arrive late do nothing. Between the
/// two it keeps its store, wherever the identity moves. If an identity occurs several times, the first
/// counts. This happens inside the change of the parent's state, in which views that observe ``all``
/// are called too.
///
/// Labels of a child become intents of the parent in later jobs of the main actor, in order. Labels that
/// wait when the child ends are dropped. The parent is held weakly. Each change of its state compares
/// the identities.
///
/// The children end with ``dispose()`` or when this object is released. Then ``all`` keeps the last
/// children, whose stores are disposed.
@MainActor
public final class ChildStores<
  ID: Hashable & Sendable,
  Intent: Sendable,
  State: Equatable & Sendable,
  Label: Sendable
>: Disposable {
  /// A child with its store.
  public struct Child: Identifiable, Sendable {
    /// The identity in the state of the parent.
    public let id: ID
    /// The store, which lives until the identity leaves.
    public let store: any Store<Intent, State, Label>
  }

  /// The children, in the order of their identities.
  public let all: InitializedObservable<[Child]>

  private let subject: InitializedSubject<[Child]>
  private let make: @MainActor (ID) -> (Child, end: SimpleDisposable)
  private var ends: [ID: SimpleDisposable] = [:]
  private nonisolated let scope = TaskScope(name: "ChildStores")

  /// Creates a store for each identity in a list, now and with each change.
  ///
  /// - Parameters:
  ///   - parent: The store whose state has the identities.
  ///   - ids: Returns the identities in a state.
  ///   - make: Creates the store of a new child, which ends with the child.
  ///   - intent: Returns the parent's intent for a label of a child, or nil if it has none. If this
  ///     parameter is left out, the labels wait for another consumer. Leave it out if an
  ///     ``MviComponent`` shows the child, because it takes the labels, too.
  public init<ParentIntent, ParentState, ParentLabel>(
    of parent: any Store<ParentIntent, ParentState, ParentLabel>,
    ids: @escaping @MainActor (ParentState) -> [ID],
    make: @escaping @MainActor (ID) -> any Store<Intent, State, Label>,
    intent: (@MainActor (ID, Label) -> ParentIntent?)? = nil
  ) {
    subject = InitializedSubject(wrappedValue: [], changePolicy: .everyWrite)
    all = subject.asObservable()
    self.make = { [weak parent] id in
      let store = make(id)
      let labels = intent.map { intent in
        store.labels.collect { label in
          if let intent = intent(id, label) { parent?.send(intent) }
        }
      }
      let end = SimpleDisposable {
        labels?.dispose()
        store.dispose()
      }
      return (Child(id: id, store: store), end)
    }
    parent.state.observe { [weak self] in self?.update(ids($0)) }.addTo(scope)
  }

  /// Creates a store while the state has an identity, such as that of a dialog.
  ///
  /// Another identity gets another store. In all else, this works like a list of one or no child.
  public convenience init<ParentIntent, ParentState, ParentLabel>(
    of parent: any Store<ParentIntent, ParentState, ParentLabel>,
    id: @escaping @MainActor (ParentState) -> ID?,
    make: @escaping @MainActor (ID) -> any Store<Intent, State, Label>,
    intent: (@MainActor (ID, Label) -> ParentIntent?)? = nil
  ) {
    self.init(of: parent, ids: { id($0).map { [$0] } ?? [] }, make: make, intent: intent)
  }

  deinit {
    scope.cancel()
  }

  /// Returns the store of a child; nil if the state does not have the identity.
  public subscript(id: ID) -> (any Store<Intent, State, Label>)? {
    all.current.first { $0.id == id }?.store
  }

  /// Ends all children; later changes of the parent's state begin none.
  public nonisolated func dispose() {
    scope.cancel()
  }

  private func update(_ ids: [ID]) {
    var seen: Set<ID> = []
    let ids = ids.filter { seen.insert($0).inserted }
    let old = subject.current
    guard ids != old.map(\.id) else { return }
    var known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let new = ids.map { known.removeValue(forKey: $0) ?? begin($0) }
    for child in old where known[child.id] != nil { ends.removeValue(forKey: child.id)?.dispose() }
    subject.current = new
  }

  private func begin(_ id: ID) -> Child {
    let (child, end) = make(id)
    ends[id] = end
    // Disposed at once if the user's closure has ended this object.
    scope.add(end)
    return child
  }
}
