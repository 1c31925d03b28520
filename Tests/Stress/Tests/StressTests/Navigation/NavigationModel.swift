import KalugaArchitecture
import KalugaArchitectureTestUtils

/// What a navigation should be, in arrays: the documentation of `NavigationSpec` in a few lines, without
/// a call of the code that it is compared with.
struct NavigationModel {
  /// A screen, and the request that waits for its result.
  struct Screen {
    let place: Place
    var request: Int?
  }

  struct Level {
    var tabs: [[Screen]]
    var selected = 0

    var path: [Screen] {
      get { tabs[selected] }
      set { tabs[selected] = newValue }
    }
  }

  enum Given: CaseIterable {
    case nothing, number, text
  }

  enum Operation {
    case push(Place), replace(Place), replaceAbove(Place, Place), popTo(Place, inclusive: Bool)
    case pop(Given), popToRoot, present(Place), replacePresented(Place), dismiss(Given)
    case close(Place, Given), tabs([Place], Int), selectTab(Int), open([Place]), setRoot(Place)
    /// The entry at this place among all of them, lowest layer and first tab first; there may be none.
    case closeEntry(at: Int)
  }

  private(set) var levels: [Level]
  /// What has become of each request; nil while it waits for a result.
  private(set) var outcomes: [NavigationOutcome<Int>?] = []

  init(_ root: Place) {
    levels = [Level(tabs: [[Screen(place: root)]])]
  }

  var screens: [Screen] { levels.flatMap { $0.tabs.flatMap(\.self) } }
  var shown: Place? { levels.last?.path.last?.place }

  /// Applies an operation that asks for a number; false if it is not possible and nothing changes.
  mutating func apply(_ operation: Operation) -> Bool {
    var changed = self
    let isOpened: Bool
    do {
      isOpened = try changed.change(operation)
    } catch {
      return false
    }
    self = changed
    if isOpened {
      levels[levels.count - 1].path[levels[levels.count - 1].path.count - 1].request =
        outcomes.count
    }
    outcomes.append(isOpened ? .none : .some(.done))
    return true
  }

  mutating func end() {
    leave(screens, .hostEnded)
    levels = []
  }

  // MARK: Operations

  private struct Impossible: Error {}

  /// Whether there is a new screen on top.
  private mutating func change(_ operation: Operation) throws -> Bool {
    let last = levels.count - 1
    let path = levels[last].path
    switch operation {
    case .push(let place): add(place)
    case .replace(let place):
      leave(cut(last, path.count - 1), .closed)
      add(place)
    case .replaceAbove(let base, let place):
      guard let index = path.lastIndex(where: { $0.place == base }) else { throw Impossible() }
      leave(cut(last, index + 1), .closed)
      add(place)
    case .pop(let given):
      guard path.count > 1 || last > 0 else { throw Impossible() }
      try give(given, levels[last].path.count - 1, last)
      leave(path.count > 1 ? cut(last, path.count - 1) : cutLevels(last), .back)
      return false
    case .popTo(let place, let inclusive):
      guard let index = path.lastIndex(where: { $0.place == place }) else { throw Impossible() }
      let rest = inclusive ? index : index + 1
      guard rest + last > 0 else { throw Impossible() }
      leave(rest > 0 ? cut(last, rest) : cutLevels(last), .back)
      return false
    case .popToRoot:
      leave(cut(last, 1), .back)
      return false
    case .present(let place):
      if last > 0, path[0].place == place { return false }
      levels.append(Level(tabs: [[Screen(place: place)]]))
    case .replacePresented(let place):
      if last > 0 {
        if path[0].place == place { return false }
        leave(cutLevels(last), .closed)
      }
      levels.append(Level(tabs: [[Screen(place: place)]]))
    case .dismiss(let given):
      guard last > 0 else { throw Impossible() }
      try give(given, 0, last)
      leave(cutLevels(last), .closed)
      return false
    case .close(let place, let given):
      let found = levels.indices.compactMap { level in
        levels[level].path.lastIndex { $0.place == place }.map { (level, $0) }
      }
      guard let (level, index) = found.last, level + index > 0 else { throw Impossible() }
      try give(given, index, level)
      if index > 0 {
        leave(cutLevels(level + 1), .closed)
        leave(cut(level, index), .closed)
      } else {
        leave(cutLevels(level), .closed)
      }
      return false
    case .tabs(let roots, let selected):
      return try changeTabs(roots, selected)
    case .selectTab(let index):
      guard levels[last].tabs.indices.contains(index) else { throw Impossible() }
      levels[last].selected = index
      return false
    case .open(let places): return open(places)
    case .setRoot(let place):
      leave(cutLevels(0), .closed)
      levels = [Level(tabs: [[Screen(place: place)]])]
    case .closeEntry(let position):
      try closeEntry(at: position)
      return false
    }
    return true
  }

  private mutating func changeTabs(_ roots: [Place], _ selected: Int) throws -> Bool {
    guard roots.indices.contains(selected) else { throw Impossible() }
    var old = levels[levels.count - 1].tabs
    var tabs: [[Screen]] = []
    var new: Set<Int> = []
    for root in roots {
      if let index = old.firstIndex(where: { $0[0].place == root }) {
        tabs.append(old.remove(at: index))
      } else {
        new.insert(tabs.count)
        tabs.append([Screen(place: root)])
      }
    }
    levels[levels.count - 1] = Level(tabs: tabs, selected: selected)
    leave(old.flatMap(\.self), .closed)
    return new.contains(selected)
  }

  private mutating func closeEntry(at position: Int) throws {
    var rest = position
    for level in levels.indices {
      for tab in levels[level].tabs.indices {
        let path = levels[level].tabs[tab]
        guard rest >= path.count else { return try closeEntry(level, tab, rest) }
        rest -= path.count
      }
    }
    throw Impossible()
  }

  private mutating func closeEntry(_ level: Int, _ tab: Int, _ index: Int) throws {
    // Nothing is over a tab that is not shown, and nothing is under its first screen.
    let isShown = tab == levels[level].selected
    guard index > 0 || isShown && level > 0 else { throw Impossible() }
    if isShown { leave(cutLevels(index > 0 ? level + 1 : level), .closed) }
    guard index > 0 else { return }
    leave(Array(levels[level].tabs[tab].dropFirst(index)), .closed)
    levels[level].tabs[tab] = Array(levels[level].tabs[tab].prefix(index))
  }

  private mutating func open(_ places: [Place]) -> Bool {
    let base = levels[0]
    var kept = 0
    while kept < places.count, kept < base.path.count, base.path[kept].place == places[kept] {
      kept += 1
    }
    leave(cutLevels(1), .closed)
    for tab in base.tabs.indices where tab != base.selected { leave(base.tabs[tab], .closed) }
    leave(Array(base.path.dropFirst(kept)), .closed)
    let added = places.dropFirst(kept).map { Screen(place: $0) }
    levels = [Level(tabs: [Array(base.path.prefix(kept)) + added])]
    return !added.isEmpty
  }

  // MARK: Parts

  private mutating func add(_ place: Place) {
    levels[levels.count - 1].path.append(Screen(place: place))
  }

  /// Takes the end of a path away.
  private mutating func cut(_ level: Int, _ count: Int) -> [Screen] {
    defer { levels[level].path = Array(levels[level].path.prefix(count)) }
    return Array(levels[level].path.dropFirst(count))
  }

  private mutating func cutLevels(_ count: Int) -> [Screen] {
    defer { levels = Array(levels.prefix(count)) }
    return levels.dropFirst(count).flatMap { $0.tabs.flatMap(\.self) }
  }

  /// Gives a result to whoever opened a screen, if they can take it.
  private mutating func give(_ given: Given, _ index: Int, _ level: Int) throws {
    guard given != .nothing, let request = levels[level].path[index].request else { return }
    guard given == .number else { throw Impossible() }
    outcomes[request] = .finished(7)
  }

  private mutating func leave(_ screens: [Screen], _ reason: NavigationCancellation) {
    for case let request? in screens.map(\.request) where outcomes[request] == nil {
      outcomes[request] = .cancelled(reason)
    }
  }
}

extension NavigationModel.Given {
  var result: NavigationResult? {
    switch self {
    case .nothing: nil
    case .number: NavigationResult(7, .integer)
    case .text: NavigationResult("seven", .string)
    }
  }
}

extension NavigationModel.Operation {
  /// The operation to compare with, on a stack that looks like the model.
  func spec(on stack: BackStack<Place>) -> NavigationSpec<Place> {
    switch self {
    case .push(let place): .push(place)
    case .replace(let place): .replace(place)
    case .replaceAbove(let base, let place): .replaceAbove(base, with: place)
    case .pop(let given): .pop(result: given.result)
    case .popTo(let place, let inclusive): .popTo(place, inclusive: inclusive)
    case .popToRoot: .popToRoot
    case .present(let place): .present(place)
    case .replacePresented(let place): .replacePresented(place)
    case .dismiss(let given): .dismiss(result: given.result)
    case .close(let place, let given): .close(place, result: given.result)
    case .tabs(let roots, let selected): .tabs(roots, selected: selected)
    case .selectTab(let index): .selectTab(index)
    case .open(let places): .open(root: places[0], Array(places.dropFirst()))
    case .setRoot(let place): .setRoot(place)
    case .closeEntry(let position):
      // Identities begin with 1.
      .closeEntry(
        stack.levels.flatMap { $0.tabs.flatMap(\.self) }.dropFirst(position).first?.id ?? 0
      )
    }
  }

  static func random(_ dice: inout SeededRandom) -> Self {
    func place() -> Place { Place.allCases.randomElement(using: &dice) ?? .home }
    func given() -> NavigationModel.Given { .allCases.randomElement(using: &dice) ?? .nothing }
    switch Int.random(in: 0..<25, using: &dice) {
    case 0...4: return .push(place())
    case 5: return .replace(place())
    case 6: return .replaceAbove(place(), place())
    case 7...10: return .pop(given())
    case 11: return .popTo(place(), inclusive: .random(using: &dice))
    case 12: return .popToRoot
    case 13, 14: return .present(place())
    case 15: return .replacePresented(place())
    case 16: return .dismiss(given())
    case 17, 18: return .close(place(), given())
    case 19:
      let roots = (0..<Int.random(in: 0...3, using: &dice)).map { _ in place() }
      return .tabs(roots, Int.random(in: 0...3, using: &dice))
    case 20: return .setRoot(place())
    case 21, 22: return .closeEntry(at: Int.random(in: 0...5, using: &dice))
    case 23: return .selectTab(Int.random(in: -1...2, using: &dice))
    default: return .open((0...Int.random(in: 0..<3, using: &dice)).map { _ in place() })
    }
  }
}
