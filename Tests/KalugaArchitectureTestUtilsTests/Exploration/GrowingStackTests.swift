import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// Apps that open the same screens again and again.
@MainActor
struct GrowingStackTests {
  /// Explores the app, without a report to the test framework.
  private func explore(
    limit: Int = .max,
    ignoring ignored: Set<ExplorationFindingKind> = [],
    maximumStates: Int = 100,
    _ steps: @escaping @MainActor (LoopApp.Screen) -> [LoopApp.Move]
  ) async throws -> Exploration<LoopApp.Move> {
    let walker = AppWalker(ignoring: ignored) { snapshot, _ in LoopApp(snapshot, limit, steps) }
    return try await AppExplorer(walker, maximumStates: maximumStates, maximumDepth: 50).explore()
  }

  @Test func `a page that opens itself without limit is found, and not followed`() async throws {
    let exploration = try await explore { _ in [.push(.page)] }
    #expect(
      "\(exploration)" == """
        2 states, 3 events, at most 1 events deep: not all states were visited
        growing stack: the stack grows without limit by push(page)
            try await replayApp([.move(.push(.page)), .move(.push(.page))]) { … }
        """
    )
    let walker = AppWalker(ignoring: []) { snapshot, _ in
      LoopApp(snapshot, .max) { _ in [.push(.page)] }
    }
    try await walker.replay([.move(.push(.page)), .move(.push(.page))])
    #expect(walker.findings == exploration.findings)
  }

  @Test func `two screens that open each other are found`() async throws {
    let exploration = try await explore { screen in
      switch screen {
      case .product: [.push(.seller)]
      default: [.push(.product)]
      }
    }
    #expect(exploration.findings.map(\.kind) == [.growingStack])
    #expect(
      exploration.findings.first?.text
        == "the stack grows without limit by push(product), push(seller)"
    )
    #expect(exploration.stateCount == 4)
  }

  @Test func `a page that changes before it opens itself is found`() async throws {
    let exploration = try await explore { screen in
      screen == .home ? [.push(.page)] : [.push(.page), .mark]
    }
    #expect(exploration.findings.map(\.kind) == [.growingStack])
    #expect(!exploration.isComplete)
    #expect(exploration.stateCount < 20)
  }

  @Test func `screens up to a limit are in order`() async throws {
    let exploration = try await explore(limit: 6) { _ in [.push(.page)] }
    #expect(exploration.findings == [])
    #expect(exploration.isComplete)
    #expect(exploration.stateCount == 7)
  }

  @Test func `an ignored growth is followed up to the bounds`() async throws {
    let exploration = try await explore(ignoring: [.growingStack], maximumStates: 8) { _ in
      [.push(.page)]
    }
    #expect(exploration.findings == [])
    #expect(exploration.stateCount == 8)
  }
}

/// An app whose moves open screens, at most up to a limit.
@MainActor
private final class LoopApp: ExploredApp {
  enum Screen: NavigationDestination { case home, page, product, seller }

  enum Move: AppMove { case push(Screen), mark }

  private final class LoopViewModel: BaseLifecycleViewModel {
    @Saved("isMarked") var isMarked = false
  }

  let driver: NavigationDriver<Screen>
  private let limit: Int
  private let steps: @MainActor (Screen) -> [Move]

  init(
    _ snapshot: NavigationSnapshot<Screen>?,
    _ limit: Int,
    _ steps: @escaping @MainActor (Screen) -> [Move]
  ) {
    self.limit = limit
    self.steps = steps
    driver = NavigationDriver(
      root: .home,
      restoring: snapshot,
      configuration: NavigationConfiguration(duplicates: .allow)
    ) { _, _ in LoopViewModel() }
  }

  var moves: [Move] {
    let stack = driver.stack.current
    return stack.entries.count > limit ? [] : steps(stack.top.destination)
  }

  /// The driver opens a screen for each call, so that a second tap opens two.
  func isTap(_ move: Move) -> Bool { false }

  func perform(_ move: Move) throws {
    switch move {
    case .push(let screen): try driver.perform(.push(screen))
    case .mark: (driver.topViewModel as? LoopViewModel)?.isMarked = true
    }
  }
}
