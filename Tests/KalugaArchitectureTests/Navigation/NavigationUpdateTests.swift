import KalugaArchitecture
import Testing

/// A screen whose destination follows what it shows.
@MainActor
struct NavigationUpdateTests {
  @Test func `a screen that changes its destination keeps its view model and its opener`()
    async throws
  {
    let stage = try Stage("[home]")
    let ticket = try stage.open(.push(.a), for: Int.self)
    let screen = try #require(stage.screen(.a))
    let id = stage.driver.stack.current.top.id
    _ = stage.happened()
    var transitions: [String] = []
    _ = stage.driver.onTransition { transitions.append("\($0.kind) \($0.toName)") }
    // The second one finds what it asks for.
    for _ in 0..<2 { try stage.driver.update(screen, to: .b) }
    #expect(stage.stack == "[home, b]")
    #expect(stage.driver.stack.current.top.id == id)
    #expect(stage.driver.topViewModel === screen)
    #expect(stage.happened() == "")
    #expect(transitions == ["update b"])
    try stage.perform(.pop(result: NavigationResult(42, .integer)))
    #expect(await ticket.outcome == .finished(42))
  }

  @Test func `links, saved stacks and hosts follow the destination of a covered screen`() throws {
    let stage = try Stage("[home, a]")
    let links = DeepLinks<Place>(
      scheme: "x",
      host: "x",
      routes: [DeepLinkRoute("b", screens: [.b]), DeepLinkRoute("b/a", screens: [.b, .a])]
    )
    let shown = stage.driver.path.current
    try stage.driver.update(try #require(stage.screen(.home)), to: .b)
    #expect(try links.link(to: stage.driver.stack.current) == "x://x/b/a")
    #expect("\(stage.driver.snapshot().stack)" == "[b, a]")
    #expect(stage.driver.path.current.map(\.destination) == [.b, .a])
    // A host that has not seen the change yet goes back.
    stage.driver.hostDidShow([shown[0]])
    #expect(stage.stack == "[b]")
  }

  @Test func `a change of the destination takes its turn, and is refused for a screen that left`()
    async throws
  {
    let stage = try Stage("[home, a]")
    let screen = try #require(stage.screen(.a))
    screen.onPaused = { [weak screen, weak stage] in
      if let screen, let stage { _ = try? stage.driver.update(screen, to: .c) }
    }
    try stage.perform(.push(.b))
    #expect(stage.stack == "[home, c, b]")
    stage.decide(aboutPushOf: .c, .proceed)
    let guarded = try stage.driver.update(screen, to: .b)
    #expect(await guarded.outcome == .done)
    #expect(stage.stack == "[home, b, b]")
    #expect(await (try stage.perform(.popToRoot())).outcome == .done)
    #expect(throws: NavigationError.notOnStack(screen: "JournalScreen", stack: ["home"])) {
      try stage.driver.update(screen, to: .a)
    }
  }
}
