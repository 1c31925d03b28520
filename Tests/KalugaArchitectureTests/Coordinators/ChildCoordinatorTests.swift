import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Flows that lead to other flows.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChildCoordinatorTests {
  private typealias Flow = TestFlow<Int>

  /// A parent that shows `a` and then runs the child; it finishes with what the child gives.
  private func parent(
    of child: Flow,
    onEnd: @escaping @MainActor (NavigationOutcome<Int>) -> Void = { _ in }
  ) -> Flow {
    Flow { flow throws(NavigationError) in
      try await flow.router.push(Place.a)
      onEnd(try await flow.coordinate(to: child))
    }
  }

  @Test func `a parent awaits the result of its child, and keeps it while it runs`() async throws {
    let stage = try Stage()
    var outcomes: [NavigationOutcome<Int>] = []
    let child = Flow(pushing: .b)
    let parent = parent(of: child) { outcomes.append($0) }
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a, b]"))
    #expect(parent.children.map(ObjectIdentifier.init) == [ObjectIdentifier(child)])
    child.finish(42)
    #expect(parent.children.isEmpty)
    await mainActorTurns(until: !outcomes.isEmpty)
    #expect(outcomes == [.finished(42)])
    #expect(stage.stack == "[home, a]")
    #expect(parent.isRunning)
    parent.cancel()
    _ = await task.value
  }

  @Test func `going back from the child leaves the parent, which learns of it`() async throws {
    let stage = try Stage()
    var outcomes: [NavigationOutcome<Int>] = []
    let parent = parent(of: Flow(pushing: .b)) { outcomes.append($0) }
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a, b]"))
    try stage.driver.back()
    #expect(parent.children.isEmpty)
    await mainActorTurns(until: !outcomes.isEmpty)
    #expect(outcomes == [.cancelled(.back)])
    #expect(parent.isRunning)
    try stage.driver.back()
    #expect(await task.value == .cancelled(.back))
  }

  @Test func `a parent that ends takes the children with it, first and in one transition`()
    async throws
  {
    let stage = try Stage()
    var ended: [String] = []
    func note(_ name: String, _ flow: Flow) {
      flow.scope.add(SimpleDisposable { MainActor.assumeIsolated { ended.append(name) } })
    }
    let grandchild = Flow(pushing: .c)
    let child = Flow { flow throws(NavigationError) in
      try await flow.router.push(Place.b)
      try await flow.coordinate(to: grandchild)
    }
    let parent = parent(of: child)
    for (name, flow) in [("parent", parent), ("child", child), ("grandchild", grandchild)] {
      note(name, flow)
    }
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a, b, c]"))
    stage.journal.entries = []
    parent.finish(1)
    #expect(ended == ["grandchild", "child", "parent"])
    #expect(
      stage.journal.take() == ["pause c", "clear c", "clear b", "clear a", "resume home"]
    )
    #expect(await task.value == .finished(1))
    #expect(!child.isRunning)
    #expect(!grandchild.isRunning)
  }

  @Test func `of children side by side the newest ends first`() async throws {
    let stage = try Stage()
    var ended: [String] = []
    let parent = TestFlow<Never> { flow throws(NavigationError) in
      for (name, place) in [("first", Place.a), ("second", .b), ("third", .c)] {
        let child = Flow(pushing: place)
        child.scope.add(SimpleDisposable { MainActor.assumeIsolated { ended.append(name) } })
        flow.scope.launch { try await flow.coordinate(to: child) }
        await mainActorTurns(until: stage.driver.stack.current.top.destination == place)
      }
    }
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a, b, c]"))
    #expect(parent.children.count == 3)
    parent.cancel()
    #expect(ended == ["third", "second", "first"])
    #expect(await task.value == .cancelled(.closed))
    #expect(await stage.shows("[home]"))
  }

  @Test func `the end of the host ends the whole tree, also what shows nothing itself`()
    async throws
  {
    let stage = try Stage()
    let child = Flow(pushing: .b)
    let parent = Flow { flow throws(NavigationError) in
      while true { try await flow.coordinate(to: flow.isRunning ? child : Flow { _ in }) }
    }
    let task = stage.run(parent)
    #expect(await stage.shows("[home, b]"))
    stage.driver.end()
    #expect(!parent.isRunning)
    #expect(await task.value == .cancelled(.hostEnded))
  }

  @Test func `a link to elsewhere ends the flows whose screens it takes away`() async throws {
    let stage = try Stage()
    var outcomes: [NavigationOutcome<Int>] = []
    let parent = parent(of: Flow(pushing: .b)) { outcomes.append($0) }
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a, b]"))
    try stage.driver.open([.home, .a, .c])
    await mainActorTurns(until: !outcomes.isEmpty)
    #expect(outcomes == [.cancelled(.closed)])
    #expect(parent.isRunning)
    try stage.driver.open([.home, .c])
    #expect(await task.value == .cancelled(.closed))
  }

  @Test func `a child that puts its own root in the place of all leaves its parent running`()
    async throws
  {
    let stage = try Stage()
    let child = Flow { flow throws(NavigationError) in try await flow.router.setRoot(Place.c) }
    let parent = parent(of: child)
    let task = stage.run(parent)
    #expect(await stage.shows("[c]"))
    #expect(parent.isRunning)
    #expect(child.isRunning)
    parent.finish(3)
    #expect(await task.value == .finished(3))
  }

  @Test func `two children run side by side, each on its tab`() async throws {
    let stage = try Stage()
    try stage.perform(.tabs([.home, .c]))
    var outcomes: [String: NavigationOutcome<Int>] = [:]
    let left = Flow(pushing: .a)
    let right = Flow(pushing: .b)
    let parent = TestFlow<Never> { flow throws(NavigationError) in
      for (name, child) in [("left", left), ("right", right)] {
        flow.scope.launch {
          outcomes[name] = try await flow.coordinate(to: child)
        }
        await mainActorTurns(
          until: stage.driver.stack.current.top.destination == (name == "left" ? .a : .b)
        )
        _ = try? stage.perform(.selectTab(1))
      }
    }
    let task = stage.run(parent)
    #expect(await stage.shows("{[home, a] | *[c, b]}"))
    #expect(parent.children.count == 2)
    left.finish(1)
    #expect(stage.stack == "{[home] | *[c, b]}")
    await mainActorTurns(until: outcomes["left"] != nil)
    #expect(outcomes["left"] == .finished(1))
    #expect(right.isRunning)
    try stage.driver.back()
    await mainActorTurns(until: outcomes["right"] != nil)
    #expect(outcomes["right"] == .cancelled(.back))
    parent.cancel()
    #expect(await task.value == .cancelled(.closed))
  }

  @Test func `a flow that does not run coordinates to nothing`() async throws {
    let stage = try Stage()
    let parent = Flow(pushing: .a)
    let child = Flow(pushing: .b)
    #expect(
      await parent.outcome(of: child)
        == .refused(
          .refused(action: "TestFlow<Int>", reason: "TestFlow<Int> has not been started; start it")
        )
    )
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    parent.finish(1)
    _ = await task.value
    #expect(
      await parent.outcome(of: child)
        == .refused(
          .refused(action: "TestFlow<Int>", reason: "TestFlow<Int> has ended; make a new one")
        )
    )
    #expect(!child.isRunning)
    #expect(stage.stack == "[home]")
  }

  @Test func `a child that was started before is refused, also itself`() async throws {
    let stage = try Stage()
    let parent = Flow(pushing: .a)
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    let again = NavigationOutcome<Int>.refused(
      .refused(action: "TestFlow<Int>", reason: "it was started before; make a new one")
    )
    #expect(await parent.outcome(of: parent) == again)
    #expect(parent.children.isEmpty)
    parent.cancel()
    _ = await task.value
  }

  @Test func `cancelling the task that coordinates cancels the child alone`() async throws {
    let stage = try Stage()
    let parent = Flow(pushing: .a)
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    let child = Flow(pushing: .b)
    let waiting = Task { @MainActor in await parent.outcome(of: child) }
    #expect(await stage.shows("[home, a, b]"))
    waiting.cancel()
    #expect(await waiting.value == .cancelled(.waitCancelled))
    #expect(stage.stack == "[home, a]")
    #expect(parent.isRunning)
    #expect(parent.children.isEmpty)
    parent.cancel()
    _ = await task.value
  }

  @Test func `a screen of the parent is refused to its child, and stays the parent's`() async throws
  {
    let stage = try Stage()
    let screen = RoutedScreen(Place.a)
    let reason = "this screen was opened before; make a new one"
    let parent = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.push(screen)
    }
    let outcome = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    let child = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.push(screen)
    }
    #expect(await parent.outcome(of: child) == .refused(.refused(action: "a", reason: reason)))
    #expect(stage.stack == "[home, a]")
    try stage.driver.back()
    #expect(await outcome.value == .cancelled(.back))
  }

  @Test func `who awaits a child that ends with its parent goes on after the transition too`()
    async throws
  {
    let stage = try Stage()
    let child = TestFlow<Int>(pushing: .b)
    let parent = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    let shown = Task { @MainActor in
      _ = await parent.outcome(of: child)
      return stage.stack
    }
    #expect(await stage.shows("[home, a, b]"))
    // The closing is asked for during a transition, and so comes after it.
    try #require(stage.screen(.b)).onPaused = { parent.finish(1) }
    let token = stage.driver.addGuard { _, _ in .proceed }
    try stage.perform(.push(.c))
    #expect(await shown.value == "[home]")
    #expect(await outcome.value == .finished(1))
    token.dispose()
  }

  @Test func `a parent ends that has nothing left when its child has ended`() async throws {
    let stage = try Stage()
    let child = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.setRoot(Place.b)
    }
    let parent = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.push(Place.a)
    }
    let outcome = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    await mainActorTurns(until: parent.scope.runningCount == 0)
    parent.scope.launch { [weak parent] in _ = await parent?.outcome(of: child) }
    #expect(await stage.shows("[b]"))
    #expect(parent.isRunning)
    child.finish(1)
    #expect(await outcome.value == .cancelled(.closed))
  }
}
