import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tasks that can run in several orders, and write what they do to a log.
struct ScheduleScene: Sendable, CustomTestStringConvertible {
  typealias Body = @MainActor @Sendable (Log<String>) async throws -> Void

  let testDescription: String
  /// How many seeds find all orders.
  let seeds: UInt64
  /// How many orders that many seeds find.
  let orders: ClosedRange<Int>
  private let explore: @Sendable (UInt64, Log<String>) async throws -> Void

  /// Runs the tasks in the order of a seed, and returns what they wrote.
  func order(_ seed: UInt64) async throws -> [String] {
    let log = Log<String>()
    try await explore(seed, log)
    return log.all
  }

  /// A scene on the main actor.
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

  /// A scene of tasks that run on no actor.
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

  static let all = starts + wakes + bugs + concurrent

  // MARK: On the main actor

  private static let starts = [
    ScheduleScene("work that is launched") { log in
      let scope = TaskScope()
      for number in 0..<3 { scope.launch { log.append("\(number)") } }
      await scope.waitUntilEmpty()
    },
    ScheduleScene("work that is launched after other schedules") { log in
      try await exploreMainActorSchedules(seeds: 1...2) { await Task { @MainActor in }.value }
      try await exploreSchedules(seeds: 1...2) { await suspensionPoint() }
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

  private static let wakes = [
    ScheduleScene("sleepers of one moment") { log in
      let (clock, scope) = (ManualClock(), TaskScope())
      for number in 0..<3 {
        scope.launch {
          try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)))
          log.append("\(number)")
        }
        try await waitUntilParked(scope)
      }
      await clock.run(for: .milliseconds(999))
      log.append("before")
      await clock.run(for: .seconds(1))
      scope.cancel()
    },
    ScheduleScene("sleepers of different moments", seeds: 20, orders: 1...1) { log in
      let (clock, scope) = (ManualClock(), TaskScope())
      for number in 0..<5 {
        scope.launch {
          try await clock.sleep(for: .seconds(number + 1))
          log.append("\(number) at \(clock.now.offset)")
        }
      }
      try await clock.runToEnd()
    },
    ScheduleScene("tasks at a gate") { log in
      let (gate, scope) = (Gate(), TaskScope())
      for number in 0..<3 {
        scope.launch {
          try await gate.pass("\(number)")
          log.append("\(number)")
        }
        try await gate.waitForArrivals(number + 1)
      }
      gate.open()
      await scope.waitUntilEmpty()
    },
    consumers(of: MutableStateFlow(0), "a state flow") { $0.value = 1 },
    consumers(of: MutableSharedFlow<Int>(extraBuffer: 1), "a shared flow") { _ = $0.tryEmit(1) },
  ]

  private static func consumers<Flow: AsyncSequence & Sendable>(
    of flow: @autoclosure @escaping @Sendable () -> Flow,
    _ name: String,
    send: @escaping @Sendable (Flow) -> Void
  ) -> ScheduleScene where Flow.Element == Int {
    ScheduleScene("consumers of \(name)") { log in
      let (flow, scope) = (flow(), TaskScope())
      for number in 0..<3 {
        scope.launch {
          for try await value in flow where value > 0 { log.append("\(number): \(value)") }
        }
        try await waitUntilParked(scope)
      }
      send(flow)
      try await waitUntilParked(scope)
      scope.cancel()
    }
  }

  // MARK: What seeds find

  private static let bugs = [
    ScheduleScene("a lost update around a sleep", seeds: 300, orders: 4...4) { log in
      final class SumViewModel: BaseLifecycleViewModel {
        var sum = 0

        func add(_ number: Int, isRemembering: Bool = false, _ clock: ManualClock) {
          scope.launch { [weak self] in
            let before = self?.sum ?? 0
            try await clock.sleep(for: .seconds(1))
            self?.sum = (isRemembering ? before : self?.sum ?? 0) + number
          }
        }
      }
      let clock = ManualClock()
      try await withViewModel(SumViewModel()) { harness in
        harness.viewModel.add(1, isRemembering: true, clock)
        harness.viewModel.add(2, clock)
        harness.viewModel.add(4, clock)
        await clock.run(for: .seconds(1))
        log.append("\(harness.viewModel.sum)")
      }
    },
    ScheduleScene("the life of a view model", seeds: 40, orders: 20...40) { log in
      let (clock, gate) = (ManualClock(), Gate())
      try await withViewModel(Busy(clock, gate, log)) { harness in
        for _ in 0..<2 {
          await harness.resume()
          await clock.run(for: .seconds(3))
          gate.letPass(1)
          try await harness.waitUntilParked()
          await harness.pause()
        }
      }
    },
  ]

  /// A view model with work on the main actor, on another actor and on none.
  private final class Busy: BaseLifecycleViewModel {
    private actor Worker {
      private var number = 0

      func count() -> Int {
        number += 1
        return number
      }
    }

    private let (clock, gate, log): (ManualClock, Gate, Log<String>)
    private let worker = Worker()
    private let flow = MutableSharedFlow<Int>(extraBuffer: 9)
    private lazy var search = LatestWork(in: scope, debounce: .seconds(1), clock: clock)

    init(_ clock: ManualClock, _ gate: Gate, _ log: Log<String>) {
      (self.clock, self.gate, self.log) = (clock, gate, log)
    }

    override func onResume(scope: TaskScope) {
      search.run { [log] in log.append("first") }
      search.run { [log] in log.append("second") }
      for number in 0..<2 {
        scope.launch { [flow, log] in
          for await value in flow { log.append("\(number) got \(value)") }
        }
        scope.launch { [clock, flow, worker, log] in
          while true {
            try await clock.sleep(for: .seconds(1))
            log.append("\(number) ticks, \(await worker.count())")
            _ = flow.tryEmit(number)
          }
        }
        scope.launch(on: nil) { [gate, log] in
          log.append("\(number) arrives")
          try await gate.pass()
          log.append("\(number) passes")
        }
      }
    }
  }

  // MARK: On no actor

  private static let concurrent = [
    ScheduleScene(concurrent: "a lost update", seeds: 1000, orders: 5...12) { log in
      // Reads, gives way, and writes: what others write in between is lost.
      let value = MutableStateFlow(0)
      await inGroups { _ in
        let before = value.value
        await suspensionPoint()
        value.value = before + 1
      }
      log.append("\(value.value)")
    },
    ScheduleScene(concurrent: "updates that are not lost", seeds: 200, orders: 1...1) { log in
      let value = MutableStateFlow(0)
      await inGroups { _ in
        value.update { $0 + 1 }
        await suspensionPoint()
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
      let events = Set(log.all.map { $0.suffix(1) })
      if log.count != 4 || events.count != 4 { throw WrongEvents(received: log.all) }
    },
  ]

  private struct WrongEvents: Error {
    let received: [String]
  }

  private static func inGroups(_ step: @escaping @Sendable (Int) async -> Void) async {
    await withTaskGroup { group in
      for number in 0..<4 {
        group.addTask { for _ in 0..<3 { await step(number) } }
      }
    }
  }
}
