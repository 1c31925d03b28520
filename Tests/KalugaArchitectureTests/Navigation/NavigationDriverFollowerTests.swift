import KalugaArchitecture
import Testing

/// Those who follow a driver, and what they may do.
@MainActor
struct NavigationDriverFollowerTests {
  @Test func `a follower may dispose itself while it is told`() throws {
    let stage = try Stage()
    var told = 0
    var token: (any Disposable)?
    token = stage.driver.onTransition { _ in
      told += 1
      token?.dispose()
    }
    try stage.perform(.push(.a))
    try stage.perform(.push(.b))
    #expect(told == 1)
  }

  @Test func `a follower that is disposed elsewhere is not called any more`() async throws {
    let stage = try Stage()
    var told = 0
    let token = stage.driver.onTransition { _ in told += 1 }
    await Task.detached { token.dispose() }.value
    try stage.perform(.push(.a))
    #expect(told == 0)
  }

  @Test func `disposing twice ends only the own following`() async throws {
    let stage = try Stage()
    var told: [Int] = []
    let first = stage.driver.onTransition { _ in told.append(1) }
    first.dispose()
    let second = stage.driver.onTransition { _ in told.append(2) }
    first.dispose()
    await Task { @MainActor in }.value
    try stage.perform(.push(.a))
    #expect(told == [2])
    second.dispose()
  }

  @Test func `dropping the token does not end the following`() throws {
    let stage = try Stage()
    var told = 0
    _ = stage.driver.onTransition { _ in told += 1 }
    try stage.perform(.push(.a))
    #expect(told == 1)
  }

  @Test func `what a follower holds is released after its token was disposed`() async throws {
    final class Mark {}
    let stage = try Stage()
    weak let weakMark: Mark?
    let token: any Disposable
    do {
      let mark = Mark()
      weakMark = mark
      token = stage.driver.onTransition { _ in withExtendedLifetime(mark) {} }
    }
    #expect(weakMark != nil)
    token.dispose()
    await Task { @MainActor in }.value
    #expect(weakMark == nil)
  }

  @Test func `a follower sees the driver as it is after the transition`() throws {
    let stage = try Stage()
    var seen: [Bool] = []
    let token = stage.driver.onTransition { [driver = stage.driver] transition in
      seen.append(driver.stack.current == transition.stack)
      seen.append(driver.topScreen?.stage.current == .resumed)
    }
    try stage.perform(.push(.a))
    try stage.perform(.present(.sheet))
    try stage.perform(.dismiss())
    #expect(seen == Array(repeating: true, count: 6))
    token.dispose()
  }

  @Test func `a follower may end the driver`() throws {
    let stage = try Stage()
    let token = stage.driver.onTransition { [driver = stage.driver] _ in driver.end() }
    try stage.perform(.push(.a))
    #expect(
      stage.journal.take() == [
        "pause home", "make a", "resume a", "pause a", "clear a", "clear home",
      ]
    )
    #expect(stage.driver.topScreen == nil)
    token.dispose()
  }

  @Test func `a screen may end the driver when it is cleared`() throws {
    let stage = try Stage(.home, .a)
    try #require(stage.screen(.a)).onEnded = { [driver = stage.driver] in driver.end() }
    try stage.perform(.pop())
    let cleared = stage.journal.take().filter { $0.hasPrefix("clear") }
    #expect(cleared == ["clear a", "clear home"])
  }

  @Test func `a request that waits has not had its transition yet`() async throws {
    let stage = try Stage()
    var isSettledInside: Bool?
    var ticket: NavigationTicket<Int>?
    stage.onMake = { [driver = stage.driver] screen in
      guard screen.name == "a" else { return }
      screen.onResumed = { [weak driver] in
        // Only once: `a` resumes again when `b` is gone.
        guard ticket == nil, let driver else { return }
        ticket = try? driver.perform(.push(.b), action: "b", for: Int.self)
        isSettledInside = driver.stack.current.top.destination == .b
      }
    }
    try stage.perform(.push(.a))
    #expect(isSettledInside == false)
    try await ticket?.transitioned()
    #expect(stage.stack == "[home, a, b]")
    try stage.perform(.pop(result: NavigationResult(1, .integer)))
    #expect(await ticket?.outcome == .finished(1))
  }

  @Test func `the stack of a driver cannot be written from outside`() throws {
    let stage = try Stage()
    #expect(!(stage.driver.stack is InitializedSubject<BackStack<Place>>))
  }

  @Test func `a link opens its screens and keeps those that are there`() throws {
    let stage = try Stage(.home, .a)
    try stage.perform(.present(.sheet))
    let links = DeepLinks(
      scheme: "kaluga",
      host: "example",
      routes: [DeepLinkRoute("b", screens: [Place.home, .a, .b])]
    )
    stage.journal.entries = []
    try stage.driver.open(try links.screens(for: "kaluga://example/b"))
    #expect(stage.stack == "[home, a, b]")
    #expect(
      stage.journal.take() == ["pause sheet", "clear sheet", "make b", "resume b"]
    )
  }
}
