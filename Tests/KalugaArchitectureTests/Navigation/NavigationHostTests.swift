import KalugaArchitecture
import Testing

/// What the state of the host lets the screens be.
@MainActor
struct NavigationHostTests {
  @Test(arguments: [HostState.background, .inactive])
  func `the screen on top is paused and not cleared while the host is not active`(
    _ state: HostState
  ) throws {
    let stage = try Stage(.home, .a)
    for state in [state, .inactive, .background] { stage.driver.hostState = state }
    #expect(stage.happened() == "pause a")
    for state in [HostState.inactive, .active, .active] { stage.driver.hostState = state }
    #expect(stage.happened() == "resume a")
  }

  @Test func `a push while the host is not active resumes no screen until it is`() async throws {
    let stage = try Stage()
    stage.driver.hostState = .background
    let ticket = try stage.perform(.push(.a))
    #expect(await ticket.outcome == .done)
    try stage.driver.open([.home, .b])
    #expect(stage.stack == "[home, b]")
    #expect(stage.happened() == "pause home, make a, clear a, make b")
    stage.driver.hostState = .active
    #expect(stage.happened() == "resume b")
  }

  @Test(arguments: [false, true])
  func `a start in the background, or for a host that appears later, resumes no screen until then`(
    isEarly: Bool
  ) throws {
    let stage = Stage(try BackStack("[home, a]"), isStarted: false)
    if isEarly {
      stage.driver.startInHost()
    } else {
      stage.driver.hostState = .background
      stage.driver.start()
    }
    #expect(stage.happened() == "make home, make a")
    stage.driver.hostState = .active
    stage.driver.end()
    stage.driver.hostState = .background
    stage.driver.hostState = .active
    #expect(stage.happened() == "resume a, pause a, clear a, clear home")
  }

  @Test(arguments: Moment.allCases)
  func `the state of the host takes effect in or after a transition, whenever it changes`(
    _ moment: Moment
  ) throws {
    let stage = try Stage("[home, a]")
    stage.once(at: moment) { $0.driver.hostState = .background }
    try stage.perform(.replace(.b))
    #expect(stage.screens.map(\.stage.current).contains(.resumed) == false)
    // Nothing is resumed that leaves in this transition.
    stage.once(at: moment == .resume ? .follow : moment) { $0.driver.hostState = .active }
    try stage.perform(.replace(.c))
    if stage.driver.hostState == .background { stage.driver.hostState = .active }
    #expect(stage.screen(.c)?.stage.current == .resumed)
    #expect(stage.journal.entries.count { $0 == "resume a" || $0 == "resume b" } <= 1)
  }

  @Test(arguments: [HostState.active, .background])
  func `a state of the host that changes and changes back in a transition holds after it`(
    _ state: HostState
  ) throws {
    let stage = try Stage("[home, a]")
    stage.driver.hostState = state
    let other = state == .active ? HostState.background : .active
    stage.once(at: .make) { $0.driver.hostState = other }
    stage.once(at: .follow) { $0.driver.hostState = state }
    try stage.perform(.push(.b))
    #expect((stage.screen(.b)?.stage.current == .resumed) == (state == .active))
  }

  @Test func `a hook may change the state of the host, and navigate in the background`() throws {
    let stage = try Stage(.home, .a)
    stage.screen(.a)?.onPaused = { [weak stage] in
      stage?.screen(.a)?.onPaused = {}
      stage?.driver.hostState = .active
      _ = try? stage?.perform(.push(.b))
    }
    stage.screen(.a)?.onResumed = { [weak stage] in stage?.driver.hostState = .background }
    stage.driver.hostState = .background
    #expect(stage.stack == "[home, a, b]")
    #expect(stage.driver.hostState == .background)
    #expect(stage.happened() == "pause a, resume a, pause a, make b")
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  private final class BackgroundScreen: BaseLifecycleViewModel {}

  @Test func `navigation in the background makes no call that is reported as ignored`() async {
    let reports = await Self.diagnostics(about: "BackgroundScreen") {
      let driver = NavigationDriver(root: Place.home) { _, _ in BackgroundScreen() }
      driver.start()
      driver.hostState = .background
      #expect(throws: Never.self) { try driver.perform(.push(.a), action: "push") }
      driver.end()
    }
    #expect(reports.isEmpty)
  }
}
