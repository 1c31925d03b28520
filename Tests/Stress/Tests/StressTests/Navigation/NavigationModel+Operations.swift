import KalugaArchitecture

// What each operation does with the screens.
extension NavigationModel {
  mutating func change(
    _ spec: NavigationSpec<Place>,
    by origin: BackStackEntryID?,
    isBelow: Bool = false
  ) throws(Refusal) {
    let last = levels.count - 1
    let path = levels[last].path
    topOfMovedList = nil
    if spec.movesOnePane {
      if isWide, let start = levels[last].startOfDetail, path[start - 1].id == mover,
        !spec.names(onlyIn: path[start...], notIn: path[..<start])
      {
        return try changeList(before: start, spec, by: origin, isBelow: isBelow)
      }
      mover = nil
    }
    switch spec {
    case .push(let place): push(place)
    case .showDetail(let place):
      mover = nil
      if !place.isDetail { throw .impossible }
      let start = levels[last].startOfDetail ?? path.count
      let isOpen = path.dropFirst(start).first?.place == place
      try close(last, isOpen ? start + 1 : start)
      if !isOpen { push(place) }
    case .replace(let place):
      levels[last].path.removeLast()
      push(place, inPlaceOf: path.suffix(1))
    case .replaceAbove(let base, let place):
      let replaced = path.dropFirst(try index(in: path) { $0.place == base } + 1)
      levels[last].path.removeLast(replaced.count)
      push(place, inPlaceOf: replaced.prefix(1))
    case .pop(let result): try close(last, path.count - 1, result)
    case .popTo(let place, let inclusive, let result):
      try close(last, try index(in: path) { $0.place == place } + (inclusive ? 0 : 1), result)
    case .popToEntry(let id, let inclusive, let result):
      try close(last, try index(in: path) { $0.id == id } + (inclusive ? 0 : 1), result)
    case .popToScreen(let inclusive, let result, let isMatch):
      try close(last, try index(in: path) { isMatch($0.place) } + (inclusive ? 0 : 1), result)
    case .popToRoot(let result): try close(last, 1, result)
    case .present(let place, let style, let covering),
      .replacePresented(let place, let style, let covering):
      if isPresented(place) {
        levels[last].style = style ?? levels[last].style
        levels[last].covering = covering ?? levels[last].covering
        return
      }
      var replaced: [Screen] = []
      if spec.kind == "replacePresented", last > 0 {
        replaced = givers(closing: levels.removeLast(), at: 0)
      }
      present(place, inPlaceOf: replaced, style, covering)
    case .dismiss(let result):
      guard last > 0 else { throw .impossible }
      try close(last, 0, result)
    case .close(let place, let result): try closeTop(result) { $0.place == place }
    case .closeScreen(let result, let isMatch): try closeTop(result) { isMatch($0.place) }
    case .closeEntry(let id, let result): try closeScreen(id, result)
    case .finish(let result):
      guard let origin else { throw .impossible }
      try closeScreen(origin, result)
    case .tabs(let roots, let selected): try makeTabs(roots, selected)
    case .selectTab(let index):
      let tabs = levels[last].tabs
      guard tabs.count > 1, tabs.indices.contains(index) else { throw .impossible }
      levels[last].selected = index
    case .selectTabOf(let root):
      let place = try tab(of: root)
      levels[place.level].selected = place.tab
    case .pushInTab(let place, let root):
      let (level, tab) = try tab(of: root)
      levels[level].tabs[tab].append(makeScreen(place))
    case .openInTab(let places, let root): try open(places, inTabOf: root)
    case .bringToFront(let place):
      if path.contains(where: { $0.place == place }) {
        try close(last, try index(in: path) { $0.place == place } + 1)
      } else {
        push(place)
      }
    case .open(let root, let rest): open([root] + rest)
    case .setRoot(let place):
      levels = []
      present(place)
    case .update(let id, let place):
      guard screen(id) != nil else { throw .impossible }
      changeScreens { if $0.id == id { $0.place = place } }
    case .below(let spec):
      guard last > 0 else { throw .impossible }
      let presented = levels.removeLast()
      try change(spec, by: origin, isBelow: true)
      levels.append(presented)
    case .steps(let steps):
      if steps.isEmpty { throw .impossible }
      for step in steps {
        if step.isLaunch { throw .impossible }
        // Also a question that is asked already, because the step is named.
        do { try change(step, by: origin, isBelow: isBelow) } catch { throw .impossible }
      }
    case .animated(let spec, _): try change(spec, by: origin, isBelow: isBelow)
    case .ask(let question): try ask(question, isBelow: isBelow)
    case .answer(let name): try answer(name, isBelow: isBelow)
    case .launch: break
    }
  }

  /// Changes the list beside a detail, which stays unless the list opens a new one.
  private mutating func changeList(
    before start: Int,
    _ spec: NavigationSpec<Place>,
    by origin: BackStackEntryID?,
    isBelow: Bool
  ) throws(Refusal) {
    let last = levels.count - 1
    let detail = levels[last].path.suffix(from: start)
    levels[last].path.removeSubrange(start...)
    try change(spec, by: origin, isBelow: isBelow)
    guard levels.count - 1 == last else { throw .impossible }
    topOfMovedList = levels[last].path.last?.id
    guard levels[last].startOfDetail == nil else { return }
    mover = topOfMovedList
    levels[last].path += detail
  }

  // MARK: Opening

  private mutating func push(_ place: Place, inPlaceOf replaced: ArraySlice<Screen> = []) {
    let screen = makeScreen(place, inPlaceOf: Array(replaced))
    levels[levels.count - 1].path.append(screen)
  }

  private mutating func present(
    _ place: Place,
    inPlaceOf replaced: [Screen] = [],
    _ style: PresentationStyle? = nil,
    _ covering: PresentationCovering? = nil
  ) {
    let tabs = [[makeScreen(place, inPlaceOf: replaced)]]
    levels.append(Level(tabs: tabs, style: style, covering: covering))
  }

  /// Makes a screen that owes the result of the first of the others that owes one.
  private mutating func makeScreen(_ place: Place, inPlaceOf replaced: [Screen]) -> Screen {
    var screen = makeScreen(place)
    screen.debt = replaced.map(\.debt).first { $0.saved != nil } ?? Debt()
    return screen
  }

  private func isPresented(_ place: Place) -> Bool {
    levels.count > 1 && levels[levels.count - 1].path[0].place == place
  }

  private mutating func makeTabs(_ roots: [Place], _ selected: Int) throws(Refusal) {
    guard roots.indices.contains(selected) else { throw .impossible }
    var old = levels[levels.count - 1].tabs
    var tabs: [[Screen]] = []
    for root in roots {
      let kept = old.firstIndex { $0[0].place == root }.map { old.remove(at: $0) }
      tabs.append(kept ?? [makeScreen(root)])
    }
    levels[levels.count - 1].tabs = tabs
    levels[levels.count - 1].selected = selected
  }

  /// The lowest tab that begins with a screen.
  private func tab(of root: Place) throws(Refusal) -> (level: Int, tab: Int) {
    for (level, content) in levels.enumerated() where content.tabs.count > 1 {
      for (tab, path) in content.tabs.enumerated() where path[0].place == root {
        return (level, tab)
      }
    }
    throw .impossible
  }

  private mutating func open(_ places: [Place], inTabOf root: Place) throws(Refusal) {
    let (level, tab) = try tab(of: root)
    levels.removeSubrange((level + 1)...)
    let old = levels[level].tabs[tab]
    var path: [Screen] = []
    for place in (places.first == root ? [] : [root]) + places {
      let number = path.count
      let isKept =
        number < old.count && old[number].place == place
        && path.last?.id == (number > 0 ? old[number - 1].id : nil)
      path.append(isKept ? old[number] : makeScreen(place))
    }
    levels[level].tabs[tab] = path
    levels[level].selected = tab
  }

  private mutating func open(_ places: [Place]) {
    var path = zip(levels[0].path, places).prefix { $0.place == $1 }.map { $0.0 }
    for place in places.dropFirst(path.count) { path.append(makeScreen(place)) }
    levels = [Level(tabs: [path])]
  }

  // MARK: Closing

  private func index(
    in path: [Screen],
    _ isMatch: (Screen) -> Bool
  ) throws(Refusal) -> Int {
    guard let index = path.lastIndex(where: isMatch) else { throw .impossible }
    return index
  }

  /// Closes the topmost screen of the shown paths that matches.
  private mutating func closeTop(
    _ result: NavigationResult?,
    _ isMatch: (Screen) -> Bool
  ) throws(Refusal) {
    guard let level = levels.lastIndex(where: { $0.path.contains(where: isMatch) })
    else { throw .impossible }
    try close(level, try index(in: levels[level].path, isMatch), result)
  }

  /// Closes a screen of any level and tab.
  private mutating func closeScreen(
    _ id: BackStackEntryID,
    _ result: NavigationResult?
  ) throws(Refusal) {
    for (level, content) in levels.enumerated() {
      for (tab, path) in content.tabs.enumerated() {
        guard let index = path.firstIndex(where: { $0.id == id }) else { continue }
        if tab == content.selected { return try close(level, index, result) }
        // The first screen of a hidden tab cannot be closed. No level is above such a tab.
        guard index > 0 else { throw .impossible }
        levels[level].tabs[tab].removeSubrange(index...)
        return try give(result, from: [path[index]])
      }
    }
    throw .impossible
  }

  /// Closes the screen at an index of a shown path with everything above it, and gives a result.
  mutating func close(
    _ level: Int,
    _ index: Int,
    _ result: NavigationResult? = nil
  ) throws(Refusal) {
    guard level + index > 0 else { throw .impossible }
    let givers = givers(closing: levels[level], at: index)
    levels.removeLast(levels.count - level - (index > 0 ? 1 : 0))
    if index > 0, index < levels[level].path.count { levels[level].path.removeSubrange(index...) }
    try give(result, from: givers)
  }

  /// The screens that may give the result of an operation that closes a screen of a shown path.
  ///
  /// The first screen of a presented stack may have become a tab that is not shown.
  private func givers(closing level: Level, at index: Int) -> [Screen] {
    let first = level.tabs.map { $0[0] }.sorted { $0.id.rawValue < $1.id.rawValue }
    return level.path.dropFirst(index).prefix(1) + (index == 0 ? first : [])
  }
}

extension NavigationModel {
  /// The top screen of the stack on which an operation, or its last step, has acted.
  func top(after spec: NavigationSpec<Place>) -> Screen? {
    switch spec {
    case .below(let spec):
      var under = self
      under.levels.removeLast()
      return under.top(after: spec)
    case .animated(let spec, _): return top(after: spec)
    case .steps(let steps): return steps.last.flatMap { top(after: $0) }
    case .selectTabOf(let root), .pushInTab(_, let root):
      return (try? tab(of: root)).flatMap { levels[$0.level].tabs[$0.tab].last }
    default: return topOfMovedList.flatMap(screen) ?? levels.last?.path.last
    }
  }
}

extension NavigationSpec<Place> {
  /// Whether the operation ends with a screen that it opens only if that is not open already.
  var mayBeOpen: Bool {
    switch self {
    case .showDetail, .present, .replacePresented, .bringToFront: true
    case .below(let spec), .animated(let spec, _): spec.mayBeOpen
    case .steps(let steps): steps.last?.mayBeOpen ?? false
    default: false
    }
  }

  /// Whether the operation names a screen of the first path, and none of the second one.
  func names(
    onlyIn path: ArraySlice<NavigationModel.Screen>,
    notIn other: ArraySlice<NavigationModel.Screen>
  ) -> Bool {
    func finds(_ isNamed: (NavigationModel.Screen) -> Bool) -> Bool {
      path.contains(where: isNamed) && !other.contains(where: isNamed)
    }
    return switch self {
    case .popTo(let place, _, _), .replaceAbove(let place, _), .bringToFront(let place):
      finds { $0.place == place }
    case .popToEntry(let id, _, _): finds { $0.id == id }
    case .popToScreen(_, _, let isMatch): finds { isMatch($0.place) }
    case .animated(let spec, _): spec.names(onlyIn: path, notIn: other)
    default: false
    }
  }

  /// Whether the host carries out an effect, which changes no stack.
  var isLaunch: Bool {
    switch self {
    case .launch: true
    case .below(let spec), .animated(let spec, _): spec.isLaunch
    default: false
    }
  }

  /// The operation without what is said about its animation.
  var plain: Self { if case .animated(let spec, _) = self { spec.plain } else { self } }

  /// Whether hosts animate it, as in the table of the article on stacks.
  var animates: Bool {
    switch self {
    case .animated(_, let isAnimated): isAnimated
    case .steps(let steps): !steps.filter(\.animates).isEmpty
    case .below(let spec): spec.animates
    default: !["open", "openInTab", "setRoot", "tabs", "selectTab", "selectTabOf"].contains(kind)
    }
  }

  /// The reason with which screens leave that give no result.
  var reason: NavigationCancellation {
    switch self {
    case .pop, .popTo, .popToEntry, .popToScreen, .popToRoot, .bringToFront: .back
    case .below(let spec), .animated(let spec, _): spec.reason
    default: .closed
    }
  }
}
