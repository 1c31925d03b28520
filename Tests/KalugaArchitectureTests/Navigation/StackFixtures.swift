import KalugaArchitecture

/// A destination whose name and data are both easy to see.
enum Place: Codable, Hashable, Sendable, CaseIterable {
  case home
  case a
  case b
  case c
  case sheet
}

/// Writes down what happens to screens, in one order.
@MainActor
final class Journal {
  var entries: [String] = []

  /// What was written since the last call.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}

/// A screen that writes its life into a journal, and may do something in each hook.
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
  let journal = Journal()
  private(set) var driver: NavigationDriver<Place>
  /// Called for each screen that is made.
  var onMake: (JournalScreen) -> Void = { _ in }
  private var made: [WeakScreen] = []

  private struct WeakScreen {
    weak var screen: JournalScreen?
  }

  init(_ root: Place = .home, _ rest: Place...) throws {
    driver = NavigationDriver(root: root) { _, _ in BaseLifecycleViewModel() }
    driver = NavigationDriver(root: root) { [weak self, journal] place, _ in
      let screen = JournalScreen("\(place)", journal)
      journal.entries.append("make \(place)")
      self?.made.append(WeakScreen(screen: screen))
      self?.onMake(screen)
      return screen
    }
    driver.start()
    for place in rest {
      try driver.perform(.push(place), action: "setUp")
    }
    journal.entries = []
  }

  /// The screens that are still held by somebody, in the order in which they were made.
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

  /// What the stack looks like.
  var stack: String { "\(driver.stack.current)" }
}

/// Whether the outcome is there already, without waiting for it.
@MainActor
func settled<Result>(_ ticket: NavigationTicket<Result>) async -> NavigationOutcome<Result>? {
  let task = Task { @MainActor in await ticket.outcome }
  await Task { @MainActor in }.value
  task.cancel()
  let outcome = await task.value
  if case .cancelled(.waitCancelled) = outcome { return nil }
  return outcome
}
