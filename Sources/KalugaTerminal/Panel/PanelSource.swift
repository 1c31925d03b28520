import KalugaArchitecture

/// Collects what the panel shows of an app, and reports when it may have changed.
@MainActor
final class PanelSource<Destination: NavigationDestination> {
  private weak var app: TerminalApp<Destination>?
  private let onChange: @MainActor () -> Void
  private let events = Lock<[ArchitectureEvent]>([])
  private var listening: (any Disposable)?
  private var log = WorkLog()
  private var clock: Task<Void, Never>?

  /// Starts listening to the architecture.
  init(_ app: TerminalApp<Destination>, onChange: @escaping @MainActor () -> Void) {
    self.app = app
    self.onChange = onChange
    listening = ArchitectureEvents.listen { [weak self] event in self?.add(event) }
  }

  deinit {
    listening?.dispose()
    clock?.cancel()
  }

  /// Keeps an event for the next panel, and asks for it.
  private nonisolated func add(_ event: ArchitectureEvent) {
    switch event {
    case .transition, .posted, .intent, .label, .diagnostic: return
    default: break
    }
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    guard isFirst else { return }
    // Detached, because what causes an event has nothing to do with the panel.
    Task.detached { [weak self] in
      // The work has not quite ended yet. Also, making a panel may begin work, which asks for
      // another: there must be a pause between them.
      try? await Task.sleep(for: .milliseconds(50))
      await self?.onChange()
    }
  }

  /// Returns the panel of this moment; nil if the app has ended, or shows a list beside its detail,
  /// which together need the width of the window.
  ///
  /// The lines are those of the shown screen, without control characters.
  func panel(_ lines: [String]) -> Panel? {
    guard let app, !app.showsPanes else { return nil }
    let now = ContinuousClock.now
    let new = events.withLock { events in
      defer { events = [] }
      return events
    }
    for event in new { log.note(event) }
    let stack = app.driver.stack.current
    log.update(work(in: stack, of: app.driver), now: now)
    if log.isAgeing(now) { beginSecond() }

    let snapshot = app.savesState ? app.driver.snapshot() : nil
    let waits = Self.waits(in: stack, snapshot?.awaitedResults ?? [:])
    var panel = Panel(screen: lines)
    panel.commands = app.footer.map { $0.escapingControlCharacters() }
    panel.stack = Self.tower(stack).map { name, id in
      let isShown = id == stack.top.id
      let stage = app.driver.viewModel(of: id)?.stage.current
      let told = isShown && stage == .paused ? "paused" : stage == .visible ? "visible" : nil
      let lines = log.lines(of: id, waits: waits[id, default: [:]], now: now)
      return Panel.Floor(
        name: name,
        isShown: isShown,
        work: [told].compactMap(\.self) + lines.map { $0.escapingControlCharacters() }
      )
    }
    if let size = try? snapshot?.data().count { panel.remarks.append("state \(size) bytes") }
    if let link = try? app.links?.link(to: app.shownStack) {
      panel.remarks.append("link \("\(link)".escapingControlCharacters())")
    }
    return panel
  }

  /// Asks for another panel in a second.
  private func beginSecond() {
    guard clock == nil else { return }
    clock = Task { [weak self] in
      try? await Task.sleep(for: .seconds(1))
      self?.clock = nil
      self?.onChange()
    }
  }

  private func work(
    in stack: BackStack<Destination>,
    of driver: NavigationDriver<Destination>
  ) -> [BackStackEntryID: (type: String, names: [String])] {
    var work: [BackStackEntryID: (type: String, names: [String])] = [:]
    for entry in stack.entries {
      guard let viewModel = driver.viewModel(of: entry.id) else { continue }
      let names = viewModel.family.flatMap(\.scope.runningNames)
      work[entry.id] = ("\(type(of: viewModel))", names)
    }
    return work
  }

  /// The screens that owe a result, by the screen and the work that wait for it.
  private static func waits(
    in stack: BackStack<Destination>,
    _ awaited: [BackStackEntryID: NavigationAwaitedResult]
  ) -> [BackStackEntryID: [String: String]] {
    var waits: [BackStackEntryID: [String: String]] = [:]
    for entry in stack.entries {
      guard case .registered(let screen, _) = awaited[entry.id] else { continue }
      waits[screen, default: [:]]["result"] = entry.destination.screenName
    }
    return waits
  }

  /// The names of the screens from the shown one down, with a mark for each layer below theirs.
  private static func tower(
    _ stack: BackStack<Destination>
  ) -> [(name: String, id: BackStackEntryID)] {
    stack.layers.enumerated().reversed().flatMap { depth, layer in
      let selected = [layer.selected] + layer.tabs.indices.filter { $0 != layer.selected }
      return selected.flatMap { tab in
        layer.tabs[tab].reversed().map { entry in
          let mark = String(repeating: "▸ ", count: depth)
          let place = layer.tabs.count > 1 ? " (tab \(tab + 1))" : ""
          let name = entry.destination.screenName.escapingControlCharacters()
          return (mark + name + place, entry.id)
        }
      }
    }
  }
}
