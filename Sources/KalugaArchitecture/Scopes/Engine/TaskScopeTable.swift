/// The running work, child scopes and resources that a scope owns, each in a reusable slot.
///
/// Inserting, finding and removing a child take constant time. Only ``end(keepingResources:)``
/// sorts, because it needs the order of arrival.
struct TaskScopeTable {
  /// A running task or clean-up.
  struct Work {
    let name: String
    let listener: (any ArchitectureListener)?
    /// Nil until the task has been made, for clean-ups, and after the cancellation.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  enum Child {
    case work(Work)
    case scope(TaskScopeCore)
    case resource(any Disposable)
  }

  /// The slot of a child, and the identifier that distinguishes it from later children in the slot.
  struct Place {
    fileprivate let slot: Int
    let id: Int
  }

  private enum Slot {
    case used(id: Int, Child)
    case free(next: Int?)
  }

  private var slots: [Slot] = []
  private var firstFree: Int?
  private var count = 0
  private var resourceCount = 0
  private var crowd = Crowd()

  /// Whether there are so many resources that it is worth while to look for disposed ones.
  var mayHoldDisposed: Bool { crowd.isReached(by: resourceCount) }

  /// Called when the disposed resources have been removed.
  mutating func didForgetDisposed() {
    crowd.didSearch(leaving: resourceCount)
  }

  /// The resources, in no particular order.
  var resources: [(place: Place, resource: any Disposable)] {
    slots.enumerated().compactMap { slot, entry in
      guard case .used(let id, .resource(let resource)) = entry else { return nil }
      return (Place(slot: slot, id: id), resource)
    }
  }

  var isEmpty: Bool { count == 0 }

  mutating func insert(_ child: Child, id: Int) -> Place {
    count += 1
    if case .resource = child { resourceCount += 1 }
    guard let index = firstFree, case .free(let next) = slots[index] else {
      slots.append(.used(id: id, child))
      return Place(slot: slots.count - 1, id: id)
    }
    firstFree = next
    slots[index] = .used(id: id, child)
    return Place(slot: index, id: id)
  }

  /// Removes and returns a child.
  ///
  /// The caller must release it outside the lock, because it may hold the last reference to a
  /// user's object.
  mutating func remove(_ place: Place) -> Child? {
    guard let child = self[place] else { return nil }
    free(place.slot)
    return child
  }

  /// Stores the task of a piece of work, so that it can be cancelled.
  ///
  /// - Returns: Whether the work was cancelled before its task was made.
  mutating func keep(_ task: Task<Void, Never>, at place: Place) -> Bool {
    guard case .work(var work) = self[place] else { return false }
    if work.isCancelled { return true }
    work.task = task
    slots[place.slot] = .used(id: place.id, .work(work))
    return false
  }

  /// The child in a place; nil if it has been removed.
  private subscript(place: Place) -> Child? {
    guard place.slot < slots.count, case .used(place.id, let child) = slots[place.slot]
    else { return nil }
    return child
  }

  /// The name of the work in a place; empty if it has been removed.
  func workName(at place: Place) -> String {
    if case .work(let work) = self[place] { work.name } else { "" }
  }

  private mutating func free(_ slot: Int) {
    if case .used(_, .resource) = slots[slot] { resourceCount -= 1 }
    slots[slot] = .free(next: firstFree)
    firstFree = slot
    count -= 1
    // Frees the memory of a peak when the table is empty.
    if isEmpty, slots.count > 64 {
      slots = []
      firstFree = nil
    }
  }

  /// Returns the children to end, newest first, and removes the resources.
  ///
  /// Work stays in the table until it has finished, and a child scope until nothing runs in it. The
  /// order is reversed so that the caller can pop each child without copying it. A copy would
  /// retain the task while it ends on another thread, and both threads would contend for its
  /// reference count.
  mutating func end(keepingResources: Bool) -> [Child] {
    if isEmpty { return [] }
    var places: [Place] = []
    for (slot, entry) in slots.enumerated() {
      guard case .used(let id, let child) = entry else { continue }
      if keepingResources, case .resource = child { continue }
      places.append(Place(slot: slot, id: id))
    }
    places.sort { $0.id > $1.id }
    return places.compactMap { place in
      guard let child = self[place] else { return nil }
      switch child {
      case .resource: free(place.slot)
      case .work(let work):
        let ended = Work(name: work.name, listener: work.listener, isCancelled: true)
        slots[place.slot] = .used(id: place.id, .work(ended))
      case .scope: break
      }
      return child
    }
  }

  /// The running work, in no particular order.
  var work: [(id: Int, work: Work)] {
    slots.compactMap { slot in
      if case .used(let id, .work(let work)) = slot { (id, work) } else { nil }
    }
  }

  /// The child scopes, in no particular order.
  var scopes: [TaskScopeCore] {
    slots.compactMap { slot in
      if case .used(_, .scope(let scope)) = slot { scope } else { nil }
    }
  }
}
