import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Flows are kept while they run, and not a moment longer, however they end.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorLeakTests {
  enum End: CaseIterable {
    case finish, cancel, back, popToRoot, link, hostEnd, taskCancelled
  }

  private func end(
    _ flow: Coordinator<Place, Int>,
    _ task: Task<NavigationOutcome<Int>, Never>,
    by end: End,
    on stage: Stage
  ) throws {
    switch end {
    case .finish: flow.finish(1)
    case .cancel: flow.cancel()
    case .back: try stage.driver.back()
    case .popToRoot: try stage.perform(.popToRoot)
    case .link: try stage.driver.open([.home, .c])
    case .hostEnd: stage.driver.end()
    case .taskCancelled: task.cancel()
    }
  }

  @Test(arguments: End.allCases)
  func `a flow that has ended is released`(_ way: End) async throws {
    let stage = try Stage()
    try await expectReleased {
      let flow = TestFlow<Int>(pushing: .a)
      let task = stage.run(flow)
      #expect(await stage.shows("[home, a]"))
      try end(flow, task, by: way, on: stage)
      _ = await task.value
      return flow
    }
  }

  @Test(arguments: End.allCases)
  func `a child that has ended is released while its parent runs on`(_ way: End) async throws {
    let stage = try Stage()
    let parent = TestFlow<Never> { flow throws(NavigationError) in
      flow.scope.launch { await untilCancelled() }
    }
    let parentTask = stage.run(parent)
    await mainActorTurns(until: parent.scope.runningCount == 1)
    try await expectReleased {
      let child = TestFlow<Int>(pushing: .a)
      let task = Task { @MainActor in await parent.outcome(of: child) }
      #expect(await stage.shows("[home, a]"))
      #expect(parent.children.count == 1)
      try end(child, task, by: way, on: stage)
      _ = await task.value
      return child
    }
    #expect(parent.children.isEmpty)
    // There is one host for all.
    #expect(parent.isRunning == (way != .hostEnd))
    parent.cancel()
    _ = await parentTask.value
  }

  @Test func `a tree of flows is released with its outermost one`() async throws {
    let stage = try Stage()
    weak var grandchild: TestFlow<Int>?
    try await expectReleased {
      let inner = TestFlow<Int>(pushing: .c)
      grandchild = inner
      let child = TestFlow<Int> { flow throws(NavigationError) in
        try await flow.router.push(Place.b)
        try await flow.coordinate(to: inner)
      }
      let parent = TestFlow<Int> { flow throws(NavigationError) in
        try await flow.router.push(Place.a)
        try await flow.coordinate(to: child)
      }
      let task = stage.run(parent)
      #expect(await stage.shows("[home, a, b, c]"))
      try stage.driver.open([.home])
      #expect(await task.value == .cancelled(.closed))
      return parent
    }
    await mainActorTurns(until: grandchild == nil)
    #expect(grandchild == nil)
  }

  @Test func `view models of a flow are released when they leave, while the flow runs on`()
    async throws
  {
    final class Page: BaseLifecycleViewModel, Presentable {
      var destination: Place { .b }
    }
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    let task = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    try await expectReleased {
      let page = Page()
      try await flow.router.push(page)
      try stage.driver.back()
      return page
    }
    flow.cancel()
    _ = await task.value
  }

  @Test func `the screens of a flow that has ended are released, also if it is kept`() async throws
  {
    let stage = try Stage()
    weak var upper: RoutedScreen<Place>?
    weak var lower: RoutedScreen<Place>?
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      lower = try await flow.router.push(Place.a)
      upper = try await flow.router.push(Place.b)
    }
    let task = stage.run(flow)
    #expect(await stage.shows("[home, a, b]"))
    #expect(lower != nil && upper != nil)
    flow.finish(1)
    _ = await task.value
    await mainActorTurns(until: lower == nil && upper == nil)
    #expect(lower == nil && upper == nil)
    withExtendedLifetime(flow) {}
  }

  @Test func `a coordinator that was never started is released`() async {
    await expectReleased { TestFlow<Int>(pushing: .a) }
  }
}
