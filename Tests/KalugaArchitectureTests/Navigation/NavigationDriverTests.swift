import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The life of a driver, the order in which its screens live, and what followers see.
@MainActor
struct NavigationDriverTests {
  // MARK: Start and end

  @Test func `start makes the screens from the bottom and resumes the one on top, once`() throws {
    let stage = Stage(try BackStack("[home, a] ▸ [sheet]"), isStarted: false)
    var transitions: [StackTransition<Place>] = []
    _ = stage.driver.onTransition { transitions.append($0) }
    #expect(stage.driver.topViewModel == nil)
    stage.driver.start()
    stage.driver.start()
    #expect(stage.happened() == "make home, make a, make sheet, resume sheet")
    #expect(stage.driver.topViewModel === stage.screen(.sheet))
    #expect(transitions.map(\.kind) == ["start"])
    #expect(transitions.map(\.from) == [nil])
    #expect(transitions.map(\.to) == [.sheet])
  }

  @Test func `end clears everything from the top, and later requests are refused`() throws {
    let stage = try Stage("{[b] | *[home, a]} ▸ [sheet]")
    stage.driver.end()
    #expect(stage.happened() == "pause sheet, clear sheet, clear a, clear home, clear b")
    #expect(stage.driver.topViewModel == nil)
    #expect(stage.screens.isEmpty)
    stage.driver.end()
    stage.driver.start()
    #expect(stage.happened() == "")
    #expect(throws: NavigationError.noHost(action: "push")) { try stage.perform(.push(.b)) }
    #expect(throws: NavigationError.noHost(action: "open")) { try stage.driver.open([.home]) }
  }

  @Test(arguments: Moment.allCases)
  func `end during a transition waits for it, refuses the rest and clears each screen once`(
    _ moment: Moment
  ) async throws {
    let stage = try Stage("[home, a]")
    var waiting: NavigationTicket<Never>?
    stage.once(at: moment) { stage in
      waiting = try? stage.perform(.push(.sheet))
      stage.driver.end()
    }
    let ticket = try stage.driver.open([.home, .b, .c])
    #expect(
      stage.happened() == """
        pause a, clear a, make b, make c, resume c, pause c, clear c, clear b, clear home
        """
    )
    #expect(stage.driver.topViewModel == nil)
    #expect(await ticket.outcome == .done)
    #expect(await waiting?.outcome == .refused(.noHost(action: "push")))
  }

  @Test func `screens end with their driver, which tickets do not keep`() async throws {
    weak let driver: NavigationDriver<Place>?
    let scope: TaskScope
    let ticket: NavigationTicket<Int>
    let token: any Disposable
    do {
      let stage = try Stage()
      driver = stage.driver
      token = stage.driver.onTransition { _ in }
      ticket = try stage.open(.push(.a), for: Int.self)
      scope = try #require(stage.screen(.a)).scope
    }
    #expect(driver == nil)
    #expect(!scope.isActive)
    #expect(await ticket.outcome == .cancelled(.hostEnded))
    token.dispose()
  }

  @Test func `a driver that is released in one of its hooks ends its transition`() async throws {
    var driver: NavigationDriver<Place>?
    driver = NavigationDriver(root: .home) { place, _ in
      let screen = JournalScreen("\(place)", Journal())
      screen.onPaused = { driver = nil }
      return screen
    }
    driver?.start()
    let ticket = try #require(driver).open([.home, .a])
    #expect(await ticket.outcome == .done)
    #expect(driver == nil)
  }

  // MARK: Transitions

  @Test(
    arguments: [
      ("[home]", .push(.a), "pause home, make a, resume a"),
      ("[home, a]", .pop(), "pause a, clear a, resume home"),
      ("[home, a]", .replace(.b), "pause a, clear a, make b, resume b"),
      ("[home, a, b, c]", .popToRoot(), "pause c, clear c, clear b, clear a, resume home"),
      ("[home, a]", .popTo(.a), ""),
      ("[home] ▸ [sheet, a]", .dismiss(), "pause a, clear a, clear sheet, resume home"),
      ("[home] ▸ [sheet]", .present(.sheet), ""),
      ("[home] ▸ [b]", .replacePresented(.a), "pause b, clear b, make a, resume a"),
      ("[home]", .tabs([.a, .b]), "pause home, clear home, make b, make a, resume a"),
      ("{*[a] | [b]}", .selectTab(1), "pause a, resume b"),
      ("{*[a] | [b]}", .selectTabOf(.b), "pause a, resume b"),
      ("{*[a] | [b]}", .selectTabOf(.a), ""),
      ("{*[a] | [b]} ▸ [sheet]", .selectTabOf(.b), ""),
      ("{*[a] | [b]}", .pushInTab(.c, of: .b), "make c"),
      ("{*[a] | [b]}", .pushInTab(.c, of: .a), "pause a, make c, resume c"),
      (
        "{*[a] | [b, c, home]} ▸ [sheet]", .openInTab([.b, .c, .a], of: .b),
        "pause sheet, clear sheet, clear home, make a, resume a"
      ),
      ("{*[a, c] | [b]}", .openInTab([.a, .c], of: .a), ""),
      ("[home, a, b]", .bringToFront(.a), "pause b, clear b, resume a"),
      ("[home, a]", .bringToFront(.b), "pause a, make b, resume b"),
      ("[home, a]", .bringToFront(.a), ""),
      ("{[a, c] | *[b]}", .closeEntry(BackStackEntryID(rawValue: 3)), "clear c"),
      ("[home, a]", .open(root: .home, [.a]), ""),
      (
        "[home, a, b] ▸ [sheet]", .open(root: .home, [.a, .c, .b]),
        "pause sheet, clear sheet, clear b, make c, make b, resume b"
      ),
      ("[home] ▸ [a]", .setRoot(.home), "pause a, clear a, clear home, make home, resume home"),
      ("[home, a] ▸ [sheet]", .below(.replace(.b)), "clear a, make b"),
      (
        "[home] ▸ [sheet]", .steps([.dismiss(), .push(.a), .push(.b)]),
        "pause sheet, clear sheet, make a, make b, resume b"
      ),
      // What one step opens and a later one closes is never made, and what is shown before and after
      // is not paused.
      (
        "[home]", .steps([.push(.a), .push(.b), .popTo(.home), .push(.c)]),
        "pause home, make c, resume c"
      ),
      ("[home]", .steps([.push(.a), .pop()]), ""),
      // react-navigation/react-navigation#12512, #2421, johnpatrickmorgan/FlowStacks#71: screens in
      // between are shown.
      ("{*[home, a] | [b]}", .steps([.popToRoot(), .selectTab(1)]), "pause a, clear a, resume b"),
      ("[home, a, b]", .open(root: .home), "pause b, clear b, clear a, resume home"),
    ] as [(String, NavigationSpec<Place>, String)]
  )
  func `leaving screens pause and are cleared from the top before others are made and resume`(
    _ picture: String,
    _ spec: NavigationSpec<Place>,
    _ life: String
  ) throws {
    let stage = try Stage(picture)
    var transitions = 0
    _ = stage.driver.onTransition { [unowned stage] transition in
      transitions += 1
      #expect(transition.kind == spec.kind)
      #expect(stage.driver.stack.current == transition.stack)
    }
    try stage.perform(spec)
    #expect(stage.happened() == life)
    #expect(transitions <= 1)
  }

  @Test func `a screen that stays keeps its view model, and one that was cleared is released`()
    throws
  {
    let stage = try Stage(.home, .a, .b)
    let kept = try #require(stage.screen(.a))
    weak let left = stage.screen(.b)
    #expect(left != nil)
    try stage.driver.open([.home, .a, .c])
    #expect(stage.screen(.a) === kept)
    #expect(kept.stage.current == .paused)
    #expect(left == nil)
  }

  @Test func `a screen that was cleared by itself is left and returned to like others`() throws {
    let stage = try Stage("[home, a]")
    stage.screen(.a)?.clear()
    try stage.perform(.push(.b))
    try stage.perform(.pop())
    try stage.perform(.popToRoot())
    #expect(stage.happened() == "pause a, clear a, make b, resume b, pause b, clear b, resume home")
  }

  @Test func `the stack is published after clearing and before new screens are made`() throws {
    let stage = try Stage("[home, a]")
    let following = stage.driver.stack.observe { [journal = stage.journal] in
      journal.entries.append("\($0)")
    }
    stage.journal.entries = []
    try stage.perform(.replace(.b))
    #expect(stage.happened() == "pause a, clear a, [home, b], make b, resume b")
    following.dispose()
  }

  /// Kaluga Q29.
  @Test(arguments: BackStackTests.refusals)
  func `an impossible request throws immediately and changes nothing`(
    _ picture: String,
    _ spec: NavigationSpec<Place>,
    _ error: NavigationError
  ) throws {
    let stage = try Stage(picture)
    let before = stage.driver.stack.current
    let navigator = StackNavigator(stage.driver) { (action: StackAction) in action.spec }
    _ = stage.driver.onTransition { Issue.record("a transition took place: \($0.kind)") }
    #expect(throws: error) { try navigator.navigate(StackAction(spec: spec)) }
    #expect(!navigator.navigateWithSuccess(StackAction(spec: spec)))
    navigator.navigateOrElse(StackAction(spec: spec)) { #expect($0 == error) }
    #expect(stage.driver.stack.current == before)
    #expect(stage.happened() == "")
    #expect(throws: NavigationError.self) { try stage.driver.open([]) }
  }

  // MARK: Followers

  @Test func `followers are called in order, until they are disposed`() async throws {
    let stage = try Stage()
    var called: [String] = []
    var tokens: [String: any Disposable] = [:]
    for name in ["itself", "next", "elsewhere", "last"] {
      tokens[name] = stage.driver.onTransition { _ in
        called.append(name)
        guard name == "itself" else { return }
        // A second disposal ends nothing else.
        for name in ["itself", "next", "next"] { tokens[name]?.dispose() }
      }
    }
    // Dropping the token ends nothing.
    _ = stage.driver.onTransition { _ in called.append("dropped") }
    await Task.detached { [token = tokens["elsewhere"]] in token?.dispose() }.value
    try stage.perform(.push(.a))
    #expect(called == ["itself", "last", "dropped"])
    await mainActorQueueDrained()
    try stage.perform(.push(.b))
    #expect(called.suffix(2) == ["last", "dropped"] && called.count == 5)
    tokens = [:]
  }

  /// Acts when it is released.
  private final class LastWord: Sendable {
    private let act: @MainActor @Sendable () -> Void

    init(_ act: @escaping @MainActor @Sendable () -> Void) { self.act = act }

    deinit { MainActor.assumeIsolated(act) }

    func keep() {}
  }

  @Test(arguments: ["guard", "follower", "back handler"])
  func `a handler's captures are released after its disposal, and may use the driver then`(
    _ kind: String
  ) async throws {
    let stage = try Stage()
    func add(_ last: LastWord) -> any Disposable {
      switch kind {
      case "follower": stage.driver.onTransition { _ in last.keep() }
      case "guard":
        stage.driver.addGuard { _, _ in
          last.keep()
          return .proceed
        }
      default:
        stage.driver.onBack {
          last.keep()
          return .proceed
        }
      }
    }
    add(LastWord { [weak stage] in _ = try? stage?.perform(.push(.a)) }).dispose()
    await stage.shows("[home, a]")
  }
}
