import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct NavigationSchedulesTests {
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
      let driver = NavigationDriver(
        root: Place.home,
        configuration: NavigationConfiguration(
          beforeStart: .wait(limit: 99),
          duplicates: .refuseOnTop
        )
      ) { _, _ in BaseLifecycleViewModel() }
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
