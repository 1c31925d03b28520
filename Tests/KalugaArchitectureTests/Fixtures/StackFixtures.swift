import KalugaArchitecture
import Testing

/// A destination whose only data is its name; two of them are details.
enum Place: String, NavigationDestination, CaseIterable {
  case home
  case a
  case b
  case c
  case sheet

  var isDetail: Bool { self == .b || self == .c }
}

extension BackStack<Place> {
  /// The stack that prints as this picture: `[home, a] ▸ {*[b] | [c, sheet]}`.
  init(_ picture: String) throws {
    var stack: BackStack?
    for layer in picture.split(separator: " ▸ ") {
      let tabs = layer.split(separator: "|")
      let paths = tabs.map { $0.split { !$0.isLetter }.compactMap { Place(rawValue: "\($0)") } }
      let roots = paths.map { $0[0] }
      stack = try stack?.applying(.present(roots[0])) ?? BackStack(root: roots[0])
      var specs = [NavigationSpec<Place>.tabs(roots)]
      for (tab, path) in paths.enumerated() {
        specs.append(.selectTab(tab))
        specs += path.dropFirst().map { .push($0) }
      }
      specs.append(.selectTab(tabs.firstIndex { $0.contains("*") } ?? 0))
      if tabs.count == 1 { specs.removeAll { $0.kind == "selectTab" } }
      for spec in specs { stack = try stack?.applying(spec) }
    }
    self = stack ?? BackStack(root: .home)
  }
}

/// An action that is any operation on the stack.
struct StackAction: NavigationAction {
  let spec: NavigationSpec<Place>
}

/// Records what happens to screens, in one order.
@MainActor
final class Journal {
  var entries: [String] = []

  /// What was recorded since the last call.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}

/// A screen that records its life in a journal and may do something in each hook.
final class JournalScreen: BaseLifecycleViewModel {
  let name: String
  private let journal: Journal
  var onResumed: () -> Void = {}
  var onPaused: () -> Void = {}
  var onEnded: () -> Void = {}

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  override func onResume(scope: TaskScope) {
    journal.entries.append("resume \(name)")
    onResumed()
  }

  override func onPause() {
    journal.entries.append("pause \(name)")
    onPaused()
  }

  override func onCleared() {
    journal.entries.append("clear \(name)")
    onEnded()
  }
}

/// A driver whose screens write into a journal.
@MainActor
final class Stage {
  private struct Made {
    weak var screen: JournalScreen?
  }

  let journal = Journal()
  /// Called for each screen that is made.
  var onMake: (JournalScreen) -> Void = { _ in }

  private let initial: NavigationSnapshot<Place>
  private let configuration: NavigationConfiguration
  private var made: [Made] = []

  private(set) lazy var driver = NavigationDriver(
    restoring: initial,
    configuration: configuration
  ) { [weak self, journal] place, _ in
    let screen = JournalScreen("\(place)", journal)
    journal.entries.append("make \(place)")
    self?.made.append(Made(screen: screen))
    self?.onMake(screen)
    return screen
  }

  /// Creates a driver of a stack; by default it has started, and the journal is empty.
  init(
    _ stack: BackStack<Place>,
    _ configuration: NavigationConfiguration = NavigationConfiguration(),
    isStarted: Bool = true
  ) {
    initial = NavigationSnapshot(stack: stack)
    self.configuration = configuration
    if isStarted { driver.start() }
    journal.entries = []
  }

  convenience init(_ picture: String) throws {
    self.init(try BackStack(picture))
  }

  /// Creates a driver whose screens were pushed one after the other, so that covered ones are
  /// paused.
  convenience init(_ root: Place = .home, _ rest: Place...) throws {
    self.init(BackStack(root: root))
    for place in rest { try perform(.push(place)) }
    journal.entries = []
  }

  /// The screens that are still alive, in the order in which they were made.
  var screens: [JournalScreen] { made.compactMap(\.screen) }

  /// The newest screen of this name.
  func screen(_ name: Place) -> JournalScreen? {
    screens.last { $0.name == "\(name)" }
  }

  /// Opens a screen and waits for its result.
  func open<Result: Sendable>(
    _ spec: NavigationSpec<Place>,
    for type: Result.Type
  ) throws(NavigationError) -> NavigationTicket<Result> {
    try driver.perform(spec, action: "open", for: type)
  }

  /// Performs an operation without result.
  @discardableResult
  func perform(_ spec: NavigationSpec<Place>) throws(NavigationError) -> NavigationTicket<Never> {
    try driver.perform(spec, action: spec.kind)
  }

  /// Adds a guard that decides about pushes of a screen and proceeds otherwise.
  func decide(aboutPushOf place: Place, _ decision: NavigationGuardDecision<Place>) {
    _ = driver.addGuard { spec, _ in
      if case .push(place) = spec { decision } else { .proceed }
    }
  }

  /// Lets the back handler of each of these screens, and one without a screen for nil, note in the
  /// journal that it is asked.
  ///
  /// Those of some keep the user the first time.
  func noteBack(of places: [Place?], keeping: Set<Place?> = []) {
    var keeping = keeping
    for place in places {
      _ = driver.onBack(on: place.flatMap { screen($0) }) { [journal] in
        journal.entries.append("ask \(place.map { "\($0)" } ?? "any")")
        return keeping.remove(place) == nil ? .proceed : .intercept
      }
    }
  }

  /// What happened to screens since the journal was last read.
  func happened() -> String {
    journal.take().joined(separator: ", ")
  }

  /// What the stack looks like.
  var stack: String { "\(driver.stack.current)" }
}

/// A moment inside a transition that replaces the shown screen.
enum Moment: CaseIterable, Sendable {
  case pause, clear, publish, make, resume, follow
}

extension Stage {
  /// Runs the closure once, at a moment of the next transition.
  func once(at moment: Moment, _ action: @escaping (Stage) -> Void) {
    var isDone = false
    let act = { [weak self] in
      guard let self, !isDone else { return }
      isDone = true
      action(self)
    }
    let top = driver.stack.current.top
    let shown = driver.topViewModel as? JournalScreen
    switch moment {
    case .pause: shown?.onPaused = act
    case .clear: shown?.onEnded = act
    case .publish: _ = driver.stack.observe { if $0.top != top { act() } }
    case .make: onMake = { _ in act() }
    case .resume: onMake = { $0.onResumed = act }
    case .follow: _ = driver.onTransition { _ in act() }
    }
  }
}

extension NavigationDriver<Place> {
  /// Reports that the host has gone back to the first screens of the shown path.
  func hostDidShow(first count: Int) { hostDidShow(Array(path.current.prefix(count))) }
}

extension NavigationError {
  /// The refusal of a request of the user that would leave a screen that was not asked.
  static func unasked(_ action: String) -> Self {
    .refused(
      action: action,
      reason: "it would leave a screen whose back handlers were not asked"
    )
  }
}

/// The outcome if it has been settled, and nil otherwise.
@MainActor
func settled<Result>(_ ticket: NavigationTicket<Result>) async -> NavigationOutcome<Result>? {
  let task = Task { @MainActor in await ticket.outcome }
  // A cancelled wait still receives an outcome that has been settled.
  task.cancel()
  let outcome = await task.value
  if case .cancelled(.waitCancelled) = outcome { return nil }
  return outcome
}

extension Stage {
  /// Waits until the stack looks as expected.
  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await until(
      self.stack == expected,
      "the stack never became \(expected)",
      sourceLocation: sourceLocation
    )
  }
}
