import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Flows are kept while they run and no longer, however they end.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CoordinatorLeakTests {
  enum End: CaseIterable {
    case finish, cancel, back, popToRoot, link, hostEnd, taskCancelled
  }

  private let stage: Stage

  init() throws {
    stage = try Stage()
  }

  private func end(
    _ flow: Coordinator<Place, Int>,
    _ task: Task<NavigationOutcome<Int>, Never>,
    by end: End
  ) async throws {
    switch end {
    case .finish: flow.finish(1)
    case .cancel: flow.cancel()
    case .back: try stage.driver.back()
    case .popToRoot: try stage.perform(.popToRoot)
    case .link: try stage.driver.open([.home, .c])
    case .hostEnd: stage.driver.end()
    case .taskCancelled: task.cancel()
    }
    _ = await task.value
  }

  @Test(arguments: End.allCases)
  func `a flow that has ended is released`(_ way: End) async throws {
    try await expectReleased {
      let flow = TestFlow<Int>(pushing: .a)
      try await end(flow, await stage.run(flow, shows: "[home, a]"), by: way)
      return flow
    }
  }

  @Test(arguments: End.allCases)
  func `a child that has ended is released while its parent runs`(_ way: End) async throws {
    let parent = TestFlow<Never> { flow in flow.scope.launch { await untilCancelled() } }
    let parentTask = stage.run(parent)
    await until(parent.scope.runningCount == 1)
    try await expectReleased {
      let child = TestFlow<Int>(pushing: .a)
      let task = Task { @MainActor in await parent.outcome(of: child) }
      await stage.shows("[home, a]")
      #expect(parent.children.count == 1)
      try await end(child, task, by: way)
      return child
    }
    #expect(parent.children.isEmpty)
    // There is one host for all flows.
    #expect(parent.isRunning == (way != .hostEnd))
    parent.cancel()
    _ = await parentTask.value
  }

  @Test func `a tree of flows is released with its outermost one`() async throws {
    weak var grandchild: TestFlow<Int>?
    try await expectReleased {
      let inner = TestFlow<Int>(pushing: .c)
      grandchild = inner
      let parent = TestFlow<Int>(pushing: .a, then: TestFlow<Int>(pushing: .b, then: inner))
      let task = await stage.run(parent, shows: "[home, a, b, c]")
      try stage.driver.open([.home])
      #expect(await task.value == .cancelled(.closed))
      return parent
    }
    await until(grandchild == nil)
  }

  @Test func `view models of a flow are released when they leave, while the flow runs`()
    async throws
  {
    let flow = TestFlow<Int>(pushing: .a)
    let task = await stage.run(flow, shows: "[home, a]")
    try await expectReleased {
      let viewModel = PlaceViewModel(.b)
      try await flow.router.push(viewModel)
      try stage.driver.back()
      return viewModel
    }
    flow.cancel()
    _ = await task.value
  }

  @Test func `a flow that has ended releases its screens, even if it is kept`() async throws {
    weak var upper: RoutedScreen<Place>?
    weak var lower: RoutedScreen<Place>?
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      lower = try await flow.router.push(Place.a)
      upper = try await flow.router.push(Place.b)
    }
    let task = await stage.run(flow, shows: "[home, a, b]")
    #expect(lower != nil && upper != nil)
    flow.finish(1)
    _ = await task.value
    await until(lower == nil && upper == nil)
    withExtendedLifetime(flow) {}
  }

  @Test func `a coordinator that was never started is released`() async {
    await expectReleased { TestFlow<Int>(pushing: .a) }
  }
}
