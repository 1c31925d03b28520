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
    case .popToRoot: stack.path.removeLast(path.count - 1)
    case .present(let destination): stack.present(destination)
    case .replacePresented(let destination):
      if levels.count > 1, path[0].destination == destination { break }
      if levels.count > 1 { stack.levels.removeLast() }
      stack.present(destination)
    case .dismiss:
      guard levels.count > 1 else { throw .nothingPresented(screen: name(of: top)) }
      stack.levels.removeLast()
    case .tabs(let roots, let selected): try stack.makeTabs(roots, selected)
    case .selectTab(let index):
      guard levels[levels.count - 1].tabs.indices.contains(index) else {
        throw .noSuchTab(index: index, count: levels[levels.count - 1].tabs.count)
      }
      stack.levels[levels.count - 1].selected = index
    case .open(let root, let rest): stack.open([root] + rest)
    }
    return stack
  }

  /// The stack that is shown.
  private var path: [Entry] {
    get { levels[levels.count - 1].path }
    set { levels[levels.count - 1].path = newValue }
  }

  private func name(of entry: Entry) -> String {
    caseName(of: entry.destination)
  }

  private mutating func push(_ destination: Destination) {
    path += makeEntries([destination])
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
      throw .notOnStack(screen: caseName(of: destination), stack: path.map(name))
    }
    let kept = index + (inclusive ? 0 : 1)
    if kept > 0 {
      path.removeLast(path.count - kept)
    } else if levels.count > 1 {
      levels.removeLast()
    } else {
      throw .nothingToGoBackTo(screen: caseName(of: destination))
    }
  }

  /// Presenting what is presented already changes nothing: hosts that describe what they show say it
  /// again and again.
  private mutating func present(_ destination: Destination) {
    if levels.count > 1, path[0].destination == destination { return }
    levels.append(Layer(tabs: [makeEntries([destination])], selected: 0))
  }

  private mutating func makeTabs(
    _ roots: [Destination],
    _ selected: Int
  ) throws(NavigationError) {
    guard roots.indices.contains(selected) else {
      throw .noSuchTab(index: selected, count: roots.count)
    }
    var tabs: [[Entry]] = []
    for root in roots { tabs.append(makeEntries([root])) }
    levels[levels.count - 1] = Layer(tabs: tabs, selected: selected)
  }

  /// Keeps the entries that the new screens begin with: their view models go on.
  private mutating func open(_ destinations: [Destination]) {
    let kept = zip(levels[0].path, destinations).prefix { $0.destination == $1 }.map { $0.0 }
    let added = makeEntries(Array(destinations.dropFirst(kept.count)))
    levels = [Layer(tabs: [kept + added], selected: 0)]
  }
}
