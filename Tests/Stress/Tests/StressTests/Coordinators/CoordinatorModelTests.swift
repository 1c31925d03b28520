import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// Runs random flows on a random stack, from fixed seeds.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorModelTests {
  /// A flow that opens screens and remembers them; the second one is presented.
  private final class Flow: Coordinator<Place, Int> {
    let places: [Place]
    private(set) var screens: [RoutedScreen<Place>] = []
    private(set) var hasShownAll = false

    init(_ places: [Place]) {
      self.places = places
    }

    override func start() async throws(NavigationError) {
      for (index, place) in places.enumerated() {
        let screen = ScreenPromise(place)
        screens.append(screen.screen)
        try await router.perform(index == 1 ? .present(place) : .push(place), opening: screen)
      }
      hasShownAll = true
    }

    var openCount: Int { screens.count(where: \.isOpen) }

    /// Whether a screen of the flow or of its child flows is on the stack.
    var isThere: Bool { openCount > 0 || children.contains { ($0 as? Flow)?.isThere == true } }
  }

  /// The flows of a test, and the tasks that await them.
  @MainActor
  private struct Runs {
    let stage: Stage
    private(set) var flows: [Flow] = []
    private(set) var tasks: [Task<NavigationOutcome<Int>, Never>] = []

    /// Runs another coordinator, which is a child of the parent if one is given.
    mutating func add(_ flow: Flow, under parent: Flow?) {
      flows.append(flow)
      tasks.append(
        parent.map { parent in Task { @MainActor in await parent.outcome(of: flow) } }
          ?? stage.run(flow)
      )
    }
  }

  @Test(arguments: 0..<60)
  func `a flow runs while one of its screens or child flows is open`(_ seed: Int) async throws {
    var dice = SeededRandom(seed: seed)
    let stage = try Stage()
    var runs = Runs(stage: stage)

    for step in 0..<25 {
      let parent = runs.flows.filter(\.isRunning).randomElement(using: &dice)
      switch dice.below(12) {
      case 0...4:
        let flow = Flow(Array([.a, .sheet, .b].prefix(1 + dice.below(3))))
        runs.add(flow, under: dice.isTrue(50) ? parent : nil)
        // A flow that was refused or has ended shows no more screens.
        await until(flow.hasShownAll || (!flow.isRunning && !flow.scope.isActive))
      case 5: parent?.finish(step)
      case 6: parent?.cancel()
      case 7: _ = try? stage.perform(.setRoot(.c))
      case 8: _ = try? stage.perform(.popToRoot())
      case 9: _ = try? stage.perform(.dismiss())
      case 10: _ = try? stage.driver.open([.home, .c])
      default: _ = try? stage.driver.back()
      }
      for (index, flow) in runs.flows.enumerated() where flow.hasShownAll {
        #expect(flow.isRunning == flow.isThere, "flow \(index) after step \(step)")
        #expect(flow.isRunning || flow.children.isEmpty)
        #expect(flow.isRunning == flow.scope.isActive)
      }
    }

    stage.driver.end()
    #expect(runs.flows.allSatisfy { !$0.isRunning })
    // Each flow has an outcome.
    for task in runs.tasks { _ = await task.value }
  }

  @Test(arguments: 0..<40)
  func `a screen that waits for a guard neither outlives its flow nor closes those of another`(
    _ seed: Int
  ) async throws {
    var dice = SeededRandom(seed: seed)
    let stage = try Stage()
    let gate = Gate()
    let token = stage.driver.addGuard { _, _ in
      await gate.passIgnoringCancellation()
      return .proceed
    }
    var runs = Runs(stage: stage)
    for _ in 0..<30 {
      let some = runs.flows.indices.randomElement(using: &dice)
      let flow = some.map { runs.flows[$0] }
      switch dice.below(10) {
      case 0...2: runs.add(Flow([.a, .b, .c]), under: flow?.isRunning == true ? flow : nil)
      case 3: flow?.finish(seed)
      case 4: flow?.cancel()
      case 5: if let some { runs.tasks[some].cancel() }
      case 6: _ = try? stage.driver.back()
      default: if !gate.waiting.isEmpty { gate.letPass(1) }
      }
      await mainActorQueueDrained()
    }
    gate.open()
    await until(runs.flows.allSatisfy { !$0.isRunning || $0.hasShownAll })
    // Flows without screens may still be about to end.
    await until(runs.flows.allSatisfy { $0.isRunning == $0.isThere })
    let openCount = runs.flows.map(\.openCount).reduce(0, +)
    #expect(runs.flows.allSatisfy { $0.isRunning || $0.openCount == 0 })
    #expect(stage.driver.stack.current.entries.count == 1 + openCount)

    for flow in runs.flows.reversed() { flow.finish(0) }
    for task in runs.tasks { _ = await task.value }
    await stage.shows("[home]")
    token.dispose()
  }
}
