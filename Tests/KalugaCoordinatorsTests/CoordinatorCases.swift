import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// Reports about the coordinators of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorCases {
  private typealias Place = Cases.Place

  private final class Screen: BaseLifecycleViewModel, Presentable {
    let destination: Place

    init(_ place: Place) {
      destination = place
      super.init()
    }
  }

  private final class Child: Coordinator<Place, Int> {
    private let isPresented: Bool

    init(isPresented: Bool = false) {
      self.isPresented = isPresented
      super.init()
    }

    override func start() async throws(NavigationError) {
      let screen = Screen(.step1)
      if isPresented { try await router.present(screen) } else { try await router.push(screen) }
    }
  }

  private final class Parent: Coordinator<Place, Never> {
    private(set) var outcomes: [NavigationOutcome<Int>] = []
    private(set) weak var child: Child?

    override func start() async throws(NavigationError) {
      try await router.push(Screen(.list))
    }

    func open(isPresented: Bool) {
      scope.launch { [weak self] in
        let child = Child(isPresented: isPresented)
        self?.child = child
        guard let outcome = try await self?.coordinate(to: child) else { return }
        self?.outcomes.append(outcome)
      }
    }
  }

  private let driver = NavigationDriver(root: Place.home) { Cases.Screen($0, $1) }
  private let parent = Parent()

  /// Runs the parent, which shows a list, during a test.
  private func withParent(_ body: () async throws -> Void) async throws {
    driver.start()
    let task = Task { _ = await parent.run(on: StackRouter(driver)) }
    await shows("[home, list]")
    try await body()
    task.cancel()
    await task.value
  }

  private func shows(_ stack: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await until(driver.shown == stack, sourceLocation: sourceLocation)
  }

  /// Runs a child, and waits until the stack looks as expected.
  private func run(
    _ child: Child,
    shows stack: String
  ) async -> Task<NavigationOutcome<Int>?, Never> {
    let running = Task { try? await parent.coordinate(to: child) }
    await shows(stack)
    return running
  }

  // XCoordinator#57, XCoordinator#187: a swipe ends the flow, and nothing may keep it.
  @Test(arguments: [false, true])
  func `a flow that the user leaves is released`(isPresented: Bool) async throws {
    try await withParent {
      parent.open(isPresented: isPresented)
      await shows(isPresented ? "[home, list] ▸ [step1]" : "[home, list, step1]")
      #expect(parent.child != nil)
      if isPresented {
        try driver.hostDidDismiss(driver.stack.current.layers[1].id)
      } else {
        driver.path.current = Array(driver.path.current.dropLast())
      }
      await until(parent.child == nil)
      #expect(parent.children.isEmpty)
      #expect(parent.outcomes == [.cancelled(.back)])
    }
  }

  // RxFlow#48: the flow ends inside its own navigation.
  @Test func `a flow that finishes before its first screen is open closes it`() async throws {
    final class Hasty: Coordinator<Place, Int> {
      override func start() async throws(NavigationError) {
        finish(1)
        try await router.push(Screen(.step1))
      }
    }
    try await withParent {
      let outcome = try await parent.coordinate(to: Hasty())
      #expect(outcome == .finished(1))
      await mainActorQueueDrained()
      #expect(driver.shown == "[home, list]")
    }
  }

  @Test func `finish while the push of the first screen waits for a guard`() async throws {
    try await withParent {
      let gate = Gate()
      let token = driver.addGuard { _, _ in
        await gate.passIgnoringCancellation()
        return .proceed
      }
      let child = Child()
      let running = Task { try? await parent.coordinate(to: child) }
      try await gate.waitForArrivals(1)
      child.finish(9)
      gate.open()
      #expect(await running.value == .finished(9))
      #expect(driver.shown == "[home, list]")
      token.dispose()
    }
  }

  @Test func `finish twice gives the first result only`() async throws {
    try await withParent {
      let child = Child()
      let running = await run(child, shows: "[home, list, step1]")
      #expect(child.finish(1))
      #expect(!child.finish(2))
      #expect(await running.value == .finished(1))
      #expect(driver.shown == "[home, list]")
    }
  }

  // The screens of the child are covered by a sheet of someone else when it finishes.
  @Test func `a flow under a sheet of another owner`() async throws {
    try await withParent {
      let child = Child()
      let running = await run(child, shows: "[home, list, step1]")
      try driver.perform(.present(.login))
      child.finish(1)
      _ = await running.value
      // It closes its screens with all those above them.
      #expect(driver.shown == "[home, list]")
    }
  }

  // Two children at once; the lower one ends.
  @Test func `a flow that ends below another one ends that too`() async throws {
    try await withParent {
      let first = Child()
      let one = await run(first, shows: "[home, list, step1]")
      let two = await run(Child(isPresented: true), shows: "[home, list, step1] ▸ [step1]")
      first.finish(1)
      #expect(await one.value == .finished(1))
      #expect(await two.value == .cancelled(.closed))
      #expect(driver.shown == "[home, list]")
    }
  }

  @Test func `a flow that coordinates to itself is refused`() async throws {
    try await withParent {
      let child = Child()
      let running = await run(child, shows: "[home, list, step1]")
      let again = try await child.coordinate(to: child)
      guard case .refused = again else {
        Issue.record("\(again)")
        return
      }
      child.cancel()
      _ = await running.value
    }
  }
}
