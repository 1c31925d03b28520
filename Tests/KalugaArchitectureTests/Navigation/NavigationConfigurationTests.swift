import KalugaArchitecture
import Testing

/// Requests that are made too early or twice.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationConfigurationTests {
  private func stage(
    _ picture: String = "[home]",
    beforeStart: NavigationConfiguration.BeforeStart = .wait(limit: 9),
    _ duplicates: NavigationConfiguration.Duplicates = .allow,
    isStarted: Bool = true
  ) throws -> Stage {
    Stage(
      try BackStack(picture),
      NavigationConfiguration(beforeStart: beforeStart, duplicates: duplicates),
      isStarted: isStarted
    )
  }

  private func expectDuplicate(_ spec: NavigationSpec<Place>, on stage: Stage) {
    #expect(throws: NavigationError.duplicate(screen: "a")) { try stage.perform(spec) }
  }

  // MARK: Before the start

  @Test func `before the start every request is refused by default`() throws {
    let stage = Stage(BackStack(root: .home), isStarted: false)
    #expect(throws: NavigationError.noHost(action: "push")) { try stage.perform(.push(.a)) }
    #expect(stage.stack == "[home]")
  }

  /// Kaluga Q31.
  @Test func `requests before the start wait in order, up to the limit`() async throws {
    let stage = try stage(beforeStart: .wait(limit: 4), isStarted: false)
    var tickets: [NavigationTicket<Never>] = []
    for spec: NavigationSpec<Place> in [.pop(), .push(.a), .push(.b), .push(.b)] {
      tickets.append(try stage.perform(spec))
    }
    #expect(throws: NavigationError.tooManyWaiting(action: "push", limit: 4)) {
      try stage.perform(.push(.c))
    }
    #expect(stage.stack == "[home]")
    stage.driver.start()
    #expect(stage.stack == "[home, a, b, b]")
    #expect(await tickets[0].outcome == .refused(.nothingToGoBackTo(screen: "home")))
    for ticket in tickets.dropFirst() { #expect(await ticket.outcome == .done) }
  }

  @Test(arguments: [false, true])
  func `requests that wait for a start that never happens are refused`(
    _ isReleased: Bool
  ) async throws {
    let ticket: NavigationTicket<Never>
    do {
      let stage = try stage(isStarted: false)
      ticket = try stage.perform(.push(.a))
      if !isReleased { stage.driver.end() }
    }
    #expect(await ticket.outcome == .refused(.noHost(action: "push")))
  }

  // MARK: Duplicates

  @Test func `a push that is running refuses the same one, and no other`() async throws {
    let stage = try stage("[home]", .refuseWhileRunning)
    let asking = SlowGuard(stage.driver)
    let first = try stage.perform(.push(.b))
    let second = try stage.perform(.push(.a))
    expectDuplicate(.push(.a), on: stage)
    expectDuplicate(.present(.a), on: stage)
    asking.open()
    try await first.waitForTransition()
    try await second.waitForTransition()
    try await stage.perform(.push(.a)).waitForTransition()
    #expect(stage.stack == "[home, b, a, a]")
  }

  /// A screen that is opened when it is on top already, before the last step if there are several;
  /// and the stack after the request, or nil if it is a duplicate.
  @Test(
    arguments: [
      ("[home, a]", .push(.a), nil),
      ("[home, a, b]", .push(.a), "[home, a, b, a]"),
      // What is presented already is not opened. Kaluga Q31.
      ("[home] ▸ [a]", .present(.a), "[home] ▸ [a]"),
      ("[home] ▸ [a]", .replacePresented(.a), "[home] ▸ [a]"),
      ("[home] ▸ [a]", .push(.a), nil),
      ("[home] ▸ [a]", .steps([.dismiss(), .push(.a)]), "[home, a]"),
      ("[home, a]", .steps([.pop(), .push(.a)]), "[home, a]"),
      ("[home, a] ▸ [sheet]", .steps([.dismiss(), .push(.a)]), nil),
      ("[home]", .steps([.push(.a), .push(.a)]), nil),
      ("[home, a] ▸ [sheet]", .below(.push(.a)), nil),
      ("[home, a] ▸ [sheet]", .steps([.below(.push(.a))]), nil),
      ("[home, a] ▸ [sheet]", .below(.steps([.push(.a)])), nil),
      ("{*[home] | [b, a]}", .pushInTab(.a, of: .b), nil),
      ("{*[home, a] | [b]}", .pushInTab(.a, of: .b), "{*[home, a] | [b, a]}"),
      ("{*[home] | [b, a]}", .steps([.selectTabOf(.b), .pushInTab(.a, of: .b)]), nil),
      ("{*[home] | [b]}", .openInTab([.b, .a], of: .b), "{[home] | *[b, a]}"),
      ("{[home] | *[b, a]}", .openInTab([.b, .a], of: .b), "{[home] | *[b, a]}"),
      ("[home, a, b]", .bringToFront(.a), "[home, a]"),
      ("[home, a]", .bringToFront(.a), "[home, a]"),
      (
        "[home] ▸ [a]", .steps([.update(BackStackEntryID(rawValue: 1), to: .c), .present(.a)]),
        "[c] ▸ [a]"
      ),
    ] as [(String, NavigationSpec<Place>, String?)]
  )
  func `a screen on top before the last step is a duplicate, a covered one is not`(
    _ picture: String,
    _ spec: NavigationSpec<Place>,
    _ expected: String?
  ) throws {
    for isStarted in [false, true] {
      let stage = try stage(picture, .refuseOnTop, isStarted: isStarted)
      if expected != nil {
        try stage.perform(spec)
      } else {
        expectDuplicate(spec, on: stage)
      }
      stage.driver.start()
      #expect(stage.stack == expected ?? picture)
    }
  }

  private nonisolated static let refusing: [NavigationConfiguration.Duplicates] = [
    .refuseWhileRunning, .refuseOnTop,
  ]

  @Test(arguments: refusing, Moment.allCases)
  func `a second identical push before the start, or during a transition, is a duplicate`(
    _ duplicates: NavigationConfiguration.Duplicates,
    _ moment: Moment
  ) async throws {
    let early = try stage("[home]", duplicates, isStarted: false)
    try early.perform(.push(.a))
    expectDuplicate(.push(.a), on: early)
    let stage = try stage("[home, b]", duplicates)
    await confirmation { confirm in
      stage.once(at: moment) { stage in
        expectDuplicate(.push(.a), on: stage)
        confirm()
      }
      #expect(throws: Never.self) { try stage.perform(.replace(.a)) }
    }
    #expect(stage.stack == "[home, a]")
  }

  @Test(
    arguments: [
      ("[home, a]", .push(.a), .refused(.duplicate(screen: "a"))),
      ("[home] ▸ [sheet]", .present(.sheet), .done),
    ] as [(String, NavigationSpec<Place>, NavigationOutcome<Never>)]
  )
  func `a redirect to the shown screen is a duplicate, unless that is presented already`(
    _ picture: String,
    _ target: NavigationSpec<Place>,
    _ outcome: NavigationOutcome<Never>
  ) async throws {
    let stage = try stage(picture, .refuseOnTop)
    stage.decide(aboutPushOf: .b, .redirect(target))
    #expect(await (try stage.perform(.push(.b))).outcome == outcome)
    #expect(stage.stack == picture)
  }
}
