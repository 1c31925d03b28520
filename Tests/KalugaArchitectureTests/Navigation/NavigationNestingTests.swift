import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A stack of places, in which each `b` has a stack of its own, and each `c` two of them.
@MainActor
private final class NestedStage {
  typealias Driver = NavigationDriver<Place>

  let journal = Journal()
  var lines: [String] = []
  let outer: Driver
  private(set) var inner: [Driver] = []

  init(_ snapshot: NavigationSnapshot<Place>, isStarted: Bool = true) {
    weak var stage: NestedStage?
    outer = Driver(restoring: snapshot) { [journal] place, driver in
      let screen = JournalScreen("\(place)", journal)
      if place == .b { stage?.nest(in: screen, "stack") }
      if place == .c { for _ in 0..<2 { stage?.nest(in: screen, "half") } }
      return screen
    }
    stage = self
    _ = outer.onTransition { [unowned self] in lines.append("\($0.kind) \($0.picture)") }
    if isStarted { outer.start() }
  }

  /// Starts with the first screen, and pushes the others.
  convenience init(_ places: Place...) throws {
    self.init(NavigationSnapshot(stack: BackStack(root: places[0])))
    for place in places.dropFirst() { try outer.perform(.push(place), action: "push") }
    lines = []
    journal.entries = []
  }

  private func nest(in screen: JournalScreen, _ name: String) {
    let driver = Driver(root: .home) { [weak self, journal] place, driver in
      let inner = JournalScreen("\(screen.name).\(place)", journal)
      if place == .b { self?.nest(in: inner, "deeper") }
      return inner
    }
    _ = driver.onTransition { [unowned self] in lines.append("  \($0.kind) \($0.picture)") }
    inner.append(driver)
    screen.addChild(driver, named: name)
  }

  func push(_ place: Place, _ driver: Driver) throws {
    try driver.perform(.push(place), action: "push")
  }

  func happened() -> String { journal.take().joined(separator: ", ") }
}

/// Stacks inside of screens.
@MainActor
struct NavigationNestingTests {
  @Test func `a nested stack is paused, resumed and cleared with its screen`() async throws {
    let stage = try NestedStage(.home, .b)
    let inner = stage.inner[0]
    let ticket = try inner.perform(.push(.a), action: "open", for: Int.self)
    stage.journal.entries = []
    try stage.push(.a, stage.outer)
    #expect(stage.happened() == "pause b.a, pause b, resume a")
    #expect(inner.hostState == .background)
    try stage.push(.sheet, inner)
    try stage.outer.perform(.pop(), action: "pop")
    #expect(stage.happened() == "pause a, clear a, resume b, resume b.sheet")
    stage.outer.hostState = .inactive
    stage.outer.hostState = .active
    #expect(stage.happened() == "pause b.sheet, pause b, resume b, resume b.sheet")
    try stage.outer.perform(.replace(.a), action: "replace")
    #expect(
      stage.happened()
        == "pause b.sheet, pause b, clear b.sheet, clear b.a, clear b.home, clear b, resume a"
    )
    #expect(await ticket.outcome == .cancelled(.hostEnded))
    #expect(throws: NavigationError.noHost(action: "push")) { try stage.push(.a, inner) }
  }

  @Test func `a nested stack of a view model without a driver starts with its first resume`() {
    let journal = Journal()
    let driver = NavigationDriver(root: Place.home) { place, _ in
      JournalScreen("\(place)", journal)
    }
    let screen = JournalScreen("screen", journal)
    screen.addChild(driver)
    #expect(journal.take() == [])
    screen.didResume()
    screen.removeChild(driver)
    #expect(driver.hostState == .background)
    screen.clear()
    #expect(driver.topViewModel?.stage.current == .paused)
    driver.end()
    let life = ["resume screen", "resume home", "pause home", "pause screen", "clear screen"]
    #expect(journal.take() == life + ["clear home"])
    // What has ended belongs to nothing.
    JournalScreen("other", journal).addChild(driver)
    #expect(driver.hostState == .background)
  }

  @Test func `a nested stack that is added later begins at once and moves with its new screen`()
    throws
  {
    let stage = try NestedStage(.home, .a)
    let journal = Journal()
    let driver = NavigationDriver(root: Place.c) { place, _ in
      JournalScreen("\(place)", journal)
    }
    let first = try #require(stage.outer.topViewModel)
    first.addChild(driver)
    #expect(journal.take() == ["resume c"])
    try stage.push(.sheet, stage.outer)
    try #require(stage.outer.topViewModel).addChild(driver)
    #expect(journal.take() == ["pause c", "resume c"])
    first.removeChild(driver)
    first.clear()
    #expect(journal.take() == [])
    #expect(stage.lines.last == "push [home, a([c]), sheet]")
  }

  // MARK: Back

  @Test func `a screen is not left with a nested screen that opened while a guard decided`()
    async throws
  {
    let stage = try NestedStage(.home, .b)
    let asking = SlowGuard(stage.outer)
    let ticket = try stage.outer.back()
    await asking.holdsRequest()
    try stage.push(.a, stage.inner[0])
    asking.open()
    #expect(await ticket?.outcome == .refused(.unasked("back")))
    #expect(stage.outer.stack.current.description == "[home, b]")
  }

  @Test func `back first leaves the screens of the innermost and newest stack`()
    throws
  {
    let stage = try NestedStage(.home, .c)
    for driver in stage.inner { try stage.push(.b, driver) }
    let deeper = stage.inner[3]
    try stage.push(.a, deeper)
    stage.lines = []
    for _ in 0..<4 { #expect(try stage.outer.back() != nil) }
    #expect(
      stage.lines == [
        "  pop [home, c([home, b([home])], [home, b([home])])]",
        "  pop [home, c([home, b([home])], [home])]",
        "  pop [home, c([home], [home])]",
        "pop [home]",
      ]
    )
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) { try stage.outer.back() }
  }

  @Test func `handlers of a nested stack are asked first, and once`() throws {
    let stage = try NestedStage(.home, .b)
    var asked: [String] = []
    var decisions: [NavigationBackDecision] = [.intercept, .proceed, .intercept, .intercept]
    for (name, driver, screen) in [
      ("outer", stage.outer, nil), ("screen", stage.outer, stage.outer.topViewModel),
      ("inner", stage.inner[0], nil),
    ] {
      _ = driver.onBack(on: screen) {
        asked.append(name)
        return decisions.isEmpty ? .proceed : decisions.removeFirst()
      }
    }
    try stage.push(.a, stage.inner[0])
    #expect(try stage.outer.back() == nil)
    #expect(try stage.outer.back() != nil)
    #expect(try stage.outer.back() == nil)
    stage.outer.hostDidShow(first: 1)
    #expect(asked == ["inner", "inner", "inner", "inner"])
    #expect(try stage.outer.back() != nil)
    #expect(asked.suffix(3) == ["inner", "screen", "outer"])
  }

  // MARK: Order

  @Test func `a request of the outer driver waits for the transition of a nested one`() throws {
    let stage = try NestedStage(.home, .b)
    try stage.push(.a, stage.inner[0])
    let top = try #require(stage.inner[0].topViewModel as? JournalScreen)
    top.onPaused = { [unowned stage] in
      top.onPaused = {}
      _ = try? stage.outer.perform(.pop(), action: "pop")
      #expect("\(stage.outer.stack.current)" == "[home, b]")
    }
    stage.journal.entries = []
    stage.lines = []
    try stage.push(.sheet, stage.inner[0])
    #expect(stage.lines == ["  push [home, b([home, a, sheet])]", "pop [home]"])
    #expect(
      stage.happened() == "pause b.a, resume b.sheet, pause b.sheet, pause b, clear b.sheet, "
        + "clear b.a, clear b.home, clear b, resume home"
    )
  }

  @Test(arguments: [true, false])
  func `a nested stack that ends itself has ended before its screen is cleared`(
    inTransition: Bool
  ) throws {
    let stage = try NestedStage(.home, .b)
    let inner = stage.inner[0]
    try stage.push(.a, inner)
    let top = try #require(inner.topViewModel as? JournalScreen)
    top.onEnded = { [unowned stage] in
      stage.inner[0].end()
      _ = try? stage.outer.perform(.pop(), action: "pop")
    }
    stage.journal.entries = []
    if inTransition { try inner.perform(.pop(), action: "pop") } else { inner.end() }
    #expect(stage.happened().hasSuffix("clear b.home, pause b, clear b, resume home"))
  }

  @Test(
    arguments: [
      (.pop(), "clear b.b, clear b.home, clear b, resume home"),
      (.push(.a), "pause b, resume a, clear b.b.a, clear b.b.home, clear b.b, clear b.home"),
    ] as [(NavigationSpec<Place>, String)]
  )
  func `a nested stack whose end waits for a hook moves with its screen until then`(
    _ spec: NavigationSpec<Place>,
    _ end: String
  ) throws {
    let stage = try NestedStage(.home, .b)
    try stage.push(.b, stage.inner[0])
    let top = try #require(stage.inner[1].topViewModel as? JournalScreen)
    top.onPaused = { [unowned stage] in
      top.onPaused = {}
      _ = try? stage.outer.perform(spec, action: "outer")
      stage.inner[0].end()
    }
    try stage.push(.a, stage.inner[1])
    #expect(stage.happened().hasSuffix(end))
  }

  // MARK: Saving

  @Test func `nested stacks of one name are told apart by the order in which they are added`()
    throws
  {
    var drivers: [NestedStage.Driver] = []
    func makeDriver() -> NestedStage.Driver {
      drivers.append(NestedStage.Driver(root: .home) { _, _ in BaseLifecycleViewModel() })
      return drivers[drivers.count - 1]
    }
    func makeOuter(_ snapshot: NavigationSnapshot<Place>) -> NestedStage.Driver {
      let outer = NestedStage.Driver(restoring: snapshot) { _, _ in
        let (screen, child) = (BaseLifecycleViewModel(), BaseLifecycleViewModel())
        child.addChild(makeDriver())
        screen.addChild(child)
        return screen
      }
      outer.start()
      outer.topViewModel?.addChild(makeDriver())
      return outer
    }
    let outer = makeOuter(NavigationSnapshot(stack: BackStack(root: .home)))
    try drivers[0].perform(.push(.a), action: "push")
    try drivers[1].perform(.push(.b), action: "push")
    let restored = makeOuter(outer.snapshot())
    #expect(drivers.suffix(2).map { "\($0.stack.current)" } == ["[home, a]", "[home, b]"])
    #expect(try restored.back() != nil)
    #expect(drivers.suffix(2).map { "\($0.stack.current)" } == ["[home, a]", "[home]"])
  }

  @Test func `a snapshot contains nested stacks, with which screens are restored`() throws {
    let stage = try NestedStage(.home, .c, .a)
    try stage.push(.b, stage.inner[1])
    try stage.push(.a, stage.inner[2])
    let saved = try NavigationSnapshot<Place>(stage.outer.snapshot().data())
    // Saved again before it starts.
    let idle = NestedStage(saved, isStarted: false)
    let restored = NestedStage(idle.outer.snapshot())
    #expect(restored.lines.last == "start [home, c([home], [home, b([home, a])]), a]")
    #expect(restored.happened() == "resume a")
    try restored.outer.perform(.pop(), action: "pop")
    #expect(
      restored.happened() == "pause a, clear a, resume c, resume c.home, resume c.b, resume c.b.a"
    )
    let again = try NavigationSnapshot<Place>(restored.outer.snapshot().data())
    #expect(again.nested == saved.nested)
  }

  @Test func `a driver is not nested in its own screens`() throws {
    let stage = try NestedStage(.home, .b)
    try #require(stage.outer.topViewModel).addChild(stage.outer)
    try #require(stage.inner[0].topViewModel).addChild(stage.outer)
    #expect(stage.outer.stack.current.entries.count == 2)
    try stage.push(.a, stage.outer)
    #expect(stage.lines.last == "push [home, b([home]), a]")
  }

  // MARK: Links

  @Test func `a link opens the screen, and then the screens of the stack inside it`() throws {
    let stage = try NestedStage(.home)
    stage.outer.hostState = .background
    try stage.outer.open([.home, .b])
    try stage.inner[0].open([.home, .a])
    #expect(stage.lines.last == "  open [home, b([home, a])]")
    stage.outer.hostState = .active
    #expect(stage.happened() == "pause home, resume b, resume b.a")
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  @Test func `a nested stack that cannot be restored begins with its first screen and says so`()
    async
  {
    let stack = BackStack(root: Place.b)
    let nested = [stack.top.id: ["stack": [Data([1])]]]
    let reports = await Self.diagnostics(about: "'stack'") {
      let stage = NestedStage(NavigationSnapshot(stack: stack, nested: nested))
      #expect(stage.lines == ["  start [b([home])]", "start [b([home])]"])
    }
    #expect(reports.map(\.kind) == [.stackNotRestored])
  }
}
