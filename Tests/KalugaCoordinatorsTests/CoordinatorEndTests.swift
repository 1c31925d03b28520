import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// The ways in which a flow ends once, and its release after that.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorEndTests {
  private typealias Flow = TestFlow<Int>

  private let stage = Stage(BackStack(root: .home))

  // MARK: Each way

  enum End: CaseIterable {
    case finish, cancel, taskCancelled
    case back, shorterPath, pop, popToRoot
    case replace, close, setRoot, link
    case hostEnd

    var outcome: NavigationOutcome<Int> {
      switch self {
      case .finish: .finished(1)
      case .taskCancelled: .cancelled(.waitCancelled)
      case .back, .shorterPath, .pop, .popToRoot: .cancelled(.back)
      case .cancel, .replace, .close, .setRoot, .link: .cancelled(.closed)
      case .hostEnd: .cancelled(.hostEnded)
      }
    }
  }

  /// Ends a flow whose only screen is `a`, and checks how and when it ends.
  private func end(
    _ flow: Flow,
    _ task: Task<NavigationOutcome<Int>, Never>,
    by end: End
  ) async throws {
    switch end {
    case .finish: #expect(flow.finish(1))
    case .cancel: #expect(flow.cancel())
    case .taskCancelled: task.cancel()
    case .back: try stage.driver.back()
    case .shorterPath: stage.driver.hostDidShow(stage.driver.path.current.dropLast())
    case .pop: try stage.perform(.pop())
    case .popToRoot: try stage.perform(.popToRoot())
    case .replace: try stage.perform(.replace(.c))
    case .close: try stage.perform(.close(.a))
    case .setRoot: try stage.perform(.setRoot(.c))
    case .link: try stage.driver.open([.home, .c])
    case .hostEnd: stage.driver.end()
    }
    // A task notices its cancellation later.
    if end != .taskCancelled { #expect(!flow.isRunning && !flow.scope.isActive) }
    #expect(await task.value == end.outcome)
    #expect(!flow.isRunning && !flow.scope.isActive)
    if [.finish, .cancel, .taskCancelled].contains(end) { #expect(stage.stack == "[home]") }
  }

  @Test(arguments: End.allCases)
  func `a flow ends at once, closes its screens and is released`(_ way: End) async throws {
    try await expectReleased {
      let flow = Flow(pushing: .a)
      try await end(flow, await stage.run(flow, shows: "[home, a]"), by: way)
      return flow
    }
  }

  @Test func `a child that has ended is released while its parent runs`() async throws {
    let parent = TestFlow<Never> { flow in flow.scope.launch { await untilCancelled() } }
    let parentTask = stage.run(parent)
    await until(parent.scope.runningCount == 1)
    for way in [End.finish, .cancel, .back, .hostEnd] {
      try await expectReleased {
        let child = Flow(pushing: .a)
        let task = Task { @MainActor in await parent.outcome(of: child) }
        await stage.shows("[home, a]")
        #expect(parent.children.map(ObjectIdentifier.init) == [ObjectIdentifier(child)])
        try await end(child, task, by: way)
        return child
      }
      #expect(parent.children.isEmpty)
      // There is one host for all flows.
      #expect(parent.isRunning == (way != .hostEnd))
    }
    parent.cancel()
    _ = await parentTask.value
  }

  @Test func `a flow without a host ends`() async throws {
    let router = StackRouter(try Stage().driver)
    #expect(await Flow(pushing: .a).run(on: router) == .cancelled(.hostEnded))
  }

  // MARK: Memory

  @Test func `a flow that has ended releases its screens, even if it is kept`() async throws {
    weak var screen: RoutedScreenState?
    let flow = Flow { flow throws(NavigationError) in
      screen = try await flow.router.push(Place.a).state
    }
    let task = await stage.run(flow, shows: "[home, a]")
    #expect(screen != nil)
    flow.finish(1)
    _ = await task.value
    await until(screen == nil)
    withExtendedLifetime(flow) {}
  }

  // MARK: Requests that outlive the start

  /// Refuses `a` when the guard is opened.
  private func makeRefusingGuard() -> SlowGuard {
    SlowGuard(stage.driver) { if case .push(.a) = $0 { "never" } else { nil } }
  }

  @Test(arguments: [false, true])
  func `a flow ends if its only screen is refused after start, unless it shows another`(
    showsAnother: Bool
  ) async throws {
    let asking = makeRefusingGuard()
    let flow = Flow { flow throws(NavigationError) in
      Task { @MainActor in
        do throws(NavigationError) {
          try await flow.router.push(Place.a)
        } catch {
          if showsAnother { _ = try? await flow.router.push(Place.b) }
        }
      }
      await asking.holdsRequest()
    }
    let task = stage.run(flow)
    await flow.startDidReturn()
    asking.open()
    if showsAnother {
      await stage.shows("[home, b]")
      #expect(flow.isRunning)
      flow.finish(1)
    }
    #expect(await task.value == (showsAnother ? .finished(1) : .cancelled(.closed)))
  }

  enum Fate: CaseIterable { case opens, isRefused, losesItsHost }

  @Test(arguments: Fate.allCases)
  func `a screen that is no longer awaited still belongs to its flow`(_ fate: Fate) async {
    let asking = fate == .isRefused ? makeRefusingGuard() : SlowGuard(stage.driver)
    let promise = ScreenPromise(Place.a)
    let flow = Flow { flow throws(NavigationError) in
      let push = Task { @MainActor in try await flow.router.perform(.push(.a), opening: promise) }
      await asking.holdsRequest()
      push.cancel()
      _ = await push.result
    }
    let task = stage.run(flow)
    await flow.startDidReturn()
    switch fate {
    case .opens:
      asking.open()
      await stage.shows("[home, a]")
      #expect(flow.finish(1))
      #expect(await task.value == .finished(1))
      #expect(stage.stack == "[home]")
    case .isRefused:
      asking.open()
      #expect(await task.value == .cancelled(.closed))
      #expect(promise.screen.cancellation == .closed)
    case .losesItsHost:
      stage.driver.end()
      #expect(await task.value == .cancelled(.hostEnded))
      asking.open()
    }
  }

  // MARK: Two ends that meet

  @Test func `a flow that is finished by its leaving screen is not cancelled`() async throws {
    let flow = Flow(pushing: .a)
    stage.onMake = { $0.onEnded = { flow.finish(5) } }
    let task = await stage.run(flow, shows: "[home, a]")
    try stage.driver.back()
    #expect(await task.value == .finished(5))
    #expect(stage.stack == "[home]")
  }

  @Test func `a parent may finish while its child starts`() async throws {
    var parent: Flow?
    let child = Flow { flow throws(NavigationError) in
      parent?.finish(4)
      try await flow.router.push(Place.b)
    }
    parent = Flow(pushing: .a, then: child)
    let running = try #require(parent)
    #expect(await stage.run(running).value == .finished(4))
    await until(child.scope.runningCount == 0)
    #expect(stage.stack == "[home]")
    parent = nil
  }

  @Test(arguments: [false, true])
  func `a flow whose screens close stays finished if its host or caller ends`(isHost: Bool) async {
    let flow = Flow(pushing: .a)
    let task = await stage.run(flow, shows: "[home, a]")
    let asking = SlowGuard(stage.driver)
    flow.finish(6)
    await asking.holdsRequest()
    if isHost {
      stage.driver.end()
      #expect(await task.value == .finished(6))
      asking.open()
    } else {
      task.cancel()
      asking.open()
      #expect(await task.value == .finished(6))
      await stage.shows("[home]")
    }
  }

  // MARK: Hidden tabs

  @Test(
    arguments: [
      .tabs([.home, .c]), .openInTab([.c], of: .a), .setRoot(.home),
      .steps([.selectTab(1), .pop(), .selectTab(0)]),
    ] as [NavigationSpec<Place>]
  )
  func `a flow in a tab that was never selected ends with its screen`(
    _ spec: NavigationSpec<Place>
  ) async throws {
    let stage = Stage(
      try BackStack("{*[home] | [a]}"),
      NavigationConfiguration(hiddenTabs: .lazily)
    )
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.perform(.pushInTab(.b, of: .a), opening: ScreenPromise(.b))
    }
    let task = await stage.run(flow, shows: "{*[home] | [a, b]}")
    await flow.startDidReturn()
    #expect(stage.happened() == "")
    try stage.perform(spec)
    #expect(await task.value == .cancelled(.closed))
    stage.driver.end()
  }
}
