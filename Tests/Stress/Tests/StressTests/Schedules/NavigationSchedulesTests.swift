import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct NavigationSchedulesTests {
  /// A driver that keeps what is asked for before its start.
  private func makeDriver(
    duplicates: NavigationConfiguration.Duplicates
  ) -> NavigationDriver<Place> {
    NavigationDriver(
      root: .home,
      configuration: NavigationConfiguration(beforeStart: .wait(limit: 99), duplicates: duplicates)
    ) { _, _ in BaseLifecycleViewModel() }
  }

  @Test func `each of racing requests ends once, and the stack is that of the accepted ones`()
    async throws
  {
    try await underAllMainActorSchedules { random in
      var random = random
      let scene = NavigationScene(random.fork())
      try await withThrowingTaskGroup { group in
        for _ in 0...random.below(4) {
          let numbers = random.fork()
          group.addTask { @concurrent in try await scene.act(numbers) }
        }
        await random.pause(upTo: 10)
        scene.start()
        await random.pause(upTo: 60)
        scene.end(byRelease: random.isTrue(30))
        try await group.waitForAll()
      }
      try await scene.checkIsOver()
    }
  }

  @Test func `of taps that race one opens the screen`() async throws {
    try await underAllMainActorSchedules { random in
      var random = random
      var pauses = random.fork()
      let driver = makeDriver(duplicates: .refuseOnTop)
      // What asks for another screen may come to the same one.
      let token = driver.addGuard { spec, _ in
        await pauses.pause()
        guard case .push(.b) = spec else { return .proceed }
        return .redirect(.push(.a))
      }
      var opened = 0
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0...(1 + random.below(4)) {
          let numbers = random.fork()
          group.addTask { @concurrent in try await tap(driver, numbers) }
        }
        await random.pause(upTo: 10)
        driver.start()
        for try await count in group { opened += count }
      }
      token.dispose()
      try check(opened == 1, "\(opened) taps counted")
      try check("\(driver.stack.current)" == "[home, a]", "the stack is \(driver.stack.current)")
    }
  }

  @Test func `a screen is asked for twice only if nobody else is on the way there`() async throws {
    try await underAllMainActorSchedules { random in
      var random = random
      var pauses = random.fork()
      let driver = makeDriver(duplicates: .refuseWhileRunning)
      for _ in 0..<random.below(3) {
        _ = driver.addGuard { _, _ in
          await pauses.pause()
          return .proceed
        }
      }
      let way = Way()
      _ = driver.onTransition { way.opened += $0.kind == "push" ? 1 : 0 }
      try await withThrowingTaskGroup { group in
        for _ in 0...(1 + random.below(3)) {
          let numbers = random.fork()
          group.addTask { @concurrent in try await ask(driver, way, numbers) }
        }
        await random.pause(upTo: 10)
        driver.start()
        try await group.waitForAll()
      }
      try check(way.accepted == way.opened, "\(way.opened) of \(way.accepted) were opened")
    }
  }

  /// How many requests were accepted, and how many of these have taken place.
  @MainActor
  private final class Way {
    var accepted = 0
    var opened = 0
  }

  private func ask(
    _ driver: NavigationDriver<Place>,
    _ way: Way,
    _ random: SeededRandom
  ) async throws {
    var random = random
    var tickets: [NavigationTicket<Never>] = []
    for _ in 0...random.below(4) {
      await random.pause()
      let isOnTheWay = way.accepted > way.opened
      let ticket: NavigationTicket<Never>
      do throws(NavigationError) {
        ticket = try driver.perform(.push(.a), action: "ask")
      } catch {
        guard case .duplicate = error else { throw error }
        try check(isOnTheWay, "refused the only request")
        continue
      }
      way.accepted += 1
      try check(!isOnTheWay, "accepted a second request")
      if random.isTrue(50) { try await ticket.transitioned() } else { tickets.append(ticket) }
    }
    for ticket in tickets { try await ticket.transitioned() }
  }

  /// Opens the screen, or another one that leads there; how often it opened.
  private func tap(_ driver: NavigationDriver<Place>, _ random: SeededRandom) async throws -> Int {
    var random = random
    var opened = 0
    for _ in 0...random.below(3) {
      await random.pause()
      let place = random.isTrue(50) ? Place.a : .b
      do throws(NavigationError) {
        try await driver.perform(.push(place), action: "tap").transitioned()
        opened += 1
      } catch {
        guard case .duplicate = error else { throw error }
      }
    }
    return opened
  }
}
