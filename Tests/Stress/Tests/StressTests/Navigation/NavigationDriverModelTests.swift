import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Random operations from fixed seeds, against ``NavigationModel``.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct NavigationDriverModelTests {
  /// A screen that counts what happens to it.
  private final class CountingScreen: BaseLifecycleViewModel {
    let place: Place
    var clearCount = 0
    var resumeCount = 0
    var pauseCount = 0

    init(_ place: Place) {
      self.place = place
    }

    override func onResume(scope: TaskScope) { resumeCount += 1 }
    override func onPause() { pauseCount += 1 }
    override func onCleared() { clearCount += 1 }
  }

  /// How many sequences there are: a fifth of what `KALUGA_FUZZ` says, or 800.
  private static let count =
    (ProcessInfo.processInfo.environment["KALUGA_FUZZ"].flatMap { Int($0) } ?? 4_000) / 5

  /// One screen is resumed, the one on top; those that left the stack are cleared, once each; requests
  /// end once, as the model says; what is not possible changes nothing.
  @Test(arguments: 0..<8)
  func `random sequences of operations keep all promises`(_ part: Int) async throws {
    var refused = 0
    var finished = 0
    for seed in stride(from: part, to: Self.count, by: 8) {
      var dice = SeededRandom(seed: seed)
      var screens: [CountingScreen] = []
      let driver = NavigationDriver(root: Place.home) { place, _ in
        let screen = CountingScreen(place)
        screens.append(screen)
        return screen
      }
      driver.start()
      var model = NavigationModel(.home)
      var tickets: [NavigationTicket<Int>] = []

      for _ in 0..<Int.random(in: 1...24, using: &dice) {
        let operation = NavigationModel.Operation.random(&dice)
        let before = driver.stack.current
        let isPossible = model.apply(operation)
        do throws(NavigationError) {
          tickets.append(
            try driver.perform(operation.spec(on: before), action: "random", for: Int.self)
          )
          if !isPossible { Issue.record("accepted, seed \(seed): \(operation) on \(before)") }
        } catch {
          refused += 1
          if isPossible { Issue.record("\(error), seed \(seed): \(operation) on \(before)") }
          #expect(driver.stack.current == before)
        }
        if let problem = problem(of: driver, screens, model) {
          Issue.record("\(problem), seed \(seed): \(operation) on \(before)")
          return
        }
      }

      driver.end()
      model.end()
      let isCleared = screens.allSatisfy {
        $0.clearCount == 1 && $0.stage.current == .cleared && $0.resumeCount == $0.pauseCount
      }
      var outcomes: [NavigationOutcome<Int>] = []
      for ticket in tickets { outcomes.append(await ticket.outcome) }
      let areEnded = tickets.allSatisfy { !$0.settle(.done) }
      if !isCleared || !areEnded || outcomes != model.outcomes {
        Issue.record("\(outcomes), and not \(model.outcomes), seed \(seed)")
        return
      }
      finished += outcomes.count { $0 == .finished(7) }
    }
    #expect(refused > Self.count / 16)
    #expect(finished > Self.count / 64)
  }

  private func problem(
    of driver: NavigationDriver<Place>,
    _ screens: [CountingScreen],
    _ model: NavigationModel
  ) -> String? {
    let stack = driver.stack.current
    let isSame =
      stack.levels.map { $0.tabs.map { $0.map(\.destination) } }
      == model.levels.map { $0.tabs.map { $0.map(\.place) } }
      && stack.levels.map(\.selected) == model.levels.map(\.selected)
    guard isSame else { return "the stack is \(stack)" }
    let resumed = screens.filter { $0.stage.current == .resumed }
    guard resumed.count == 1, resumed[0] === driver.topScreen, resumed[0].place == model.shown
    else { return "resumed are \(resumed.map(\.place))" }
    guard screens.allSatisfy({ $0.clearCount == ($0.stage.current == .cleared ? 1 : 0) }) else {
      return "a screen was cleared \(screens.map(\.clearCount)) times"
    }
    let alive = screens.filter { $0.stage.current != .cleared }.map { "\($0.place)" }.sorted()
    let expected = model.screens.map { "\($0.place)" }.sorted()
    return alive == expected ? nil : "alive are \(alive)"
  }

  @Test(arguments: 100...120)
  func `random requests from inside of hooks end exactly once`(_ seed: UInt64) async {
    var dice = SeededRandom(seed: seed)
    var screens: [CountingScreen] = []
    var tickets: [NavigationTicket<Int>] = []
    var budget = 300
    let driver = NavigationDriver(root: Place.home) { place, _ in
      let screen = CountingScreen(place)
      screens.append(screen)
      return screen
    }
    let token = driver.onTransition { [weak driver] _ in
      for _ in 0..<Int.random(in: 0...2, using: &dice) where budget > 0 {
        budget -= 1
        guard let driver else { continue }
        let spec = NavigationModel.Operation.random(&dice).spec(on: driver.stack.current)
        if let ticket = try? driver.perform(spec, action: spec.kind, for: Int.self) {
          tickets.append(ticket)
        }
      }
    }
    driver.start()
    for _ in 0..<20 {
      _ = try? driver.perform(.push(.a), action: "push")
      #expect(screens.filter { $0.stage.current == .resumed }.count == 1)
    }
    driver.end()
    #expect(screens.allSatisfy { $0.clearCount == 1 && $0.resumeCount == $0.pauseCount })
    #expect(!tickets.isEmpty)
    for ticket in tickets {
      #expect(await settled(ticket) != nil)
    }
    token.dispose()
  }
}
