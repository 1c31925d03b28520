import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests what a listener of events receives of transitions.
///
/// Other tests cause events at the same time, so the stacks of these tests begin with names of their
/// own.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TransitionNamesTests {
  private enum Aisle: NavigationDestination {
    case spices, teas, tea(price: Int), till
  }

  private struct Weighing: NavigationEffect {}

  private let moves = Log<TransitionNames>()

  private func listen() -> any Disposable {
    ArchitectureEvents.listen { [moves] event in
      if case .transition(let names) = event, names.stack.contains("spices") { moves.append(names) }
    }
  }

  private func nested() -> (outer: NavigationDriver<Aisle>, inner: NavigationDriver<Aisle>) {
    let inner = NavigationDriver(root: Aisle.teas) { _, _ in BaseLifecycleViewModel() }
    let outer = NavigationDriver(root: Aisle.spices) { aisle, _ in
      let screen = BaseLifecycleViewModel()
      if aisle == .teas { screen.addChild(inner) }
      return screen
    }
    return (outer, inner)
  }

  @Test func `a listener receives the transitions of all stacks, without values`() throws {
    let listening = listen()
    let (outer, inner) = nested()
    outer.start()
    try outer.perform(.push(.teas))
    try inner.perform(.push(.tea(price: 3)))
    try outer.perform(.present(.till))
    try inner.perform(.pop())
    listening.dispose()
    try outer.perform(.dismiss())
    #expect(
      moves.all.map { "\($0) shows \($0.shown)" } == [
        "start spices [spices] shows spices",
        "start teas [spices, teas([teas])] shows teas",
        "push spices → teas [spices, teas([teas])] shows teas",
        "push teas → tea [spices, teas([teas, tea])] shows tea",
        "present teas → till [spices, teas([teas, tea])] ▸ [till] shows till",
        "pop tea → teas [spices, teas([teas])] ▸ [till] shows till",
      ]
    )
  }

  @Test func `a listener receives a transition before the closures of the driver`() throws {
    let listening = listen()
    let driver = NavigationDriver(root: Aisle.spices) { _, _ in BaseLifecycleViewModel() }
    var counts: [Int] = []
    let following = driver.onTransition { [moves] _ in counts.append(moves.all.count) }
    driver.start()
    try driver.perform(.push(.till))
    #expect(counts == [1, 2])
    listening.dispose()
    following.dispose()
  }

  @Test func `a listener receives the name of an effect, and the same shown screen`() async throws {
    let listening = listen()
    let driver = NavigationDriver(root: Aisle.spices) { _, _ in BaseLifecycleViewModel() }
    let weighing = driver.onEffect(Weighing.self) { _ in }
    driver.start()
    try driver.perform(.launch(Weighing()))
    let names = try #require(moves.all.last)
    #expect("\(names)" == "launch weighing [spices]")
    #expect(names.effect == "weighing")
    #expect(names.shown == "spices")
    listening.dispose()
    weighing.dispose()
  }
}
