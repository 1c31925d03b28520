/// The running work, child scopes and resources that a scope owns, by their identifiers.
///
/// Later children have greater identifiers.
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

  private var children: [Int: Child] = [:]
  private var resourceCount = 0
  private var crowd = Crowd()

  var isEmpty: Bool { children.isEmpty }

  /// Whether there are so many resources that it is worth while to look for disposed ones.
  var mayHoldDisposed: Bool { crowd.isReached(by: resourceCount) }

  /// Called when the disposed resources have been removed.
  mutating func didForgetDisposed() {
    crowd.didSearch(leaving: resourceCount)
  }

  mutating func insert(_ child: Child, id: Int) {
    children[id] = child
    if case .resource = child { resourceCount += 1 }
  }

  /// Removes and returns a child.
  ///
  /// The caller must release it outside the lock, because it may hold the last reference to a
  /// user's object.
  mutating func remove(_ id: Int) -> Child? {
    let child = children.removeValue(forKey: id)
    if case .resource = child { resourceCount -= 1 }
    // Frees the memory of a peak when the table is empty.
    if children.isEmpty, children.capacity > 64 { children = [:] }
    return child
  }

  /// Stores the task of a piece of work, so that it can be cancelled.
  ///
  /// - Returns: Whether the work was cancelled before its task was made.
  mutating func keep(_ task: Task<Void, Never>, of id: Int) -> Bool {
    guard case .work(var work) = children[id] else { return false }
    if work.isCancelled { return true }
    work.task = task
    children[id] = .work(work)
    return false
  }

  /// The name of a piece of work; empty if it has been removed.
  func workName(of id: Int) -> String {
    if case .work(let work) = children[id] { work.name } else { "" }
  }

  /// Returns the children to end, newest first, and removes the resources.
  ///
  /// Work stays in the table until it has finished, and a child scope until nothing runs in it. The
  /// order is reversed so that the caller can pop each child without copying it. A copy would
  /// retain the task while it ends on another thread, and both threads would contend for its
  /// reference count.
  mutating func end(keepingResources: Bool) -> [Child] {
    children.keys.sorted(by: >).compactMap { id in
      guard let child = children[id] else { return nil }
      switch child {
      case .resource:
        if keepingResources { return nil }
        _ = remove(id)
      case .work(let work):
        let ended = Work(name: work.name, listener: work.listener, isCancelled: true)
        children[id] = .work(ended)
      case .scope: break
      }
      return child
    }
  }

  /// The running work, in no particular order.
  var work: [(id: Int, work: Work)] {
    children.compactMap { id, child in
      if case .work(let work) = child { (id, work) } else { nil }
    }
  }

  /// The resources, in no particular order.
  var resources: [(id: Int, resource: any Disposable)] {
    children.compactMap { id, child in
      if case .resource(let resource) = child { (id, resource) } else { nil }
    }
  }

  /// The child scopes, in no particular order.
  var scopes: [TaskScopeCore] {
    children.values.compactMap { child in
      if case .scope(let scope) = child { scope } else { nil }
    }
  }
}
