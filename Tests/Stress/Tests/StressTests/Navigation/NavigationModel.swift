import KalugaArchitecture
import KalugaArchitectureTestUtils
import Synchronization

private let screenCount = Atomic(0)

/// A model of navigation that follows the documentation of `NavigationSpec`.
///
/// It uses arrays, and calls none of the code that it is compared with.
struct NavigationModel {
  /// A screen, and the request that waits for its result.
  final class Screen {
    fileprivate(set) var place: Place
    /// The destination with which its view model was made, which an update may have changed since.
    fileprivate(set) var made: Place
    /// The request whose ticket reports its result.
    fileprivate var request: Int?
    /// The screen that asked for its result.
    fileprivate var asker: Screen?
    /// The place in the order in which screens are opened.
    fileprivate let number = screenCount.add(1, ordering: .relaxed).newValue

    init(_ place: Place) {
      self.place = place
      made = place
    }
  }

  struct Level {
    var tabs: [[Screen]]
    var selected = 0

    var path: [Screen] {
      get { tabs[selected] }
      set { tabs[selected] = newValue }
    }
  }

  private struct Impossible: Error {}

  private(set) var levels: [Level]
  /// The outcome of each request; nil while it waits for a result.
  private(set) var outcomes: [NavigationOutcome<Int>?] = []
  /// How many results have reached the screens that asked for them.
  private(set) var received = 0
  /// The screen that asked for the result of the running operation.
  private var receiver: Screen?

  init(_ places: [Place]) {
    levels = [Level(tabs: [places.map(Screen.init)])]
  }

  var screens: [Screen] { levels.flatMap { $0.tabs.flatMap(\.self) } }

  func looks(like stack: BackStack<Place>) -> Bool {
    levels.map { $0.tabs.map { $0.map(\.place) } }
      == stack.layers.map { $0.tabs.map { $0.map(\.destination) } }
      && levels.map(\.selected) == stack.layers.map(\.selected)
  }

  /// Applies a request for an operation; if it is impossible, changes nothing and returns false.
  ///
  /// The identities are those of the screens, in their order, and are needed for `closeEntry`.
  mutating func apply(_ spec: NavigationSpec<Place>, ids: [BackStackEntryID] = []) -> Bool {
    let old = screens
    let shown = levels.last?.path.last
    var changed = self
    do { try changed.change(spec, ids) } catch { return false }
    self = changed
    if spec.isLaunch {
      outcomes.append(.finished(7))
      received += 1
      return true
    }
    // Only a request that opens a screen waits for a result.
    if let top = levels.dropLast(spec.isBelow ? 1 : 0).last?.path.last,
      !old.contains(where: { $0 === top })
    {
      top.request = outcomes.count
      top.asker = shown
      outcomes.append(nil)
    } else {
      outcomes.append(.done)
    }
    // A screen that has left the stack does not receive the result.
    if let receiver = receiver.take(), screens.contains(where: { $0 === receiver }) {
      received += 1
    }
    return true
  }

  /// Simulates a restore in a later process: tickets end, and screens are made again.
  mutating func restore() {
    leave(screens, .hostEnded)
    let open = screens
    for screen in open {
      screen.made = screen.place
      screen.request = nil
      if !open.contains(where: { $0 === screen.asker }) { screen.asker = nil }
    }
  }

  mutating func end() {
    leave(screens, .hostEnded)
    levels = []
  }

  // MARK: Operations

  private mutating func change(_ spec: NavigationSpec<Place>, _ ids: [BackStackEntryID]) throws {
    let last = levels.count - 1
    let path = levels[last].path
    switch spec {
    case .push(let place): add(place)
    case .replace(let place):
      leave(path.suffix(1), .closed)
      levels[last].path[path.count - 1] = Screen(place)
    case .replaceAbove(let base, let place):
      try close(last, try index(of: base, in: path) + 1, .closed)
      add(place)
    case .pop(let result):
      try close(last, path.count - 1, .back, giving: result)
    case .popTo(let place, let inclusive, let result):
      let index = try index(of: place, in: path) + (inclusive ? 0 : 1)
      try close(last, index, .back, giving: result)
    case .popToRoot(let result): try close(last, 1, .back, giving: result)
    case .present(let place), .replacePresented(let place):
      if last > 0, path[0].place == place { return }
      if case .replacePresented = spec, last > 0 { try close(last, 0, .closed) }
      levels.append(Level(tabs: [[Screen(place)]]))
    case .dismiss(let result):
      guard last > 0 else { throw Impossible() }
      try close(last, 0, .closed, giving: result)
    case .close(let place, let result):
      guard let level = levels.lastIndex(where: { $0.path.contains { $0.place == place } })
      else { throw Impossible() }
      try close(level, try index(of: place, in: levels[level].path), .closed, giving: result)
    case .closeEntry(let id): try closeScreen(at: ids.firstIndex(of: id) ?? .max)
    case .tabs(let roots, let selected): try changeTabs(roots, selected)
    case .selectTab(let index):
      let tabs = levels[last].tabs
      guard tabs.count > 1, tabs.indices.contains(index) else { throw Impossible() }
      levels[last].selected = index
    case .open(let root, let rest): open([root] + rest)
    case .setRoot(let place):
      leave(screens, .closed)
      levels = [Level(tabs: [[Screen(place)]])]
    case .update(let id, let place):
      guard let position = ids.firstIndex(of: id), position < screens.count
      else { throw Impossible() }
      screens[position].place = place
    case .below(let spec):
      guard last > 0 else { throw Impossible() }
      let presented = levels.removeLast()
      try change(spec, ids)
      levels.append(presented)
    case .launch: break
    }
  }

  private mutating func changeTabs(_ roots: [Place], _ selected: Int) throws {
    guard roots.indices.contains(selected) else { throw Impossible() }
    var old = levels[levels.count - 1].tabs
    let tabs = roots.map { root in
      old.firstIndex { $0[0].place == root }.map { old.remove(at: $0) } ?? [Screen(root)]
    }
    levels[levels.count - 1] = Level(tabs: tabs, selected: selected)
    leave(old.flatMap(\.self), .closed)
  }

  private mutating func open(_ places: [Place]) {
    let kept = zip(levels[0].path, places).prefix { $0.place == $1 }.map { $0.0 }
    leave(Array(levels[0].path.dropFirst(kept.count)), .closed)
    levels[0].path = []
    leave(screens, .closed)
    levels = [Level(tabs: [kept + places.dropFirst(kept.count).map(Screen.init)])]
  }

  private mutating func closeScreen(at position: Int) throws {
    let places = levels.enumerated().flatMap { level, content in
      content.tabs.enumerated().flatMap { tab, path in path.indices.map { (level, tab, $0) } }
    }
    guard places.indices.contains(position) else { throw Impossible() }
    let (level, tab, index) = places[position]
    if tab == levels[level].selected { return try close(level, index, .closed) }
    // In a tab that is not selected, the first screen cannot be closed. No layer is above such a
    // tab.
    guard index > 0 else { throw Impossible() }
    leave(levels[level].tabs[tab][index...], .closed)
    levels[level].tabs[tab].removeSubrange(index...)
  }

  // MARK: Parts

  private mutating func add(_ place: Place) {
    levels[levels.count - 1].path.append(Screen(place))
  }

  private func index(of place: Place, in path: [Screen]) throws -> Int {
    guard let index = path.lastIndex(where: { $0.place == place }) else { throw Impossible() }
    return index
  }

  /// Closes the screen at an index of a shown path, with everything above it, and passes the result
  /// to the request that opened it.
  private mutating func close(
    _ level: Int,
    _ index: Int,
    _ reason: NavigationCancellation,
    giving result: NavigationResult? = nil
  ) throws {
    guard level + index > 0 else { throw Impossible() }
    let path = levels[level].path
    // The first screen of a presented stack may have become a tab that is not shown.
    let oldest = levels[level].tabs.flatMap(\.self).min { $0.number < $1.number }
    let givers = [index < path.count ? path[index] : nil, index == 0 ? oldest : nil]
    if let result, let giver = givers.first(where: { $0?.asker != nil }) ?? nil,
      let asker = giver.asker
    {
      guard result.rows.first?.value == .integer(7) else { throw Impossible() }
      receiver = asker
      if let request = giver.request { outcomes[request] = .finished(7) }
    }
    var left = levels.dropFirst(level + 1).flatMap { $0.tabs.flatMap(\.self) }
    if index > 0 {
      left += path.dropFirst(index)
      levels[level].path = Array(path.prefix(index))
    } else {
      left += levels[level].tabs.flatMap(\.self)
    }
    levels.removeLast(levels.count - level - (index > 0 ? 1 : 0))
    leave(left, reason)
  }

  private mutating func leave(_ screens: some Sequence<Screen>, _ reason: NavigationCancellation) {
    for case let request? in screens.map(\.request) where outcomes[request] == nil {
      outcomes[request] = .cancelled(reason)
    }
  }
}

extension BackStack<Place> {
  /// The identities of all entries, beginning with the lowest layer and its first tab.
  var ids: [BackStackEntryID] { layers.flatMap { $0.tabs.flatMap { $0.map(\.id) } } }
}

extension NavigationSpec<Place> {
  fileprivate var isBelow: Bool { if case .below = self { true } else { false } }

  /// Whether the host carries out an effect, which changes no stack.
  var isLaunch: Bool {
    switch self {
    case .launch: true
    case .below(let spec): spec.isLaunch
    default: false
    }
  }

  /// Returns an operation, which may be impossible, with a result of the right type, of a wrong
  /// type, or without a result.
  static func random(_ dice: inout SeededRandom, ids: [BackStackEntryID] = []) -> Self {
    func place() -> Place { Place.allCases[dice.below(Place.allCases.count)] }
    func result() -> NavigationResult? {
      [nil, NavigationResult(7, .integer), NavigationResult("seven", .string)][dice.below(3)]
    }
    let unknown = BackStackEntryID(rawValue: 0)
    switch dice.below(28) {
    case 0...4: return .push(place())
    case 5: return .replace(place())
    case 6: return .replaceAbove(place(), with: place())
    case 7...10: return .pop(result: result())
    case 11: return .popTo(place(), inclusive: dice.isTrue(50), result: result())
    case 12: return .popToRoot(result: result())
    case 13, 14: return .present(place())
    case 15: return .replacePresented(place())
    case 16: return .dismiss(result: result())
    case 17, 18: return .close(place(), result: result())
    case 19: return .tabs((0..<dice.below(4)).map { _ in place() }, selected: dice.below(4))
    case 20: return .setRoot(place())
    case 21, 22:
      return .closeEntry((ids + [unknown])[dice.below(ids.count + 1)])
    case 23: return .selectTab(dice.below(4) - 1)
    case 24:
      let spec = random(&dice, ids: ids)
      return spec.isBelow ? spec : .below(spec)
    case 25: return .update((ids + [unknown])[dice.below(ids.count + 1)], to: place())
    case 26: return .launch(LuckyNumber())
    default: return .open(root: place(), (0..<dice.below(3)).map { _ in place() })
    }
  }
}

/// An effect that the host answers with 7.
struct LuckyNumber: NavigationEffect { typealias Answer = Int }
