import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Random flows whose screens wait for a guard, from fixed seeds: flows end while these are on their way.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorRaceTests {
  /// A guard that holds requests back, one after the other, until a test lets one pass.
  @MainActor
  private final class Gatekeeper {
    private var asked: [Latch] = []
    private(set) var isOpen = false

    func decide() async {
      guard !isOpen else { return }
      let latch = Latch()
      asked.append(latch)
      await latch.passed()
    }

    func letOnePass() {
      if !asked.isEmpty { asked.removeFirst().open() }
    }

    func letAllPass() {
      isOpen = true
      for latch in asked { latch.open() }
      asked = []
    }
  }

  /// A flow of three screens, which remembers them.
  private final class Flow: Coordinator<Place, Int> {
    private(set) var screens: [RoutedScreen<Place>] = []

    override func start() async throws(NavigationError) {
      for place in [Place.a, .b, .c] {
        let screen = RoutedScreen(place)
        screens.append(screen)
        try await place == .b ? router.present(screen) : router.push(screen)
      }
    }

    var openCount: Int { screens.count(where: \.isOpen) }
  }

  private struct Run {
    let flow: Flow
    let task: Task<NavigationOutcome<Int>, Never>
  }

  @Test(arguments: 0..<40)
  func `no screen outlives its flow, and none of another flow goes with it`(
    _ seed: Int
  ) async throws {
    var dice = SeededRandom(seed: seed)
    let stage = try Stage()
    let keeper = Gatekeeper()
    let token = stage.driver.addGuard { _, _ in
      await keeper.decide()
      return .proceed
    }
    var runs: [Run] = []
    for _ in 0..<30 {
      let some = runs.randomElement(using: &dice)
      switch Int.random(in: 0..<10, using: &dice) {
      case 0...2:
        let flow = Flow()
        let task =
          if let some, some.flow.isRunning {
            Task { @MainActor in await some.flow.outcome(of: flow) }
          } else {
            stage.run(flow)
          }
        runs.append(Run(flow: flow, task: task))
      case 3: some?.flow.finish(seed)
      case 4: some?.flow.cancel()
      case 5: some?.task.cancel()
      case 6: _ = try? stage.driver.back()
      default: keeper.letOnePass()
      }
      await mainActorTurns(1)
    }
    keeper.letAllPass()
    await mainActorTurns(
      until: runs.allSatisfy { !$0.flow.isRunning || $0.flow.scope.runningCount == 0 }
    )
    await mainActorTurns(10)
    let running = runs.map(\.flow).filter(\.isRunning)
    let openCount = runs.map(\.flow.openCount).reduce(0, +)
    #expect(openCount == running.map(\.openCount).reduce(0, +))
    #expect(stage.driver.stack.current.entries.count == 1 + openCount)
    #expect(running.allSatisfy { $0.openCount > 0 || !$0.children.isEmpty })

    for run in runs.reversed() { run.flow.finish(0) }
    for run in runs { _ = await run.task.value }
    #expect(await stage.shows("[home]"))
    token.dispose()
  }
}
