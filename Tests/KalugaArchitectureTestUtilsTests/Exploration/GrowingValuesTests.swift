import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// Apps whose saved values have no end.
@MainActor
struct GrowingValuesTests {
  private func explore(
    maximumStates: Int = 8,
    _ moves: Set<NumbersApp.Move>
  ) async throws -> Exploration<NumbersApp.Move> {
    let walker = AppWalker(ignoring: []) { snapshot, _ in NumbersApp(snapshot, moves) }
    return try await AppExplorer(walker, maximumStates: maximumStates, maximumDepth: 50).explore()
  }

  @Test func `a saved value without an end is named, and one with few values is not`() async throws
  {
    let exploration = try await explore([.add, .toggle])
    #expect(
      "\(exploration)" == """
        8 states, 16 events, at most 4 events deep: not all states were visited
        still new in the last states: 'nextID' (such as 4 and 5). If it grows without \
        limit, offer its moves only up to a limit, or leave it out of stateKey.
        """
    )
  }

  @Test func `a complete exploration names no value`() async throws {
    let exploration = try await explore([.toggle])
    #expect("\(exploration)" == "2 states, 2 events, at most 1 events deep: these are all states")
  }

  @Test func `a bound that is reached too early names no value, and long values are shortened`() {
    var growth = GrowingValues()
    for depth in 0..<4 {
      #expect(growth.text == nil)
      let text = String(repeating: "\(depth)", count: 100)
      growth.add(
        StateKey(lasting: "[list]\n  items: \(text)", passing: "", isValid: true),
        at: depth
      )
    }
    let (two, three) = (String(repeating: "2", count: 60), String(repeating: "3", count: 60))
    #expect(growth.text?.contains("'items' (such as \(two)… and \(three)…)") == true)
  }
}

/// An app with a number that only grows, and a switch.
@MainActor
private final class NumbersApp: ExploredApp {
  enum Screen: NavigationDestination { case home }

  enum Move: AppMove { case add, toggle }

  private final class NumbersViewModel: BaseLifecycleViewModel {
    @Saved("nextID") var nextID = 1
    @Saved("isOn") var isOn = false
  }

  let driver: NavigationDriver<Screen>
  let moves: [Move]

  init(_ snapshot: NavigationSnapshot<Screen>?, _ moves: Set<Move>) {
    self.moves = [.add, .toggle].filter(moves.contains)
    driver = NavigationDriver(root: .home, restoring: snapshot) { _, _ in NumbersViewModel() }
  }

  func perform(_ move: Move) {
    let home = driver.topViewModel as? NumbersViewModel
    switch move {
    case .add: home?.nextID += 1
    case .toggle: home?.isOn.toggle()
    }
  }
}
