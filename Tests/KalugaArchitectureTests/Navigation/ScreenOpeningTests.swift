import KalugaArchitecture
import Testing

/// Requests that bring a view model, and follow their screen until it has left.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenOpeningTests {
  /// Writes what an opening is told into the journal of a stage.
  private func opening(
    _ place: Place,
    _ journal: Journal,
    _ viewModel: BaseLifecycleViewModel? = nil
  ) -> ScreenOpening<Place> {
    ScreenOpening(place, viewModel: viewModel) { _ in
      journal.entries.append("\(place) open")
    } didLeave: { reason in
      journal.entries.append("\(place) left: \(reason)")
    }
  }

  private func open(
    _ spec: NavigationSpec<Place>,
    _ place: Place,
    _ viewModel: BaseLifecycleViewModel? = nil,
    on stage: Stage
  ) throws(NavigationError) -> NavigationTicket<Never> {
    let ticket = NavigationTicket<Never>()
    try stage.driver.perform(
      spec,
      action: "open",
      ticket,
      isByUser: false,
      opening: opening(place, stage.journal, viewModel)
    )
    return ticket
  }

  @Test func `a view model that is brought is shown, and cleared when it leaves`() throws {
    let stage = try Stage()
    let screen = JournalScreen("mine", stage.journal)
    _ = try open(.push(.a), .a, screen, on: stage)
    #expect(stage.driver.topScreen === screen)
    #expect(stage.journal.take() == ["pause home", "resume mine", "a open"])
    try stage.perform(.pop())
    #expect(
      stage.journal.take() == ["pause mine", "clear mine", "resume home", "a left: back"]
    )
  }

  @Test(
    arguments: [
      (.pop(), .back), (.popToRoot, .back), (.popTo(.home), .back), (.replace(.c), .closed),
      (.close(.a), .closed), (.open(root: .home, [.b]), .closed), (.setRoot(.home), .closed),
    ] as [(NavigationSpec<Place>, NavigationCancellation)]
  )
  func `whatever takes a screen away, it is told once, with the reason`(
    _ spec: NavigationSpec<Place>,
    _ reason: NavigationCancellation
  ) throws {
    let stage = try Stage()
    _ = try open(.push(.a), .a, on: stage)
    stage.journal.entries = []
    try stage.perform(spec)
    try stage.perform(.push(.c))
    stage.driver.end()
    #expect(stage.journal.take().filter { $0.contains("left") } == ["a left: \(reason)"])
  }

  @Test func `what leaves together is told from the top, after what arrived`() throws {
    let stage = try Stage()
    _ = try open(.push(.a), .a, on: stage)
    _ = try open(.present(.sheet), .sheet, on: stage)
    stage.journal.entries = []
    _ = try open(.setRoot(.b), .b, on: stage)
    #expect(
      stage.journal.take().suffix(3) == ["b open", "sheet left: closed", "a left: closed"]
    )
  }

  @Test func `a swipe that dismisses counts as going back`() throws {
    let stage = try Stage()
    _ = try open(.present(.sheet), .sheet, on: stage)
    try stage.driver.hostDidDismiss()
    #expect(stage.journal.take().last == "sheet left: back")
  }

  @Test func `the end of the driver tells all, from the top`() throws {
    let stage = try Stage()
    _ = try open(.push(.a), .a, on: stage)
    _ = try open(.push(.b), .b, on: stage)
    stage.journal.entries = []
    stage.driver.end()
    #expect(
      stage.journal.take().filter { $0.contains("left") }
        == ["b left: hostEnded", "a left: hostEnded"]
    )
  }

  @Test func `the release of the driver tells all, in a later job`() async throws {
    let journal: Journal
    do {
      let stage = try Stage()
      journal = stage.journal
      _ = try open(.push(.a), .a, on: stage)
    }
    await queuedWorkDidRun()
    #expect(journal.take().last == "a left: hostEnded")
  }

  @Test func `a view model that is shown or cleared is refused, and nothing changes`() async throws
  {
    let stage = try Stage()
    let screen = JournalScreen("mine", stage.journal)
    _ = try open(.push(.a), .a, screen, on: stage)
    stage.journal.entries = []
    let again = try open(.push(.b), .b, screen, on: stage)
    #expect(stage.stack == "[home, a]")
    #expect(
      await again.outcome
        == .refused(
          .refused(action: "b", reason: "its view model is on the stack; make another one")
        )
    )
    try stage.perform(.pop())
    stage.journal.entries = []
    let late = try open(.push(.b), .b, screen, on: stage)
    #expect(stage.stack == "[home]")
    #expect(stage.journal.take().isEmpty)
    #expect(
      await late.outcome
        == .refused(
          .refused(action: "b", reason: "its view model has been cleared; make a new one")
        )
    )
  }

  @Test func `presenting what is presented opens nothing, and is told`() async throws {
    let stage = try Stage()
    _ = try open(.present(.sheet), .sheet, on: stage)
    stage.journal.entries = []
    let again = try open(.present(.sheet), .sheet, on: stage)
    #expect(await again.outcome == .refused(.duplicate(screen: "sheet")))
    #expect(stage.journal.take().isEmpty)
  }

  @Test func `a guard that leads to another screen leaves the view model out`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.push(.b)) } else { .proceed }
    }
    let screen = JournalScreen("mine", stage.journal)
    let ticket = try open(.push(.a), .a, screen, on: stage)
    #expect(await ticket.outcome == .done)
    #expect(stage.stack == "[home, b]")
    #expect(screen.stage.current == .created)
    let popped = try stage.perform(.pop())
    #expect(await popped.outcome == .done)
    #expect(stage.journal.take().filter { $0.hasPrefix("a ") } == ["a open", "a left: back"])
    token.dispose()
  }

  @Test func `a guard that leads to no screen is as if the screen had left`() async throws {
    let stage = try Stage(.home, .c)
    let token = stage.driver.addGuard { spec, _ in
      if case .push = spec { .redirect(.pop()) } else { .proceed }
    }
    let ticket = try open(.push(.a), .a, on: stage)
    #expect(await ticket.outcome == .done)
    #expect(stage.journal.take().filter { $0.hasPrefix("a ") } == ["a left: closed"])
    token.dispose()
  }
}
