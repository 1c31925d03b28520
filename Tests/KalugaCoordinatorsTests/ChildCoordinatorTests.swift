import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// Flows that lead to other flows.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChildCoordinatorTests {
  private typealias Flow = TestFlow<Int>

  private let stage = Stage(BackStack(root: .home))

  /// Adds the name to the log when the flow ends.
  private func note(_ name: String, _ flow: Flow, in ended: Log<String>) {
    flow.scope.add(SimpleDisposable { ended.append(name) })
  }

  // MARK: The parent ends

  @Test func `a parent that ends first ends its children, all in one transition`() async {
    let grandchild = Flow(pushing: .c)
    let child = Flow(pushing: .b, then: grandchild)
    let parent = Flow(pushing: .a, then: child)
    let ended = Log<String>()
    for (name, flow) in [("parent", parent), ("child", child), ("grandchild", grandchild)] {
      note(name, flow, in: ended)
    }
    let task = await stage.run(parent, shows: "[home, a, b, c]")
    _ = stage.journal.take()
    parent.finish(1)
    #expect(ended.all == ["grandchild", "child", "parent"])
    #expect(stage.journal.take() == ["pause c", "clear c", "clear b", "clear a", "resume home"])
    #expect(await task.value == .finished(1))
    #expect(!child.isRunning && !grandchild.isRunning)
  }

  @Test func `of several running children, the newest ends first`() async {
    let ended = Log<String>()
    let parent = TestFlow<Never> { flow throws(NavigationError) in
      for place in [Place.a, .b, .c] {
        let child = Flow(pushing: place)
        note("\(place)", child, in: ended)
        flow.scope.launch { try await flow.coordinate(to: child) }
        await until(stage.driver.stack.current.top.destination == place)
      }
    }
    let task = await stage.run(parent, shows: "[home, a, b, c]")
    #expect(parent.children.count == 3)
    parent.cancel()
    #expect(ended.all == ["c", "b", "a"])
    #expect(await task.value == .cancelled(.closed))
    #expect(stage.stack == "[home]")
  }

  @Test func `callers of flows continue after the transition that closes the screens`() async throws
  {
    let (parent, child) = (Flow(pushing: .a), Flow(pushing: .b))
    let seen = Log<String>()
    let outer = Task { @MainActor in
      let outcome = await parent.run(on: StackRouter(stage.driver))
      seen.append(stage.stack)
      return outcome
    }
    await stage.shows("[home, a]")
    let inner = Task { @MainActor in
      _ = await parent.outcome(of: child)
      seen.append(stage.stack)
    }
    await stage.shows("[home, a, b]")
    // The closing is requested during a transition, so it happens after that transition.
    try #require(stage.screen(.b)).onPaused = { parent.finish(1) }
    let token = stage.driver.addGuard { _, _ in .proceed }
    try stage.perform(.push(.c))
    #expect(await outer.value == .finished(1))
    await inner.value
    #expect(seen.all == ["[home]", "[home]"])
    token.dispose()
  }

  // MARK: Nothing is left

  @Test(arguments: [true, false])
  func `a flow without screens ends with its last child`(isOwnWork: Bool) async throws {
    let (parent, child) = (Flow(pushing: .a), Flow(root: .b))
    let task = await stage.run(parent, shows: "[home, a]")
    await parent.startDidReturn()
    let awaitChild: @MainActor () async -> Void = { [weak parent] in
      _ = await parent?.outcome(of: child)
    }
    if isOwnWork { parent.scope.launch { await awaitChild() } } else { Task { await awaitChild() } }
    await stage.shows("[b]")
    #expect(parent.isRunning)
    try stage.perform(.setRoot(.c))
    #expect(await task.value == .cancelled(.closed))
  }

  @Test func `a task that awaits the last child may start another child`() async {
    let (parent, child, next) = (Flow(pushing: .a), Flow(root: .b), Flow(pushing: .c))
    let task = await stage.run(parent, shows: "[home, a]")
    await parent.startDidReturn()
    let outer = Task { @MainActor in
      _ = await parent.outcome(of: child)
      return await parent.outcome(of: next)
    }
    await stage.shows("[b]")
    child.finish(1)
    await stage.shows("[b, c]")
    #expect(parent.isRunning)
    next.finish(2)
    #expect(await outer.value == .finished(2))
    #expect(await task.value == .cancelled(.closed))
  }
}
