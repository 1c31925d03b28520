/// What a scope owns: running work, child scopes and resources, each in a slot that is used again.
///
/// To enter, to look up and to leave cost the same however much there is; only who asks for the order of
/// arrival pays for it.
struct TaskScopeTable {
  /// A running task or clean-up.
  struct Work {
    let name: String
    let probe: TaskScopeProbe?
    /// Nil until the task has been made, for clean-ups, and once it has been cancelled.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  enum Child {
    case work(Work)
    case scope(TaskScopeCore)
    case resource(any Disposable)
  }

  /// Where something stands; the identifier tells whether it still does.
  struct Place {
    fileprivate let slot: Int
    let id: Int
  }

  private struct Entry {
    let id: Int
    var child: Child
  }

  private var entries: [Entry?] = []
  private var freeSlots: [Int] = []

  mutating func insert(_ child: Child, id: Int) -> Place {
    let entry = Entry(id: id, child: child)
    if let slot = freeSlots.popLast() {
      entries[slot] = entry
      return Place(slot: slot, id: id)
    }
    entries.append(entry)
    return Place(slot: entries.count - 1, id: id)
  }

  /// What is removed is to be released outside of the lock: it may own the last reference to an object
  /// of the user's.
  mutating func remove(_ place: Place) -> Child? {
    guard let child = self[place] else { return nil }
    free(place.slot)
    return child
  }

  /// Keeps the task of a work for its cancellation; true if that has come already.
  mutating func keep(_ task: Task<Void, Never>, at place: Place) -> Bool {
    guard case .work(var work) = self[place] else { return false }
    if work.isCancelled { return true }
    work.task = task
    entries[place.slot]?.child = .work(work)
    return false
  }

  /// What stands at a place: nil if it has gone, whatever stands in its slot now.
  private subscript(place: Place) -> Child? {
    guard place.slot < entries.count, let entry = entries[place.slot], entry.id == place.id
    else { return nil }
    return entry.child
  }

  private mutating func free(_ slot: Int) {
    entries[slot] = nil
    freeSlots.append(slot)
    // What many needed at once is given back with the last of them.
    if freeSlots.count == entries.count, entries.count > 64 {
      entries = []
      freeSlots = []
    }
  }

  /// What is to be ended, the last that arrived first; work stays until it has finished, and a scope until it
  /// takes itself out.
  ///
  /// In this order, so that each can be taken from the end without a copy: a copy of a task counts a
  /// reference to it while the task ends on another thread.
  mutating func end(keepingResources: Bool) -> [Child] {
    var places: [Place] = []
    for (slot, entry) in entries.enumerated() {
      guard let entry else { continue }
      if keepingResources, case .resource = entry.child { continue }
      places.append(Place(slot: slot, id: entry.id))
    }
    places.sort { $0.id > $1.id }
    return places.compactMap { place in
      guard let child = entries[place.slot].take()?.child else { return nil }
      switch child {
      case .resource: free(place.slot)
      case .work(let work):
        let ended = Work(name: work.name, probe: work.probe, isCancelled: true)
        entries[place.slot] = Entry(id: place.id, child: .work(ended))
      case .scope: entries[place.slot] = Entry(id: place.id, child: child)
      }
      return child
    }
  }

  /// Everything that runs, and the child scopes, in no order.
  var contents: (work: [(id: Int, work: Work)], scopes: [TaskScopeCore]) {
    var contents: (work: [(id: Int, work: Work)], scopes: [TaskScopeCore]) = ([], [])
    for case let entry? in entries {
      switch entry.child {
      case .work(let work): contents.work.append((entry.id, work))
      case .scope(let scope): contents.scopes.append(scope)
      case .resource: break
      }
    }
    return contents
  }
}
