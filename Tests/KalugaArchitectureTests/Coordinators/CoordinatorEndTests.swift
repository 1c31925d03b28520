import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Flows end in one way, also if what could end them happens outside of their scope or meets another end.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorEndTests {
  private typealias Flow = TestFlow<Int>

  /// A guard that refuses one screen, and lets all others pass, when it is let go.
  @MainActor
  private final class SlowGuard {
    let isAsked = Latch()
    private let latch = Latch()
    private var token: (any Disposable)?

    init(_ driver: NavigationDriver<Place>, refusing refused: Place? = nil) {
      token = driver.addGuard { [isAsked, latch] spec, _ in
        isAsked.open()
        await latch.passed()
        if let refused, case .push(refused) = spec { return .refuse(reason: "never") }
        return .proceed
      }
    }

    func letGo() { latch.open() }
  }

  /// Waits until `start()` and whatever it launched have returned.
  private func startDidReturn(_ flow: Flow) async {
    await mainActorTurns(until: flow.isRunning && flow.scope.runningCount == 0)
    #expect(flow.isRunning && flow.scope.runningCount == 0)
  }

  /// Shows `b` and nothing else.
  private func takingAll() -> Flow {
    Flow { flow throws(NavigationError) in try await flow.router.setRoot(Place.b) }
  }

  /// Asks for a screen, and waits for it no longer when the guard has been asked.
  private func leavingOpen(_ screen: RoutedScreen<Place>, _ asking: SlowGuard) -> Flow {
    Flow { flow throws(NavigationError) in
      let push = Task { @MainActor in try await flow.router.push(screen) }
      await asking.isAsked.passed()
      push.cancel()
      _ = await push.result
    }
  }

  // MARK: Outside of the scope

  @Test func `a flow without screens ends with its last child, whoever awaits that`() async throws {
    let stage = try Stage()
    let parent = Flow(pushing: .a)
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    await startDidReturn(parent)
    let child = takingAll()
    let outer = Task { await parent.outcome(of: child) }
    #expect(await stage.shows("[b]"))
    #expect(parent.isRunning)
    try stage.perform(.setRoot(.c))
    #expect(await outer.value == .cancelled(.closed))
    #expect(await task.value == .cancelled(.closed))
  }

  @Test func `whoever awaits the last child may lead on to another one`() async throws {
    let stage = try Stage()
    let parent = Flow(pushing: .a)
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a]"))
    await startDidReturn(parent)
    let (child, next) = (takingAll(), Flow(pushing: .c))
    let outer = Task { @MainActor in
      _ = await parent.outcome(of: child)
      return await parent.outcome(of: next)
    }
    #expect(await stage.shows("[b]"))
    child.finish(1)
    #expect(await stage.shows("[b, c]"))
    #expect(parent.isRunning)
    next.finish(2)
    #expect(await outer.value == .finished(2))
    #expect(await task.value == .cancelled(.closed))
  }

  @Test func `a flow ends if its only screen is refused after start has returned`() async throws {
    let stage = try Stage()
    let asking = SlowGuard(stage.driver, refusing: .a)
    var push: Task<Void, Never>?
    let flow = Flow { flow throws(NavigationError) in
      push = Task { @MainActor in _ = try? await flow.router.push(Place.a) }
      await asking.isAsked.passed()
    }
    let task = stage.run(flow)
    await startDidReturn(flow)
    asking.letGo()
    #expect(await task.value == .cancelled(.closed))
    await push?.value
  }

  @Test func `whoever is refused a screen may show another one`() async throws {
    let stage = try Stage()
    let asking = SlowGuard(stage.driver, refusing: .a)
    let flow = Flow { flow throws(NavigationError) in
      Task { @MainActor in
        do throws(NavigationError) {
          try await flow.router.push(Place.a)
        } catch {
          _ = try? await flow.router.push(Place.b)
        }
      }
      await asking.isAsked.passed()
    }
    let task = stage.run(flow)
    await startDidReturn(flow)
    asking.letGo()
    #expect(await stage.shows("[home, b]"))
    await mainActorTurns()
    #expect(flow.isRunning)
    try stage.driver.back()
    #expect(await task.value == .cancelled(.back))
  }

  @Test func `a flow ends if a screen is refused that nobody awaits any longer`() async throws {
    let stage = try Stage()
    let asking = SlowGuard(stage.driver, refusing: .a)
    let screen = RoutedScreen(Place.a)
    let flow = leavingOpen(screen, asking)
    let task = stage.run(flow)
    await startDidReturn(flow)
    asking.letGo()
    #expect(await task.value == .cancelled(.closed))
    #expect(screen.cancellation == .closed)
  }

  @Test func `a screen that nobody awaits any longer belongs to its flow when it opens`()
    async throws
  {
    let stage = try Stage()
    let asking = SlowGuard(stage.driver)
    let flow = leavingOpen(RoutedScreen(Place.a), asking)
    let task = stage.run(flow)
    await startDidReturn(flow)
    asking.letGo()
    #expect(await stage.shows("[home, a]"))
    #expect(flow.isRunning)
    flow.finish(1)
    #expect(await task.value == .finished(1))
    #expect(stage.stack == "[home]")
  }

  // MARK: Two ends that meet

  @Test func `a flow that the end of its own screen finishes is finished, and not cancelled`()
    async throws
  {
    let stage = try Stage()
    let flow = Flow(pushing: .a)
    stage.onMake = { $0.onEnded = { flow.finish(5) } }
    let task = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    try stage.driver.back()
    #expect(await task.value == .finished(5))
    #expect(stage.stack == "[home]")
  }

  @Test func `a parent may finish while its child starts`() async throws {
    let stage = try Stage()
    var parent: Flow?
    let child = Flow { flow throws(NavigationError) in
      parent?.finish(4)
      try await flow.router.push(Place.b)
    }
    parent = Flow { flow throws(NavigationError) in
      try await flow.router.push(Place.a)
      try await flow.coordinate(to: child)
    }
    let running = try #require(parent)
    #expect(await stage.run(running).value == .finished(4))
    await mainActorTurns()
    #expect(stage.stack == "[home]")
    parent = nil
  }

  @Test func `a resource of an ending child may finish the parent`() async throws {
    let stage = try Stage()
    let child = Flow(pushing: .b)
    let parent = Flow { flow throws(NavigationError) in
      try await flow.router.push(Place.a)
      try await flow.coordinate(to: child)
    }
    child.scope.add(SimpleDisposable { MainActor.assumeIsolated { _ = parent.finish(7) } })
    let task = stage.run(parent)
    #expect(await stage.shows("[home, a, b]"))
    child.finish(1)
    #expect(await task.value == .finished(7))
    #expect(await stage.shows("[home]"))
  }

  @Test func `cancelling who awaits a flow whose screens close changes nothing`() async throws {
    let stage = try Stage()
    let flow = Flow(pushing: .a)
    let task = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    let asking = SlowGuard(stage.driver)
    flow.finish(6)
    await asking.isAsked.passed()
    task.cancel()
    asking.letGo()
    #expect(await task.value == .finished(6))
    #expect(await stage.shows("[home]"))
  }

  @Test func `the host may end while the screens of a flow close`() async throws {
    let stage = try Stage()
    let flow = Flow(pushing: .a)
    let task = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    let asking = SlowGuard(stage.driver)
    flow.finish(6)
    await asking.isAsked.passed()
    stage.driver.end()
    #expect(await task.value == .finished(6))
    asking.letGo()
  }

  @Test func `a flow ends with the host if nobody awaits its only screen any longer`() async throws
  {
    let stage = try Stage()
    let asking = SlowGuard(stage.driver)
    let flow = leavingOpen(RoutedScreen(Place.a), asking)
    let task = stage.run(flow)
    await startDidReturn(flow)
    stage.driver.end()
    #expect(await task.value == .cancelled(.hostEnded))
    asking.letGo()
  }

  @Test func `a flow that is started while the host ends ends with it`() async throws {
    let stage = try Stage()
    let (flow, late) = (Flow(pushing: .a), Flow(pushing: .b))
    let task = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    var lateTask: Task<NavigationOutcome<Int>, Never>?
    stage.screen(.a)?.onEnded = { lateTask = stage.run(late) }
    stage.driver.end()
    #expect(await task.value == .cancelled(.hostEnded))
    #expect(await lateTask?.value == .cancelled(.hostEnded))
  }
}
