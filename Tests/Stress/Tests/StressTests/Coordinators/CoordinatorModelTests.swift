import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// Runs random flows of two modules on a random stack of an app, from fixed seeds.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorModelTests {
  private enum First {}
  private enum Second {}

  /// A screen of a module, which the app embeds.
  private struct Screen<Module>: NavigationDestination {
    static var inApp: NavigationEmbedding<Self, Place> {
      NavigationEmbedding({ $0.place }, extract: { Self(place: $0) })
    }

    let place: Place
  }

  /// A flow of either module.
  @MainActor
  private protocol AnyFlow: AnyObject {
    var isRunning: Bool { get }
    var scope: TaskScope { get }
    var children: [AnyObject] { get }
    var openCount: Int { get }
    var hasShownAll: Bool { get }

    /// Runs the flow as the root of its tree.
    func outcome(on stage: Stage) async -> NavigationOutcome<Int>
    /// Runs a child.
    func outcome<Module>(of child: Flow<Module>) async -> NavigationOutcome<Int>
    /// Runs the flow as a child.
    func outcome(under parent: any AnyFlow) async -> NavigationOutcome<Int>
    @discardableResult func finish(_ result: Int) -> Bool
    @discardableResult func cancel() -> Bool
  }

  /// A flow that opens screens and remembers them; the second one is presented.
  private final class Flow<Module>: Coordinator<Screen<Module>, Int>, AnyFlow {
    let places: [Place]
    private(set) var screens: [RoutedScreen<Screen<Module>>] = []
    private(set) var hasShownAll = false

    init(_ places: [Place]) {
      self.places = places
    }

    override func start() async throws(NavigationError) {
      for (index, place) in places.enumerated() {
        let screen = ScreenPromise(Screen<Module>(place: place))
        screens.append(screen.screen)
        try await router.perform(
          index == 1 ? .present(screen.destination) : .push(screen.destination),
          opening: screen
        )
      }
      hasShownAll = true
    }

    var openCount: Int { screens.count(where: \.isOpen) }

    func outcome(on stage: Stage) async -> NavigationOutcome<Int> {
      await run(on: StackRouter(stage.driver).embedding(Screen<Module>.inApp))
    }

    func outcome<Other>(of child: Flow<Other>) async -> NavigationOutcome<Int> {
      do throws(NavigationError) {
        if let child = child as? Flow { return try await coordinate(to: child) }
        return try await coordinate(to: child, embedding: Screen<Other>.inApp)
      } catch {
        return .refused(error)
      }
    }

    func outcome(under parent: any AnyFlow) async -> NavigationOutcome<Int> {
      await parent.outcome(of: self)
    }
  }

  /// Whether a screen of the flow or of its child flows is on the stack.
  private func isThere(_ flow: any AnyFlow) -> Bool {
    flow.openCount > 0 || flow.children.contains { ($0 as? any AnyFlow).map(isThere) ?? false }
  }

  /// A flow of the first or the second module.
  private func makeFlow(_ places: [Place], _ dice: inout SeededRandom) -> any AnyFlow {
    dice.isTrue(50) ? Flow<First>(places) : Flow<Second>(places)
  }

  /// The flows of a test, and the tasks that await them.
  @MainActor
  private struct Runs {
    let stage: Stage
    private(set) var flows: [any AnyFlow] = []
    private(set) var tasks: [Task<NavigationOutcome<Int>, Never>] = []

    /// Runs another coordinator, which is a child of the parent if one is given.
    mutating func add(_ flow: any AnyFlow, under parent: (any AnyFlow)?) {
      flows.append(flow)
      tasks.append(
        Task { [stage] in
          if let parent { return await flow.outcome(under: parent) }
          return await flow.outcome(on: stage)
        }
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
        let flow = makeFlow(Array([.a, .sheet, .b].prefix(1 + dice.below(3))), &dice)
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
        #expect(flow.isRunning == isThere(flow), "flow \(index) after step \(step)")
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
      case 0...2:
        runs.add(makeFlow([.a, .b, .c], &dice), under: flow?.isRunning == true ? flow : nil)
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
    await until(runs.flows.allSatisfy { $0.isRunning == isThere($0) })
    let openCount = runs.flows.map(\.openCount).reduce(0, +)
    #expect(runs.flows.allSatisfy { $0.isRunning || $0.openCount == 0 })
    #expect(stage.driver.stack.current.entries.count == 1 + openCount)

    for flow in runs.flows.reversed() { flow.finish(0) }
    for task in runs.tasks { _ = await task.value }
    await stage.shows("[home]")
    token.dispose()
  }
}
