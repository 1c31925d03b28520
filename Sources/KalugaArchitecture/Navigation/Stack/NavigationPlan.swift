/// The outcome of an operation on a stack: the new stack, and the entries that leave and arrive.
///
/// A plan is a pure value, which a driver carries out. Its cost depends only on the layers that the
/// operation changes, apart from a copy of the list of layers.
struct NavigationPlan<Destination: NavigationDestination> {
  private typealias Entry = BackStack<Destination>.Entry

  let old: BackStack<Destination>
  private(set) var new: BackStack<Destination>

  /// The entries that leave, in the order of the old stack.
  private(set) var removed: [BackStackEntryID] = []

  /// The entries that arrive, in the order of the new stack.
  private(set) var added: [BackStack<Destination>.Entry] = []

  /// The number of presented stacks above the one on which the operation acts.
  private let depth: Int

  /// The entries whose openers may receive the result of the operation.
  ///
  /// The first is the lowest one that leaves. The other one is the oldest of a presented stack, because
  /// its first screen may have become a tab that is not shown.
  private(set) var givers: [BackStackEntryID] = []

  /// Plans an operation on a stack.
  ///
  /// - Throws: The reason, if the operation is not possible on this stack.
  init(
    _ spec: NavigationSpec<Destination>,
    on stack: BackStack<Destination>
  ) throws(NavigationError) {
    old = stack
    new = stack
    depth = spec.depth
    try apply(spec)
  }

  /// The new top entry of the stack that the operation acts on, or nil if it opens none.
  var opened: BackStack<Destination>.Entry? {
    let path = new.layers[last - depth].path
    let top = path[path.count - 1]
    return top.id.rawValue > old.lastID.rawValue ? top : nil
  }

  // MARK: Operations

  private mutating func apply(_ spec: NavigationSpec<Destination>) throws(NavigationError) {
    switch spec {
    case .push(let destination): push(destination)
    case .replace(let destination):
      removed.append(new.top.id)
      new.layers[last].removeLast(1)
      push(destination)
    case .pop: try cut(last, to: path.count - 1)
    case .popTo(let destination, let inclusive, _):
      try cut(last, to: try index(of: destination) + (inclusive ? 0 : 1))
    case .replaceAbove(let base, let destination):
      try cut(last, to: try index(of: base) + 1)
      push(destination)
    case .popToRoot: try cut(last, to: 1)
    case .present(let destination): if !isPresented(destination) { present(destination) }
    case .replacePresented(let destination):
      if isPresented(destination) { return }
      if last > 0 { removeLayers(from: last) }
      present(destination)
    case .dismiss:
      guard last > 0 else { throw .nothingPresented(screen: new.top.destination.screenName) }
      try cut(last, to: 0)
    case .close(let destination, _): try close(destination)
    case .closeEntry(let id): try closeEntry(id)
    case .tabs(let roots, let selected): try makeTabs(roots, selected)
    case .selectTab(let index): try selectTab(index)
    case .open(let root, let rest): open([root] + rest)
    case .setRoot(let root):
      removeLayers(from: 0)
      present(root)
    case .update(let id, let destination): try update(id, destination)
    case .below(let spec): try applyBelow(spec)
    case .launch: break
    }
  }

  /// Applies an operation as if the topmost presented stack did not exist.
  private mutating func applyBelow(_ spec: NavigationSpec<Destination>) throws(NavigationError) {
    guard last > 0 else { throw .nothingPresented(screen: new.top.destination.screenName) }
    let presented = new.layers.removeLast()
    try apply(spec)
    new.layers.append(presented)
  }

  private var last: Int { new.layers.count - 1 }

  /// The shown path of the top layer.
  private var path: [Entry] { new.layers[last].path }

  private mutating func push(_ destination: Destination) {
    let entry = new.makeEntry(destination)
    new.layers[last].append(entry)
    added.append(entry)
  }

  private mutating func present(_ destination: Destination) {
    let entry = new.makeEntry(destination)
    new.layers.append(BackStack.Layer(tabs: [[entry]], selected: 0))
    added.append(entry)
  }

  /// Returns whether the presented stack begins with a screen.
  ///
  /// Presenting that screen again changes nothing, because declarative hosts repeat their requests.
  private func isPresented(_ destination: Destination) -> Bool {
    last > 0 && path[0].destination == destination
  }

  /// Shortens a shown path to its first entries, and removes the layers above it.
  private mutating func cut(_ level: Int, to count: Int) throws(NavigationError) {
    let path = new.layers[level].path
    if count < path.count { givers.append(path[count].id) }
    if count > 0 {
      for entry in path.dropFirst(count) { removed.append(entry.id) }
      new.layers[level].removeLast(path.count - count)
      removeLayers(from: level + 1)
    } else if level > 0 {
      givers += new.layers[level].entries.map(\.id).sorted { $0.rawValue < $1.rawValue }.prefix(1)
      removeLayers(from: level)
    } else {
      throw .nothingToGoBackTo(screen: path[0].destination.screenName)
    }
  }

  private mutating func removeLayers(from level: Int) {
    for layer in new.layers[level...] {
      for entry in layer.entries { removed.append(entry.id) }
    }
    new.layers.removeLast(new.layers.count - level)
  }

  private func index(of destination: Destination) throws(NavigationError) -> Int {
    if let index = path.lastIndex(where: { $0.destination == destination }) { return index }
    throw notOnStack(destination.screenName, among: path)
  }

  private func notOnStack(_ screen: String, among entries: [Entry]) -> NavigationError {
    .notOnStack(screen: screen, stack: entries.map(\.destination.screenName))
  }

  /// Closes the topmost screen with a destination in the shown paths.
  private mutating func close(_ destination: Destination) throws(NavigationError) {
    for level in new.layers.indices.reversed() {
      let path = new.layers[level].path
      guard let index = path.lastIndex(where: { $0.destination == destination }) else { continue }
      return try cut(level, to: index)
    }
    throw notOnStack(destination.screenName, among: new.shownPaths.flatMap(\.self))
  }

  private mutating func update(
    _ id: BackStackEntryID,
    _ destination: Destination
  ) throws(NavigationError) {
    let (level, tab, index) = try position(of: id)
    new.layers[level].tabs[tab][index] = Entry(id: id, destination: destination)
  }

  private mutating func closeEntry(_ id: BackStackEntryID) throws(NavigationError) {
    let (level, tab, index) = try position(of: id)
    // Presented layers belong to the shown tab, so only closing in that tab removes them.
    if tab == new.layers[level].selected { return try cut(level, to: index) }
    let path = new.layers[level].tabs[tab]
    guard index > 0 else { throw .nothingToGoBackTo(screen: path[0].destination.screenName) }
    for entry in path[index...] { removed.append(entry.id) }
    new.layers[level].tabs[tab].removeLast(path.count - index)
  }

  /// Finds an entry, which may be in any layer or tab.
  private func position(
    of id: BackStackEntryID
  ) throws(NavigationError) -> (level: Int, tab: Int, index: Int) {
    for level in new.layers.indices.reversed() {
      for (tab, path) in new.layers[level].tabs.enumerated() {
        if let index = path.lastIndex(where: { $0.id == id }) { return (level, tab, index) }
      }
    }
    throw notOnStack("\(id)", among: new.entries)
  }

  private mutating func selectTab(_ index: Int) throws(NavigationError) {
    // A layer with a single path has no tabs.
    let count = new.layers[last].tabs.count > 1 ? new.layers[last].tabs.count : 0
    guard (0..<count).contains(index) else { throw .noSuchTab(index: index, count: count) }
    new.layers[last].selected = index
  }

  /// Makes tabs, and keeps each old path that begins with the root of a new tab.
  private mutating func makeTabs(
    _ roots: [Destination],
    _ selected: Int
  ) throws(NavigationError) {
    guard roots.indices.contains(selected) else {
      throw .noSuchTab(index: selected, count: roots.count)
    }
    let before = new.layers[last].entries
    var oldTabs = new.layers[last].tabs
    var tabs: [[Entry]] = []
    for root in roots {
      let index = oldTabs.firstIndex { $0[0].destination == root }
      tabs.append(index.map { oldTabs.remove(at: $0) } ?? new.makePath([root]))
    }
    new.layers[last] = BackStack.Layer(tabs: tabs, selected: selected)
    let left = Set(oldTabs.flatMap { $0.map(\.id) })
    removed = before.map(\.id).filter(left.contains)
    added = new.layers[last].entries.filter { $0.id.rawValue > old.lastID.rawValue }
  }

  /// Opens a path, and keeps the entries of the base with which it begins.
  private mutating func open(_ destinations: [Destination]) {
    let base = new.layers[0].path
    let count = zip(base, destinations).prefix { $0.destination == $1 }.count
    removeLayers(from: 0)
    let kept = Array(base.prefix(count))
    let keptIDs = Set(kept.map(\.id))
    removed.removeAll(where: keptIDs.contains)
    added = new.makePath(Array(destinations.dropFirst(count)))
    new.layers = [BackStack.Layer(tabs: [kept + added], selected: 0)]
  }
}

extension BackStack.Layer {
  fileprivate mutating func append(_ entry: BackStack.Entry) {
    tabs[selected].append(entry)
  }

  fileprivate mutating func removeLast(_ count: Int) {
    tabs[selected].removeLast(count)
  }
}

extension BackStack {
  /// Returns the stack after an operation.
  ///
  /// - Throws: The reason, if the operation is not possible on this stack.
  public func applying(
    _ spec: NavigationSpec<Destination>
  ) throws(NavigationError) -> BackStack {
    try NavigationPlan(spec, on: self).new
  }
}
