import KalugaArchitecture
import KalugaArchitectureTestUtils

/// A router with a stack of its own, as an app may write one; keeps all rules, or all but one.
@MainActor
final class ListRouter: Router {
  typealias Screen = RoutedScreen<CheckedScreen>

  /// What the router holds against its own release, where it breaks that rule.
  static var kept: [ListRouter] = []

  private struct Entry {
    let screen: Screen
    let model: BaseLifecycleViewModel
  }

  private let broken: RouterRule?
  /// The only request in which the rule is broken; nil for all of them.
  private let brokenRequest: String?
  /// The base, which may be empty, and what is presented over it.
  private var levels: [[Entry]] = [[]]
  private var hasRefused = false
  private var isEnded = false

  init(breaking broken: RouterRule? = nil, in brokenRequest: String? = nil) {
    self.broken = broken
    self.brokenRequest = brokenRequest
    if broken == .release { Self.kept.append(self) }
  }

  func push(_ screen: Screen) async throws(NavigationError) {
    // Others overtake it meanwhile.
    if broken == .requestsInOrder { await Task { @MainActor in }.value }
    try await open(screen) { self.levels[self.levels.count - 1].append($0) }
  }

  func present(_ screen: Screen) async throws(NavigationError) {
    if broken == .acceptsItsScreens { throw .refused(action: "present", reason: "today") }
    try await open(screen) { self.levels.append([$0]) }
  }

  func setRoot(_ screen: Screen) async throws(NavigationError) {
    let old = levels.joined()
    try await open(screen) { self.levels = [[$0]] }
    tell(Array(old), broken == .setRootTellsClosed ? .back : .closed, in: "setRoot")
  }

  func pop() async throws(NavigationError) {
    if levels.count == 1, levels[0].count < 2 { return try refuse(.nothingToGoBackTo(screen: "")) }
    let entry = levels[levels.count - 1].removeLast()
    if levels.count > 1, levels[levels.count - 1].isEmpty { levels.removeLast() }
    tell([entry], broken == .popTellsBack ? .closed : .back, in: "pop")
  }

  func dismiss() async throws(NavigationError) {
    if levels.count == 1 { return try refuse(.nothingPresented(screen: "")) }
    tell(levels.removeLast(), broken == .dismissTellsClosed ? .back : .closed, in: "dismiss")
  }

  func popToRoot() async throws(NavigationError) {
    let path = levels[levels.count - 1]
    levels[levels.count - 1] = Array(path.prefix(1))
    tell(
      Array(path.dropFirst()),
      broken == .popToRootTellsBack ? .closed : .back,
      in: "popToRoot"
    )
  }

  func end() {
    isEnded = true
    let all = Array(levels.joined())
    levels = [[]]
    if broken != .endsWithHost { tell(all, .hostEnded, in: "end") }
  }

  // MARK: Parts

  private func refuse(_ error: NavigationError) throws(NavigationError) {
    hasRefused = true
    if broken != .refusalIsTold { throw error }
  }

  private func open(_ screen: Screen, _ add: (Entry) -> Void) async throws(NavigationError) {
    if isEnded {
      if broken == .refusesWithoutHost { return }
      throw .noHost(action: "open")
    }
    if hasRefused, broken == .refusalChangesNothing { return }
    if !breaks(.showsViewModels, in: "open") { levels.last?.last?.model.didPause() }
    let model = screen.viewModel ?? BaseLifecycleViewModel()
    add(Entry(screen: screen, model: model))
    model.didResume()
    if broken == .opensBeforeReturn {
      Task { @MainActor in self.didOpen(screen) }
    } else {
      didOpen(screen)
    }
  }

  private func didOpen(_ screen: Screen) {
    screen.didOpen { [weak self, weak screen] in
      self?.close(screen)
      let ticket = NavigationTicket<Never>()
      ticket.settle(.done)
      return ticket
    }
  }

  private func close(_ screen: Screen?) {
    for level in levels.indices {
      guard let index = levels[level].firstIndex(where: { $0.screen === screen }) else { continue }
      if broken == .closesWithAllOver {
        return tell([levels[level].remove(at: index)], .closed, in: "close")
      }
      let over = levels[(level + 1)...].joined()
      let gone = levels[level][index...] + over
      levels.removeLast(levels.count - level - 1)
      levels[level].removeLast(levels[level].count - index)
      if index == 0, level > 0 { levels.removeLast() }
      return tell(Array(gone), .closed, in: "close")
    }
  }

  /// Ends what has left, and shows what is on top now.
  private func tell(
    _ gone: [Entry],
    _ reason: NavigationCancellation,
    in request: String
  ) {
    if !breaks(.showsViewModels, in: request) {
      for entry in gone.reversed() { entry.model.clear() }
    }
    if let top = levels.last?.last, top.model.stage.current != .resumed { top.model.didResume() }
    for entry in breaks(.tellsFromTheTop, in: request) ? gone : gone.reversed() {
      entry.screen.didLeave(reason)
    }
  }

  private func breaks(_ rule: RouterRule, in request: String) -> Bool {
    broken == rule && (brokenRequest ?? request) == request
  }
}
