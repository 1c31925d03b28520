import KalugaArchitecture
import Testing

/// Going back as the user asks for it, and hosts that have gone back by themselves.
@MainActor
struct NavigationBackTests {
  @Test func `back pops, and closes a presented stack from its first screen`() throws {
    let stage = try Stage(.home, .a)
    try stage.driver.perform(.present(.sheet), action: "sheet")
    #expect(try stage.driver.back() != nil)
    #expect(stage.driver.stack.current.description == "[home, a]")
    #expect(try stage.driver.back() != nil)
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) {
      try stage.driver.back()
    }
  }

  @Test func `a handler that intercepts keeps the screen`() throws {
    let stage = try Stage(.home, .a)
    let token = stage.driver.onBack { .intercept }
    #expect(try stage.driver.back() == nil)
    #expect(stage.driver.stack.current.description == "[home, a]")
    token.dispose()
    #expect(try stage.driver.back() != nil)
    #expect(stage.driver.stack.current.description == "[home]")
  }

  @Test func `handlers of the shown screen are asked first, and the newest first`() throws {
    let stage = try Stage(.home, .a)
    var asked: [String] = []
    let home = try #require(stage.screen(.home))
    let shown = try #require(stage.screen(.a))
    let tokens = [
      stage.driver.onBack {
        asked.append("global 1"); return .proceed
      },
      stage.driver.onBack(on: shown) {
        asked.append("screen 1"); return .proceed
      },
      stage.driver.onBack(on: home) {
        asked.append("hidden"); return .proceed
      },
      stage.driver.onBack(on: shown) {
        asked.append("screen 2"); return .proceed
      },
      stage.driver.onBack {
        asked.append("global 2"); return .proceed
      },
    ]
    try stage.driver.back()
    #expect(asked == ["screen 2", "screen 1", "global 2", "global 1"])
    for token in tokens { token.dispose() }
  }

  @Test func `the first handler that intercepts is the last that is asked`() throws {
    let stage = try Stage(.home, .a)
    var asked = 0
    let tokens = [
      stage.driver.onBack {
        asked += 1; return .proceed
      },
      stage.driver.onBack { .intercept },
    ]
    #expect(try stage.driver.back() == nil)
    #expect(asked == 0)
    for token in tokens { token.dispose() }
  }

  @Test func `an action that pops asks no handler`() throws {
    let stage = try Stage(.home, .a)
    let token = stage.driver.onBack { .intercept }
    try stage.driver.perform(.pop(), action: "done")
    #expect(stage.driver.stack.current.description == "[home]")
    token.dispose()
  }

  @Test func `a link that is opened asks no handler`() throws {
    let stage = try Stage(.home, .a)
    let token = stage.driver.onBack { .intercept }
    try stage.driver.open([.home, .b])
    #expect(stage.stack == "[home, b]")
    token.dispose()
  }

  // MARK: Declarative hosts

  @Test func `a shorter path that the host writes goes back with all that belongs to it`()
    async throws
  {
    let stage = try Stage(.home)
    let ticket = try stage.driver.perform(.push(.a), action: "a", for: Int.self)
    try stage.driver.perform(.push(.b), action: "b")
    _ = stage.journal.take()

    stage.driver.path.current = Array(stage.driver.path.current.prefix(1))

    #expect(stage.driver.stack.current.description == "[home]")
    #expect(
      stage.journal.take() == [
        "pause b", "clear b", "resume a", "pause a", "clear a", "resume home",
      ]
    )
    #expect(await ticket.outcome == .cancelled(.back))
  }

  @Test func `a host that goes back over a screen that intercepts shows it again`() throws {
    let stage = try Stage(.home, .a, .b)
    let token = stage.driver.onBack(on: stage.screen(.a)) { .intercept }
    stage.driver.path.current = Array(stage.driver.path.current.prefix(1))
    #expect(stage.driver.stack.current.description == "[home, a]")
    #expect(stage.driver.path.current.map(\.destination) == [.home, .a])
    token.dispose()
  }

  @Test func `a path that is not the beginning of the current one changes nothing`() throws {
    let stage = try Stage(.home, .a, .b)
    let path = stage.driver.path.current
    for foreign in [[], path, [path[1]], [path[0], path[2]]] {
      stage.driver.path.current = foreign
      #expect(stage.driver.stack.current.description == "[home, a, b]")
    }
  }

  @Test func `the path follows the stack`() throws {
    let stage = try Stage(.home)
    var seen: [[Place]] = []
    let token = stage.driver.path.map { $0.map(\.destination) }.observe { seen.append($0) }
    #expect(seen == [[.home]])
    try stage.driver.perform(.push(.a), action: "a")
    #expect(stage.driver.path.current.map(\.destination) == [.home, .a])
    token.dispose()
  }

  @Test func `a sheet that the host has closed is closed, unless a handler intercepts`() throws {
    let stage = try Stage(.home)
    try stage.driver.perform(.present(.sheet), action: "sheet")
    try stage.driver.perform(.push(.a), action: "a")
    let token = stage.driver.onBack { .intercept }
    #expect(try stage.driver.hostDidDismiss() == nil)
    #expect(stage.driver.stack.current.description == "[home] ▸ [sheet, a]")
    token.dispose()
    #expect(try stage.driver.hostDidDismiss() != nil)
    #expect(stage.driver.stack.current.description == "[home]")
  }

  @Test func `each screen of a stack that the host has closed may object, and no other`() throws {
    let stage = try Stage(.home)
    try stage.driver.perform(.present(.sheet), action: "sheet")
    try stage.driver.perform(.push(.a), action: "a")
    try stage.driver.perform(.tabs([.sheet, .b], selected: 1), action: "tabs")
    var asked: [Place?] = []
    var decisions: [Place: NavigationBackDecision] = [.sheet: .intercept]
    for place: Place? in [nil, .home, .sheet, .a, .b] {
      _ = stage.driver.onBack(on: place.flatMap { stage.screen($0) }) {
        asked.append(place)
        return place.flatMap { decisions[$0] } ?? .proceed
      }
    }
    #expect(try stage.driver.hostDidDismiss() == nil)
    #expect(asked == [.b, .a, .sheet])
    decisions = [:]
    asked = []
    #expect(try stage.driver.hostDidDismiss() != nil)
    #expect(asked == [.b, .a, .sheet, nil])
    #expect(stage.stack == "[home]")
  }

  @Test func `nobody is asked about a stack that is not presented`() throws {
    let stage = try Stage(.home)
    let token = stage.driver.onBack { .intercept }
    #expect(throws: NavigationError.nothingPresented(screen: "home")) {
      try stage.driver.hostDidDismiss()
    }
    token.dispose()
  }

  @Test func `a screen that is presented again goes on living`() throws {
    let stage = try Stage(.home)
    try stage.driver.perform(.present(.sheet), action: "sheet")
    _ = stage.journal.take()
    try stage.driver.perform(.present(.sheet), action: "sheet")
    #expect(stage.journal.take().isEmpty)
    try stage.driver.perform(.replacePresented(.a), action: "a")
    #expect(stage.journal.take() == ["pause sheet", "clear sheet", "make a", "resume a"])
  }

  @Test func `screens of tabs that are not shown stay, paused`() throws {
    let stage = try Stage(.home)
    try stage.driver.perform(.tabs([.a, .b]), action: "tabs")
    #expect(
      stage.journal.take() == ["pause home", "clear home", "make b", "make a", "resume a"]
    )
    try stage.driver.perform(.selectTab(1), action: "b")
    #expect(stage.journal.take() == ["pause a", "resume b"])
    stage.driver.end()
    #expect(stage.journal.take() == ["pause b", "clear b", "clear a"])
  }

  @Test func `a handler that a newer one disposes is not asked`() throws {
    let stage = try Stage(.home, .a)
    let older = stage.driver.onBack { .intercept }
    let newer = stage.driver.onBack {
      older.dispose()
      return .proceed
    }
    #expect(try stage.driver.back() != nil)
    #expect(stage.stack == "[home]")
    newer.dispose()
  }

  @Test func `a handler may go back itself`() throws {
    let stage = try Stage(.home, .a, .b)
    var isAsking = false
    let token = stage.driver.onBack {
      guard !isAsking else { return .proceed }
      isAsking = true
      #expect(throws: Never.self) { try stage.driver.back() }
      return .intercept
    }
    #expect(try stage.driver.back() == nil)
    #expect(stage.stack == "[home, a]")
    token.dispose()
  }

  @Test func `a handler may end the driver`() throws {
    let stage = try Stage(.home, .a, .b)
    var asked = 0
    let token = stage.driver.onBack {
      asked += 1
      stage.driver.end()
      return .proceed
    }
    stage.driver.hostDidShow(Array(stage.driver.path.current.prefix(1)))
    #expect(asked == 1)
    #expect(stage.stack == "[home, a, b]")
    #expect(throws: NavigationError.noHost(action: "back")) { try stage.driver.back() }
    token.dispose()
  }

  @Test func `a path that is written during a transition goes back after it`() throws {
    let stage = try Stage(.home, .a, .b)
    let token = stage.driver.onTransition { [driver = stage.driver] transition in
      if transition.kind == "push" { driver.path.current = Array(driver.path.current.prefix(1)) }
    }
    try stage.perform(.push(.c))
    #expect(stage.stack == "[home, a, b]")
    stage.driver.path.current = Array(stage.driver.path.current.prefix(1))
    #expect(stage.stack == "[home]")
    token.dispose()
  }
}
