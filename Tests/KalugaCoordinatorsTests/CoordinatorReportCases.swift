import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// More reports about the coordinators of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorReportCases {
  private final class Page: BaseLifecycleViewModel, Presentable {
    let destination: Place

    init(_ place: Place) {
      destination = place
      super.init()
    }
  }

  /// A flow that shows these screens one after the other.
  private final class Flow: Coordinator<Place, Int> {
    private let pages: [Place]
    private let asRoot: Bool

    init(_ pages: Place..., asRoot: Bool = false) {
      self.pages = pages
      self.asRoot = asRoot
      super.init()
    }

    override func start() async throws(NavigationError) {
      for page in pages {
        if asRoot {
          try await router.setRoot(Page(page))
        } else {
          try await router.push(Page(page))
        }
      }
    }
  }

  // RxSwiftCommunity/RxFlow#24: flows before the main one, each of which replaces the root, are
  // never released.
  @Test func `flows that replace the root one after the other end and are released`() async throws {
    let driver = NavigationDriver(root: Place.home) { place, _ in Page(place) }
    driver.start()
    weak var released: Flow?
    var outcomes: [NavigationOutcome<Int>] = []
    let router = StackRouter(driver)
    for place in [Place.a, .b] {
      let flow = Flow(place, .c, asRoot: true)
      released = flow
      let running = Task { await flow.run(on: router) }
      await until("\(driver.stack.current)" == "[c]" && flow.isRunning)
      flow.finish(1)
      outcomes.append(await running.value)
    }
    try driver.perform(.setRoot(.home))
    await mainActorQueueDrained()
    #expect(outcomes == [.finished(1), .finished(1)])
    #expect(released == nil)
    #expect("\(driver.stack.current)" == "[home]")
  }

  // rundfunk47/stinsen#102: the user leaves all screens of a flow at once, which it does not learn.
  @Test(arguments: [false, true])
  func `a flow whose screens the user leaves at once ends, and can begin again`(
    _ isGuarded: Bool
  ) async throws {
    let driver = NavigationDriver(root: Place.home) { place, _ in Page(place) }
    driver.start()
    let token = isGuarded ? driver.addGuard { _, _ in .proceed } : nil
    let router = StackRouter(driver)
    for _ in 0..<2 {
      let flow = Flow(.a, .b, .c)
      let running = Task { await flow.run(on: router) }
      await until("\(driver.stack.current)" == "[home, a, b, c]")
      driver.path.current = Array(driver.path.current.prefix(1))
      #expect(await running.value == .cancelled(.back))
      #expect("\(driver.stack.current)" == "[home]")
    }
    token?.dispose()
  }

  // rundfunk47/stinsen#132: going back in the flow of a child leads to the first screen of its
  // parent.
  @Test func `a child flow that goes back shows its own screen before`() async throws {
    let driver = NavigationDriver(root: Place.home) { place, _ in Page(place) }
    driver.start()
    let parent = Flow(.a)
    let running = Task { await parent.run(on: StackRouter(driver)) }
    await until("\(driver.stack.current)" == "[home, a]")
    let child = Flow(.b, .c)
    let inner = Task { try? await parent.coordinate(to: child) }
    await until("\(driver.stack.current)" == "[home, a, b, c]")
    try await child.router.pop()
    #expect("\(driver.stack.current)" == "[home, a, b]")
    try await child.router.pop()
    #expect(await inner.value == .cancelled(.back))
    #expect("\(driver.stack.current)" == "[home, a]")
    parent.cancel()
    _ = await running.value
  }
}
