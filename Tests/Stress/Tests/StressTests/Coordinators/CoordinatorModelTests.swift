import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Random flows on a random stack, from fixed seeds: a flow runs exactly while there is something of it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorModelTests {
  /// A flow of one or more screens, which remembers them.
  private final class Flow: Coordinator<Place, Int> {
    let places: [Place]
    private(set) var screens: [RoutedScreen<Place>] = []
    private(set) var hasShownAll = false

    init(_ places: [Place]) {
      self.places = places
    }

    override func start() async throws(NavigationError) {
      for (index, place) in places.enumerated() {
        screens.append(
          try await index == 1 ? router.present(place) : router.push(place)
        )
      }
      hasShownAll = true
    }

    /// Whether something of the flow or of those under it is on the stack.
    var isThere: Bool {
      screens.contains(where: \.isOpen) || children.contains { ($0 as? Flow)?.isThere == true }
    }
  }

  /// What a test holds of a flow.
  private struct Run {
    let flow: Flow
    let task: Task<NavigationOutcome<Int>, Never>
  }

  @Test(arguments: 0..<60)
  func `a flow runs while one of its screens or child flows is there`(_ seed: Int) async throws {
    var dice = SeededRandom(seed: seed)
    let stage = try Stage()
    var runs: [Run] = []

    for step in 0..<25 {
      let running = runs.map(\.flow).filter(\.isRunning)
      let parent = running.randomElement(using: &dice)
      switch Int.random(in: 0..<12, using: &dice) {
      case 0...4:
        let flow = Flow([.a, .sheet, .b].prefix(Int.random(in: 1...3, using: &dice)).map(\.self))
        let task =
          if let parent, Bool.random(using: &dice) {
            Task { @MainActor in await parent.outcome(of: flow) }
          } else {
            stage.run(flow)
          }
        runs.append(Run(flow: flow, task: task))
        await mainActorTurns(1, until: flow.hasShownAll || isEnded(flow))
      case 5: parent?.finish(step)
      case 6: parent?.cancel()
      case 7: _ = try? stage.perform(.setRoot(.c))
      case 8: _ = try? stage.perform(.popToRoot)
      case 9: _ = try? stage.perform(.dismiss())
      case 10: _ = try? stage.driver.open([.home, .c])
      default: _ = try? stage.driver.back()
      }
      for (index, run) in runs.enumerated() where run.flow.hasShownAll {
        #expect(run.flow.isRunning == run.flow.isThere, "flow \(index) after step \(step)")
        #expect(run.flow.isRunning || run.flow.children.isEmpty)
        #expect(run.flow.isRunning == run.flow.scope.isActive)
      }
    }

    stage.driver.end()
    for run in runs {
      #expect(!run.flow.isRunning)
      // Each has an end, and nobody waits for ever.
      _ = await run.task.value
    }
  }

  /// Whether a flow can show nothing any more, because it was refused or has ended.
  private func isEnded(_ flow: Flow) -> Bool {
    !flow.isRunning && !flow.scope.isActive
  }
}
