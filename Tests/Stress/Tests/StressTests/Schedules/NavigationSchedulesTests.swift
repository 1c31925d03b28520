import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct NavigationSchedulesTests {
  @Test func `each of several racing requests ends once, and the accepted ones make the stack`()
    async throws
  {
    try await underAllMainActorSchedules { random in
      let scene = NavigationScene(random.fork())
      try await inTasks { tasks in
        tasks.add(1 + random.below(4), &random) { try await scene.act(&$0) }
        await random.pause(upTo: 10)
        scene.start()
        await random.pause(upTo: 60)
        scene.end(byRelease: random.isTrue(30))
      }
      try await scene.checkIsOver()
    }
  }

  // MARK: Duplicates

  @Test func `one of several racing taps opens the screen`() async throws {
    try await underAllMainActorSchedules { random in
      var pauses = random.fork()
      let driver = makeDriver(.refuseOnTop)
      // A request for another screen may be redirected to the same one.
      _ = driver.addGuard { spec, _ in
        await pauses.pause()
        guard case .push(.b) = spec else { return .proceed }
        return .redirect(.push(.a))
      }
      var opened = 0
      try await race(driver, &random) { random in
        do {
          let place = random.isTrue(50) ? Place.a : .b
          try await driver.perform(.push(place), action: "tap").waitForTransition()
          opened += 1
        } catch NavigationError.duplicate {}
        return nil
      }
      try check(opened == 1, "\(opened) taps counted")
      try check("\(driver.stack.current)" == "[home, a]", "the stack is \(driver.stack.current)")
    }
  }

  @Test func `a request for a screen is a duplicate exactly while an earlier one waits`()
    async throws
  {
    try await underAllMainActorSchedules { random in
      var pauses = random.fork()
      let driver = makeDriver(.refuseWhileRunning)
      for _ in 0..<pauses.below(3) {
        _ = driver.addGuard { _, _ in
          await pauses.pause()
          return .proceed
        }
      }
      var accepted = 0
      var opened = 0
      _ = driver.onTransition { opened += $0.kind == "push" ? 1 : 0 }
      try await race(driver, &random) { random in
        let isOnTheWay = accepted > opened
        let ticket: NavigationTicket<Never>
        do throws(NavigationError) {
          ticket = try driver.perform(.push(.a), action: "ask")
        } catch {
          guard case .duplicate = error else { throw error }
          try check(isOnTheWay, "refused the only request")
          return nil
        }
        accepted += 1
        try check(!isOnTheWay, "accepted a second request")
        if random.isTrue(50) { try await ticket.waitForTransition() }
        return ticket
      }
      try check(accepted == opened, "\(opened) of \(accepted) were opened")
    }
  }

  /// Returns a driver that keeps requests made before its start.
  private func makeDriver(
    _ duplicates: NavigationConfiguration.Duplicates
  ) -> NavigationDriver<Place> {
    NavigationDriver(
      root: .home,
      configuration: NavigationConfiguration(beforeStart: .wait(limit: 99), duplicates: duplicates)
    ) { _, _ in BaseLifecycleViewModel() }
  }

  /// Performs steps in several tasks, starts the driver in between, and waits for all tickets.
  private func race(
    _ driver: NavigationDriver<Place>,
    _ random: inout SeededRandom,
    _ step:
      @escaping @MainActor (inout SeededRandom) async throws -> NavigationTicket<Never>?
  ) async throws {
    try await inTasks { tasks in
      tasks.add(2 + random.below(4), &random) { @MainActor random in
        var tickets: [NavigationTicket<Never>] = []
        for _ in 0...random.below(4) {
          await random.pause()
          if let ticket = try await step(&random) { tickets.append(ticket) }
        }
        for ticket in tickets { try await ticket.waitForTransition() }
      }
      await random.pause(upTo: 10)
      driver.start()
    }
  }
}
