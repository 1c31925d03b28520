import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A flow ends in one way, even if its requests outlive its start or two ends meet.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CoordinatorEndTests {
  private typealias Flow = TestFlow<Int>

  private let stage: Stage

  init() throws {
    stage = try Stage()
  }

  /// Refuses `a`, once the guard is opened.
  private func makeRefusingGuard() -> SlowGuard {
    SlowGuard(stage.driver) { if case .push(.a) = $0 { "never" } else { nil } }
  }

  // MARK: Requests that outlive the start

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

  /// Requests a screen, and stops waiting for it when the guard holds the request back.
  private func leavingOpen(_ screen: RoutedScreen<Place>, _ asking: SlowGuard) -> Flow {
    Flow { flow throws(NavigationError) in
      let push = Task { @MainActor in try await flow.router.push(screen) }
      await asking.holdsRequest()
      push.cancel()
      _ = await push.result
    }
  }

  @Test func `a flow ends if a screen is refused that is not awaited any longer`() async {
    let asking = makeRefusingGuard()
    let screen = RoutedScreen(Place.a)
    let flow = leavingOpen(screen, asking)
    let task = stage.run(flow)
    await flow.startDidReturn()
    asking.open()
    #expect(await task.value == .cancelled(.closed))
    #expect(screen.cancellation == .closed)
  }

  @Test func `a screen that is not awaited any longer belongs to its flow when it opens`() async {
    let asking = SlowGuard(stage.driver)
    let flow = leavingOpen(RoutedScreen(Place.a), asking)
    let task = stage.run(flow)
    await flow.startDidReturn()
    asking.open()
    await stage.shows("[home, a]")
    #expect(flow.isRunning)
    flow.finish(1)
    #expect(await task.value == .finished(1))
    #expect(stage.stack == "[home]")
  }

  @Test func `a flow ends with the host if its only screen is not awaited any longer`() async {
    let asking = SlowGuard(stage.driver)
    let flow = leavingOpen(RoutedScreen(Place.a), asking)
    let task = stage.run(flow)
    await flow.startDidReturn()
    stage.driver.end()
    #expect(await task.value == .cancelled(.hostEnded))
    asking.open()
  }

  // MARK: Two ends that meet

  @Test func `a flow that the end of its own screen finishes is finished, and not cancelled`()
    async throws
  {
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

  @Test func `a resource of an ending child may finish the parent`() async {
    let child = Flow(pushing: .b)
    let parent = Flow(pushing: .a, then: child)
    child.scope.add(SimpleDisposable { MainActor.assumeIsolated { _ = parent.finish(7) } })
    let task = await stage.run(parent, shows: "[home, a, b]")
    child.finish(1)
    #expect(await task.value == .finished(7))
    await stage.shows("[home]")
  }

  @Test(arguments: [false, true])
  func `a flow whose screens close stays finished when its host or its caller ends`(
    isHost: Bool
  ) async {
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

  @Test func `a flow that is started while the host ends ends with it`() async {
    let (flow, late) = (Flow(pushing: .a), Flow(pushing: .b))
    let task = await stage.run(flow, shows: "[home, a]")
    var lateTask: Task<NavigationOutcome<Int>, Never>?
    stage.screen(.a)?.onEnded = { lateTask = stage.run(late) }
    stage.driver.end()
    #expect(await task.value == .cancelled(.hostEnded))
    #expect(await lateTask?.value == .cancelled(.hostEnded))
  }
}
