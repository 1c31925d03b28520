import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tasks that can run in several orders, and log what they do.
struct ScheduleScene: Sendable, CustomTestStringConvertible {
  typealias Body = @MainActor @Sendable (Log<String>) async throws -> Void

  let testDescription: String
  /// The number of seeds that find all orders.
  let seeds: UInt64
  /// The number of orders that these seeds find.
  let orders: ClosedRange<Int>
  private let explore: @Sendable (UInt64, Log<String>) async throws -> Void

  /// Runs the tasks in the order of a seed, and returns what they logged.
  func order(_ seed: UInt64) async throws -> [String] {
    let log = Log<String>()
    try await explore(seed, log)
    return log.all
  }

  /// Creates a scene on the main actor.
  init(
    _ testDescription: String,
    seeds: UInt64 = 60,
    orders: ClosedRange<Int> = 6...6,
    _ body: @escaping Body
  ) {
    (self.testDescription, self.seeds, self.orders) = (testDescription, seeds, orders)
    explore = { seed, log in
      try await exploreMainActorSchedules(seeds: seed...seed) { try await body(log) }
    }
  }

  /// Creates a scene of tasks that run on no actor.
  init(
    concurrent testDescription: String,
    seeds: UInt64,
    orders: ClosedRange<Int>,
    _ body: @escaping @Sendable @concurrent (Log<String>) async throws -> Void
  ) {
    (self.testDescription, self.seeds, self.orders) = (testDescription, seeds, orders)
    explore = { seed, log in
      try await exploreSchedules(seeds: seed...seed) { try await body(log) }
    }
  }

  static let all = starts + wakes + lives + concurrent

  // MARK: On the main actor

  private static let starts = [
    ScheduleScene("work that is launched") { log in
      let scope = TaskScope()
      for number in 0..<3 { scope.launch { log.append("\(number)") } }
      await scope.waitUntilEmpty()
    },
    ScheduleScene("collections with callbacks and child tasks", seeds: 300, orders: 24...24) {
      log in
      let (flow, bag) = (MutableStateFlow(0), DisposeBag())
      for number in 0..<2 {
        flow.collect { log.append("callback \(number): \($0)") }.addTo(bag)
      }
      async let first: Void = log.append("first")
      async let second: Void = log.append("second")
      await first
      await second
      await ManualClock().run(for: .seconds(1))
      bag.dispose()
    },
    ScheduleScene("tasks with a suspension point") { log in
      let scope = TaskScope()
      for number in 0..<2 {
        scope.launch {
          log.append("\(number) a")
          await suspensionPoint()
          log.append("\(number) b")
        }
      }
      await scope.waitUntilEmpty()
    },
  ]

  /// Returns a scene of three tasks that begin to wait one after the other and are woken together.
  private static func woken(_ waking: Waking) -> ScheduleScene {
    ScheduleScene(waking.testDescription) { log in
      let (place, scope) = (Waking.Place(), TaskScope())
      for number in 0..<3 {
        scope.launch {
          try await waking.wait(place)
          log.append("\(number)")
        }
        try await waitUntilParked(scope)
      }
      log.append("all wait")
      waking.wake(place)
      await scope.waitUntilEmpty()
    }
  }

  private static let wakes = Waking.all.map(woken) + [sleepers]

  private static let sleepers = ScheduleScene(
    "sleepers of different moments",
    seeds: 20,
    orders: 1...1
  ) { log in
    let (clock, scope) = (ManualClock(), TaskScope())
    for number in 0..<5 {
      scope.launch {
        try await clock.sleep(for: .seconds(number + 1))
        log.append("\(number) at \(clock.now.offset)")
      }
    }
    try await clock.runToEnd()
  }

  private static let lives = [
    ScheduleScene("the life of a view model", seeds: 40, orders: 20...40) { log in
      let (clock, gate) = (ManualClock(), Gate())
      try await withViewModel(busyModel(clock, gate, log)) { harness in
        for _ in 0..<2 {
          await harness.resume()
          await clock.run(for: .seconds(3))
          gate.letPass(1)
          try await harness.waitUntilParked()
          await harness.pause()
        }
      }
    }
  ]

  private actor Counter {
    private var number = 0

    func next() -> Int {
      number += 1
      return number
    }
  }

  /// Returns a view model with work on the main actor, on another actor and on no actor.
  @MainActor
  private static func busyModel(
    _ clock: ManualClock,
    _ gate: Gate,
    _ log: Log<String>
  ) -> NarratingViewModel {
    let (model, counter) = (NarratingViewModel("model", log), Counter())
    model.whenResumed = { scope in
      let search = LatestWork(in: scope, debounce: .seconds(1), clock: clock)
      for name in ["first", "second"] { search.run { log.append(name) } }
      for number in 0..<2 {
        scope.launch {
          while true {
            try await clock.sleep(for: .seconds(1))
            log.append("\(number) ticks, \(await counter.next())")
          }
        }
        scope.launch(on: .pool) {
          try await gate.pass()
          log.append("\(number) passes")
        }
      }
    }
    return model
  }

  // MARK: On no actor

  private static let concurrent = [
    ScheduleScene(concurrent: "a lost update", seeds: 1000, orders: 5...12) { log in
      // Reads, suspends, and writes, so that writes of other tasks in between are lost.
      let value = MutableStateFlow(0)
      await inGroups { _ in
        let before = value.value
        await suspensionPoint()
        value.value = before + 1
      }
      log.append("\(value.value)")
    },
    ScheduleScene(concurrent: "tasks of a group", seeds: 100, orders: 96...100) { log in
      await inGroups { number in
        log.append("\(number)")
        await suspensionPoint()
      }
    },
    ScheduleScene(concurrent: "consumers of a channel", seeds: 200, orders: 2...200) { log in
      let channel = EventChannel<Int>()
      await withTaskGroup { group in
        for consumer in 0..<3 {
          group.addTask {
            for await number in channel {
              if number == 0 { break }
              log.append("\(consumer): \(number)")
            }
          }
        }
        for number in [1, 2, 3, 4, 0, 0, 0] {
          channel.send(number)
          await suspensionPoint()
        }
      }
      // Each number arrives once.
      #expect(log.all.map { $0.suffix(1) }.sorted() == ["1", "2", "3", "4"])
    },
  ]

  private static func inGroups(_ step: @escaping @Sendable (Int) async -> Void) async {
    await withTaskGroup { group in
      for number in 0..<4 {
        group.addTask { for _ in 0..<3 { await step(number) } }
      }
    }
  }
}
