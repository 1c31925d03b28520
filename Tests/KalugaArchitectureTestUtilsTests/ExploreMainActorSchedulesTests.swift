import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExploreMainActorSchedulesTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What happened in a test, in order.
  private final class Diary: Sendable {
    private let state = MutableStateFlow<[String]>([])

    var entries: [String] { state.value }

    func write(_ entry: String) {
      state.update { $0 + [entry] }
    }
  }

  private typealias Body = @MainActor (Diary) async throws -> Void

  /// The order of one seed.
  private func order(_ seed: UInt64, _ body: @escaping Body) async throws -> [String] {
    let diary = Diary()
    try await exploreMainActorSchedules(seeds: seed...seed) { try await body(diary) }
    return diary.entries
  }

  /// Checks that each seed gives its order again; returns the orders.
  private func orders(
    _ seeds: ClosedRange<UInt64> = 1...60,
    _ body: @escaping Body
  ) async throws -> Set<[String]> {
    var orders: Set<[String]> = []
    for seed in seeds {
      let first = try await order(seed, body)
      try await #expect(order(seed, body) == first, "seed \(seed)")
      orders.insert(first)
    }
    return orders
  }

  // MARK: What is ordered

  @Test func `work that is launched starts in the order of the seed`() async throws {
    let orders = try await orders { diary in
      let scope = TaskScope()
      for number in 0..<3 { scope.launch { diary.write("\(number)") } }
      await scope.waitUntilEmpty()
    }
    #expect(orders.count == 6)
  }

  @Test func `sleepers of one moment wake in the order of the seed`() async throws {
    let orders = try await orders { diary in
      let (clock, scope) = (ManualClock(), TaskScope())
      for number in 0..<3 {
        scope.launch {
          try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)))
          diary.write("\(number)")
        }
        try await waitUntilParked(scope)
      }
      await clock.run(for: .milliseconds(999))
      #expect(diary.entries == [])
      await clock.run(for: .seconds(1))
      #expect(diary.entries.count == 3)
      scope.cancel()
    }
    #expect(orders.count == 6)
  }

  @Test func `sleepers of different moments wake one after the other`() async throws {
    let orders = try await orders { diary in
      let (clock, scope) = (ManualClock(), TaskScope())
      for number in 0..<5 {
        scope.launch {
          try await clock.sleep(for: .seconds(number + 1))
          diary.write("\(number) at \(clock.now.offset)")
        }
      }
      try await clock.runToEnd()
    }
    #expect(orders == [(0..<5).map { "\($0) at \($0 + 1).0 seconds" }])
  }

  @Test func `tasks at a gate go on in the order of the seed`() async throws {
    let orders = try await orders { diary in
      let (gate, scope) = (Gate(), TaskScope())
      for number in 0..<3 {
        scope.launch {
          try await gate.pass("\(number)")
          diary.write("\(number)")
        }
        try await gate.waitForArrivals(number + 1)
      }
      #expect(gate.waiting == ["0", "1", "2"])
      gate.open()
      await scope.waitUntilEmpty()
    }
    #expect(orders.count == 6)
  }

  @Test func `consumers of a flow get a value in the order of the seed`() async throws {
    for isShared in [false, true] {
      let orders = try await orders { diary in
        let (stateFlow, sharedFlow) = (MutableStateFlow(0), MutableSharedFlow<Int>(extraBuffer: 1))
        let scope = TaskScope()
        for number in 0..<3 {
          scope.launch {
            if isShared {
              for await value in sharedFlow { diary.write("\(number): \(value)") }
            } else {
              for await value in stateFlow where value > 0 { diary.write("\(number): \(value)") }
            }
          }
          try await waitUntilParked(scope)
        }
        stateFlow.value = 1
        _ = sharedFlow.tryEmit(1)
        try await waitUntilParked(scope)
        #expect(diary.entries.count == 3)
        scope.cancel()
      }
      #expect(orders.count == 6, "shared: \(isShared)")
    }
  }

  @Test func `collections with callbacks and child tasks follow the seed`() async throws {
    let orders = try await orders(1...300) { diary in
      let (flow, bag) = (MutableStateFlow(0), DisposeBag())
      for number in 0..<2 {
        flow.collect { diary.write("callback \(number): \($0)") }.addTo(bag)
      }
      async let first: Void = diary.write("first")
      async let second: Void = diary.write("second")
      await first
      await second
      await ManualClock().run(for: .seconds(1))
      bag.dispose()
    }
    #expect(orders.count == 24)
  }

  // MARK: Finding bugs

  /// Reads the sum, waits, and writes: what others have written meanwhile is lost.
  private final class SumViewModel: BaseLifecycleViewModel {
    private let clock: any Clock<Duration>
    private(set) var sum = 0

    init(_ clock: any Clock<Duration>) {
      self.clock = clock
    }

    func addRemembering(_ number: Int) {
      scope.launch { [weak self, clock] in
        let before = self?.sum ?? 0
        try await clock.sleep(for: .seconds(1))
        self?.sum = before + number
      }
    }

    func add(_ number: Int) {
      scope.launch { [weak self, clock] in
        try await clock.sleep(for: .seconds(1))
        self?.sum += number
      }
    }
  }

  @Test func `a lost update on the main actor is found, and each seed fails in the same way again`()
    async throws
  {
    func failure(_ seed: UInt64) async throws -> String? {
      try await firstMainActorFailure(seeds: seed...seed) {
        let clock = ManualClock()
        try await withViewModel(SumViewModel(clock)) { harness in
          harness.viewModel.addRemembering(1)
          harness.viewModel.add(2)
          harness.viewModel.add(4)
          await clock.run(for: .seconds(1))
          guard harness.viewModel.sum == 7 else {
            throw Failure(description: "found \(harness.viewModel.sum)")
          }
        }
      }
    }
    var texts: Set<String> = []
    var found = 0
    for seed in UInt64(1)...300 {
      guard let first = try await failure(seed) else { continue }
      found += 1
      let second = try await failure(seed)
      #expect(second == first)
      texts.insert(String(first.split(separator: ";")[0].suffix(7)))
    }
    #expect(found > 150, "found \(found)")
    #expect(texts == ["found 1", "found 3", "found 5"])
  }

  @Test func `a bug that needs one order of two starts, wakes or values is found`() async throws {
    func seedsThatFail(_ body: @escaping Body) async -> Int {
      var count = 0
      for seed in UInt64(1)...100 {
        let first = await log(seed, body)
        guard first.last == "wrong" else { continue }
        count += 1
        let second = await log(seed, body)
        #expect(second == first)
      }
      return count
    }
    func log(_ seed: UInt64, _ body: @escaping Body) async -> [String] {
      let diary = Diary()
      try? await exploreMainActorSchedules(seeds: seed...seed) {
        try await body(diary)
        if diary.entries != ["load", "show"] { diary.write("wrong") }
      }
      return diary.entries
    }
    let start = await seedsThatFail { diary in
      let scope = TaskScope()
      scope.launch { diary.write("load") }
      scope.launch { diary.write("show") }
      await scope.waitUntilEmpty()
    }
    let clockWakes = await seedsThatFail { diary in
      let (clock, scope) = (ManualClock(), TaskScope())
      for name in ["load", "show"] {
        scope.launch {
          try await clock.sleep(for: .seconds(1))
          diary.write(name)
        }
        try await clock.waitForSleepers(name == "load" ? 1 : 2)
      }
      try await clock.runToEnd()
    }
    let values = await seedsThatFail { diary in
      let (flow, scope) = (MutableStateFlow(0), TaskScope())
      for name in ["load", "show"] {
        scope.launch {
          for await value in flow where value > 0 { break }
          diary.write(name)
        }
        try await waitUntilParked(scope)
      }
      flow.value = 1
      await scope.waitUntilEmpty()
    }
    for count in [start, clockWakes, values] { #expect((20...80).contains(count), "\(count)") }
  }

  @Test func `the seed that fails is named`() async throws {
    let error = await failureText {
      try await exploreMainActorSchedules(seeds: 5...90, fileID: "Tests/T.swift", line: 7) {
        throw Failure(description: "no luck")
      }
    }
    #expect(
      error
        == "Tests/T.swift:7: exploreMainActorSchedules: seed 5 of 5...90 fails: no luck; run it again "
        + "with seeds: 5...5"
    )
  }

  /// Dictionaries, which know who waits, have another order in each process.
  @Test func `a seed gives the same order in each run of the tests`() async throws {
    let order = try await order(7) { diary in
      let (clock, gate) = (ManualClock(), Gate())
      let (stateFlow, sharedFlow) = (MutableStateFlow(0), MutableSharedFlow<Int>(extraBuffer: 1))
      let scope = TaskScope()
      for number in 0..<6 {
        scope.launch { for await _ in stateFlow { diary.write("s\(number)") } }
        scope.launch { for await _ in sharedFlow { diary.write("h\(number)") } }
        scope.launch(on: nil) {
          try await clock.sleep(for: .seconds(1))
          diary.write("c\(number)")
          try await gate.pass()
          diary.write("g\(number)")
        }
      }
      try await waitUntilParked(scope)
      stateFlow.value = 1
      _ = sharedFlow.tryEmit(1)
      clock.advance(by: .seconds(1))
      try await gate.waitForArrivals(6)
      gate.open()
      try await waitUntilParked(scope)
      scope.cancel()
    }
    #expect(
      order.joined(separator: " ")
        == "s0 s5 s3 s2 s1 s4 h0 c0 c2 s5 h2 c4 s4 h5 s0 s2 s3 s1 h4 h3 c3 c5 h1 c1 g4 g0 g2 g1 g3 g5"
    )
  }

  /// The compiler leaves out some of them, and in another build others.
  @Test func `how often tasks change their isolation makes no difference to the order`()
    async throws
  {
    @concurrent func elsewhere() async {}
    for seed in UInt64(1)...30 {
      func entries(changes: Int) async throws -> [String] {
        try await order(seed) { diary in
          let (flow, scope) = (MutableStateFlow(0), TaskScope())
          for number in 0..<4 {
            scope.launch {
              for _ in 0..<changes * number { await elsewhere() }
              diary.write("\(number) starts")
              for await value in flow where value > 0 { break }
              for _ in 0..<changes * number { await elsewhere() }
              diary.write("\(number) ends")
            }
          }
          try await waitUntilParked(scope)
          flow.value = 1
          await scope.waitUntilEmpty()
        }
      }
      let without = try await entries(changes: 0)
      try await #expect(entries(changes: 2) == without, "seed \(seed)")
    }
  }

  @Test func `a task that lets others go first lines up again`() async throws {
    let orders = try await orders { diary in
      let scope = TaskScope()
      for number in 0..<2 {
        scope.launch {
          diary.write("\(number) a")
          await suspensionPoint()
          diary.write("\(number) b")
        }
      }
      await scope.waitUntilEmpty()
    }
    #expect(orders.count > 2)
  }

  @Test func `a seed gives its order again around other schedules`() async throws {
    let orders = try await orders(1...10) { diary in
      try await exploreMainActorSchedules(seeds: 1...2) { await Task { @MainActor in }.value }
      try await exploreSchedules(seeds: 1...2) { await suspensionPoint() }
      let scope = TaskScope()
      for number in 0..<3 { scope.launch { diary.write("\(number)") } }
      await scope.waitUntilEmpty()
    }
    #expect(orders.count > 1)
  }

  // MARK: As in an app

  @Test func `a task goes on until it suspends, and stays on the main actor`() async throws {
    let orders = try await orders { diary in
      @MainActor func inner(_ number: Int) async { diary.write("\(number) b") }
      let scope = TaskScope()
      for number in 0..<3 {
        scope.launch {
          MainActor.assertIsolated()
          diary.write("\(number) a")
          await inner(number)
          diary.write("\(number) c")
        }
      }
      await scope.waitUntilEmpty()
      MainActor.assertIsolated()
    }
    #expect(orders.count == 6)
    for order in orders {
      #expect(order.map { $0.suffix(1) } == ["a", "b", "c", "a", "b", "c", "a", "b", "c"])
    }
  }

  @Test func `errors of the work are reported on its isolation`() async throws {
    try await exploreMainActorSchedules(seeds: 1...10) {
      let diary = Diary()
      let scope = TaskScope(onError: { error in
        MainActor.assertIsolated()
        diary.write("\(error)")
      })
      scope.launch { throw Failure(description: "no luck") }
      await scope.waitUntilEmpty()
      guard diary.entries == ["no luck"] else { throw Failure(description: "\(diary.entries)") }
    }
  }

  @Test func `a view model goes through its life under each order, on actors and off them`()
    async throws
  {
    let orders = try await orders(1...40) { diary in
      let (clock, gate) = (ManualClock(), Gate())
      try await withViewModel(Busy(clock, gate, diary.write)) { harness in
        for _ in 0..<2 {
          await harness.resume()
          await clock.run(for: .seconds(3))
          gate.letPass(1)
          try await harness.waitUntilParked()
          await harness.pause()
        }
      }
    }
    #expect(orders.count > 20)
  }

  private final class Busy: BaseLifecycleViewModel {
    private let clock: any Clock<Duration>
    private let gate: Gate
    private let write: @Sendable (String) -> Void
    private let worker = Worker()
    private let flow = MutableSharedFlow<Int>(extraBuffer: 9)
    private lazy var search = LatestWork(in: scope, debounce: .seconds(1), clock: clock)

    init(_ clock: any Clock<Duration>, _ gate: Gate, _ write: @escaping @Sendable (String) -> Void)
    {
      self.clock = clock
      self.gate = gate
      self.write = write
    }

    override func onResume(scope: TaskScope) {
      search.run { [write] in write("first") }
      search.run { [write] in write("second") }
      for number in 0..<2 {
        scope.launch { [flow, write] in
          for await value in flow { write("\(number) got \(value)") }
        }
        scope.launch { [clock, flow, worker, write] in
          while true {
            try await clock.sleep(for: .seconds(1))
            write("\(number) ticks, \(await worker.count())")
            _ = flow.tryEmit(number)
          }
        }
        scope.launch(on: nil) { [gate, write] in
          write("\(number) comes")
          try await gate.pass()
          write("\(number) passes")
        }
      }
    }
  }

  private actor Worker {
    private var number = 0

    func count() -> Int {
      number += 1
      return number
    }
  }
}
