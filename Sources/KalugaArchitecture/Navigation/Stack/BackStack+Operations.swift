extension BackStack {
  /// The stack after an operation.
  ///
  /// - Throws: The reason, if the operation is not possible here.
  public func applying(
    _ spec: NavigationSpec<Destination>
  ) throws(NavigationError) -> BackStack {
    var stack = self
    switch spec {
    case .push(let destination): stack.push(destination)
    case .replace(let destination):
      stack.path.removeLast()
      stack.push(destination)
    case .pop: try stack.pop()
    case .popTo(let destination, let inclusive):
      try stack.popTo(destination, inclusive: inclusive)
    case .replaceAbove(let base, let destination):
      try stack.popTo(base, inclusive: false)
      stack.push(destination)
    case .popToRoot: stack.path.removeLast(path.count - 1)
    case .present(let destination):
      if !isPresented(destination) { stack.present(destination) }
    case .replacePresented(let destination):
      if isPresented(destination) { break }
      if levels.count > 1 { stack.levels.removeLast() }
      stack.present(destination)
    case .dismiss:
      guard levels.count > 1 else { throw .nothingPresented(screen: name(of: top)) }
      stack.levels.removeLast()
    case .close(let destination, _): try stack.close(destination)
    case .closeEntry(let id): try stack.closeEntry(id)
    case .tabs(let roots, let selected): try stack.makeTabs(roots, selected)
    case .selectTab(let index):
      let tabs = levels[levels.count - 1].tabs
      // A layer of one stack has no tabs.
      guard tabs.count > 1, tabs.indices.contains(index) else {
        throw .noSuchTab(index: index, count: tabs.count > 1 ? tabs.count : 0)
      }
      stack.levels[levels.count - 1].selected = index
    case .open(let root, let rest): stack.open([root] + rest)
    case .setRoot(let root): stack.levels = [Layer(tabs: [stack.makePath([root])], selected: 0)]
    }
    return stack
  }

  /// The stack that is shown.
  private var path: [Entry] {
    get { levels[levels.count - 1].path }
    set {
      let top = levels.count - 1
      levels[top].tabs[levels[top].selected] = newValue
    }
  }

  private func name(of entry: Entry) -> String {
    entry.destination.screenName
  }

  private mutating func push(_ destination: Destination) {
    path.append(makeEntry(destination))
  }

  private mutating func pop() throws(NavigationError) {
    if path.count > 1 {
      path.removeLast()
    } else if levels.count > 1 {
      levels.removeLast()
    } else {
      throw .nothingToGoBackTo(screen: name(of: top))
    }
  }

  private mutating func popTo(
    _ destination: Destination,
    inclusive: Bool
  ) throws(NavigationError) {
    guard let index = path.lastIndex(where: { $0.destination == destination }) else {
      throw .notOnStack(screen: destination.screenName, stack: path.map(name))
    }
    let kept = index + (inclusive ? 0 : 1)
    if kept > 0 {
      path.removeLast(path.count - kept)
    } else if levels.count > 1 {
      levels.removeLast()
    } else {
      throw .nothingToGoBackTo(screen: destination.screenName)
    }
  }

  /// Where the topmost such screen is, of those in the stacks that are shown.
  func place(of destination: Destination) -> (level: Int, index: Int)? {
    for level in levels.indices.reversed() {
      let path = levels[level].path
      if let index = path.lastIndex(where: { $0.destination == destination }) {
        return (level, index)
      }
    }
    return nil
  }

  /// The screen whose opener gets the result of an operation: the one that is left or closed.
  func entryGivingResult(of spec: NavigationSpec<Destination>) -> Entry {
    switch spec {
    case .dismiss: path[0]
    case .close(let destination, _):
      place(of: destination).map { levels[$0.level].path[$0.index] } ?? top
    case .closeEntry(let id): entries.first { $0.id == id } ?? top
    default: top
    }
  }

  private mutating func close(_ destination: Destination) throws(NavigationError) {
    guard let (level, index) = place(of: destination) else {
      throw .notOnStack(screen: destination.screenName, stack: layers.joined().map(name))
    }
    if index > 0 {
      levels.removeLast(levels.count - level - 1)
      path.removeLast(path.count - index)
    } else if level > 0 {
      levels.removeLast(levels.count - level)
    } else {
      throw .nothingToGoBackTo(screen: destination.screenName)
    }
  }

  private mutating func closeEntry(_ id: Int) throws(NavigationError) {
    for level in levels.indices {
      for tab in levels[level].tabs.indices {
        let path = levels[level].tabs[tab]
        guard let index = path.firstIndex(where: { $0.id == id }) else { continue }
        let isShown = tab == levels[level].selected
        if index > 0 {
          levels[level].tabs[tab].removeLast(path.count - index)
          // What is presented was presented over the tab that is shown.
          if isShown { levels.removeLast(levels.count - level - 1) }
        } else if isShown, level > 0 {
          levels.removeLast(levels.count - level)
        } else {
          throw .nothingToGoBackTo(screen: name(of: path[0]))
        }
        return
      }
    }
    throw .notOnStack(screen: "#\(id)", stack: entries.map(name))
  }

  /// Whether the presented stack begins with a screen.
  ///
  /// Presenting what is presented already changes nothing: hosts that describe what they show say it
  /// again and again.
  private func isPresented(_ destination: Destination) -> Bool {
    levels.count > 1 && path[0].destination == destination
  }

  private mutating func present(_ destination: Destination) {
    levels.append(Layer(tabs: [makePath([destination])], selected: 0))
  }

  /// Keeps the stack of each old tab that begins with the root of a new one: its view models go on.
  private mutating func makeTabs(
    _ roots: [Destination],
    _ selected: Int
  ) throws(NavigationError) {
    guard roots.indices.contains(selected) else {
      throw .noSuchTab(index: selected, count: roots.count)
    }
    var old = levels[levels.count - 1].tabs
    var tabs: [[Entry]] = []
    for root in roots {
      let index = old.firstIndex { $0[0].destination == root }
      tabs.append(index.map { old.remove(at: $0) } ?? makePath([root]))
    }
    levels[levels.count - 1] = Layer(tabs: tabs, selected: selected)
  }

  /// Keeps the entries that the new screens begin with: their view models go on.
  private mutating func open(_ destinations: [Destination]) {
    let kept = zip(levels[0].path, destinations).prefix { $0.destination == $1 }.map { $0.0 }
    let added = makePath(Array(destinations.dropFirst(kept.count)))
    levels = [Layer(tabs: [kept + added], selected: 0)]
  }
}
