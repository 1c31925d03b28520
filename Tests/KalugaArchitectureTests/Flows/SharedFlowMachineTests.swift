import KalugaArchitectureTestUtils
import Testing

@testable import KalugaArchitecture

/// The machine against a model that keeps everything and knows no cleverness.
@Suite(.timeLimit(.minutes(5)))
struct SharedFlowMachineTests {
  struct Setting: Sendable, CustomTestStringConvertible {
    let replay: Int
    let extraBuffer: Int
    let overflow: BufferOverflow

    var testDescription: String { "replay \(replay), extra \(extraBuffer), \(overflow)" }
  }

  static let settings = [
    Setting(replay: 0, extraBuffer: 0, overflow: .suspend),
    Setting(replay: 0, extraBuffer: 1, overflow: .suspend),
    Setting(replay: 1, extraBuffer: 0, overflow: .suspend),
    Setting(replay: 2, extraBuffer: 3, overflow: .suspend),
    Setting(replay: 0, extraBuffer: 2, overflow: .dropOldest),
    Setting(replay: 2, extraBuffer: 0, overflow: .dropOldest),
    Setting(replay: 1, extraBuffer: 2, overflow: .dropOldest),
    Setting(replay: 0, extraBuffer: 2, overflow: .dropNewest),
    Setting(replay: 2, extraBuffer: 1, overflow: .dropNewest),
  ]

  @Test(arguments: settings, 1...5)
  func `random operations behave as in the model`(_ setting: Setting, _ seed: Int) {
    var random = SeededRandom(seed: seed)
    var run = MachineRun(setting)
    for step in 0..<5000 {
      run.step(&random)
      if let problem = run.problem {
        Issue.record("step \(step): \(problem)")
        return
      }
    }
    run.removeAllSubscribers()
    #expect(run.problem == nil)
    // Operations of each kind must have happened, or the run shows nothing.
    #expect(run.reads > 100)
    #expect(run.waits > 100)
    #expect(setting.overflow != .suspend || (run.cancellations > 20 && run.lateEmissions > 20))
  }
}

/// A machine and the model of it, driven side by side.
private struct MachineRun {
  typealias Setting = SharedFlowMachineTests.Setting

  private struct Pending {
    let value: Int
    let handOff: HandOff<Bool>
    let id: Int
    var isTaken = false
  }

  private let setting: Setting
  private let alive = Tally()
  private var machine: SharedFlowMachine<Tracked>

  // The model: every value ever accepted, and where each subscriber is.
  private var log: [Int] = []
  private var floor = 0
  private var replayFloor = 0
  private var positions: [Int: Int] = [:]
  private var waiters: [Int: HandOff<Void>] = [:]
  private var pending: [Pending] = []
  /// The first emitter was cancelled after somebody had its value: it stays for the others.
  private var isOrphaned = false

  private var nextValue = 0
  private var expectedSettled: [ObjectIdentifier: Bool] = [:]
  private(set) var problem: String?
  private(set) var reads = 0
  private(set) var waits = 0
  private(set) var cancellations = 0
  private(set) var lateEmissions = 0

  init(_ setting: Setting) {
    self.setting = setting
    machine = SharedFlowMachine(
      replay: setting.replay,
      extraBuffer: setting.extraBuffer,
      overflow: setting.overflow
    )
  }

  private var capacity: Int { setting.replay + setting.extraBuffer }
  private var replayStart: Int { max(log.count - setting.replay, replayFloor, floor) }
  private var slowest: Int { positions.values.min() ?? .max }
  private var start: Int { max(floor, min(slowest, replayStart)) }

  /// kotlinx.coroutines' definition of a full buffer.
  private var isFull: Bool {
    !positions.isEmpty && log.count - start >= capacity && slowest <= replayStart
  }

  // MARK: Steps

  mutating func step(_ random: inout SeededRandom) {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<20: tryEmit()
    case 20..<38: emit()
    case 38..<46: cancel(&random)
    case 46..<90: read(&random)
    case 90..<94: subscribe()
    case 94..<97: unsubscribe(&random)
    default: reset()
    }
    checkEffects()
  }

  mutating func removeAllSubscribers() {
    for id in positions.keys { unsubscribe(id) }
    checkEffects()
    if !pending.isEmpty { fail("emitters wait although nobody listens") }
  }

  private mutating func fail(_ text: String) {
    if problem == nil { problem = text }
  }

  private mutating func makeValue() -> Tracked {
    nextValue += 1
    return Tracked(nextValue, alive)
  }

  private mutating func tryEmit() {
    let value = makeValue()
    let expected: SharedFlowMachine<Tracked>.Emission =
      if positions.isEmpty { .emitted } else if !pending.isEmpty { .mustWait } else if !isFull {
        .emitted
      } else {
        switch setting.overflow {
        case .suspend: .mustWait
        case .dropNewest: .dropped
        case .dropOldest: .emitted
        }
      }
    if expected == .emitted { accept(value.id) }
    let result = machine.tryEmit(value)
    if result != expected { fail("tryEmit gave \(result), not \(expected)") }
  }

  private mutating func emit() {
    guard setting.overflow == .suspend, pending.count < 5 else { return }
    let value = makeValue()
    if positions.isEmpty || (pending.isEmpty && !isFull) {
      accept(value.id)
      if machine.tryEmit(value) != .emitted { fail("there was room for \(value.id)") }
      return
    }
    if machine.tryEmit(value) != .mustWait { fail("there was no room for \(value.id)") }
    let handOff = HandOff<Bool>()
    let id = machine.enqueue(value, handOff)
    pending.append(Pending(value: value.id, handOff: handOff, id: id))
  }

  private mutating func accept(_ value: Int) {
    if setting.overflow == .dropOldest, isFull { floor = start + 1 }
    log.append(value)
    if positions.isEmpty { floor = max(floor, log.count - setting.replay) }
  }

  private mutating func cancel(_ random: inout SeededRandom) {
    guard let index = pending.indices.randomElement(using: &random) else { return }
    cancellations += 1
    let emitter = pending.remove(at: index)
    if emitter.isTaken {
      log.append(emitter.value)
      isOrphaned = true
    }
    expectedSettled[ObjectIdentifier(emitter.handOff)] = emitter.isTaken
    machine.cancelEmitter(emitter.id)
    admit()
  }

  private mutating func subscribe() {
    guard positions.count < 4 else { return }
    positions[machine.subscribe()] = replayStart
  }

  private mutating func unsubscribe(_ random: inout SeededRandom) {
    guard let id = positions.keys.sorted().randomElement(using: &random) else { return }
    unsubscribe(id)
  }

  private mutating func unsubscribe(_ id: Int) {
    positions[id] = nil
    waiters[id] = nil
    machine.unsubscribe(id)
    admit()
  }

  private mutating func reset() {
    replayFloor = log.count
    machine.resetReplayCache()
    admit()
  }

  private mutating func read(_ random: inout SeededRandom) {
    guard let id = positions.keys.sorted().randomElement(using: &random) else { return }
    let position = max(positions[id] ?? 0, start)
    let handOff = HandOff<Void>()
    let result = machine.read(id, else: handOff)
    var expected: Int?
    if position < log.count {
      expected = log[position]
    } else if position == log.count, let first = pending.first, isMeeting {
      expected = first.value
      pending[0].isTaken = true
    }
    switch result {
    case .wait:
      waits += 1
      waiters[id] = handOff
      if let expected { fail("subscriber \(id) waits instead of reading \(expected)") }
    case .value(let value):
      reads += 1
      waiters[id] = nil
      positions[id] = position + 1
      if value.id != expected { fail("read \(value.id), not \(expected.map(String.init) ?? "-")") }
    }
    admit()
  }

  // MARK: What follows from a step

  /// In a flow without room the first emitter's value may be read while the emitter waits.
  private var isMeeting: Bool { capacity == 0 && !isOrphaned }

  /// Lets emitters go on, as far as there is room or nobody to wait for.
  private mutating func admit() {
    if isOrphaned, slowest >= log.count { isOrphaned = false }
    while let first = pending.first {
      if capacity == 0, !positions.isEmpty {
        guard isMeeting, slowest > log.count else { return }
      } else if isFull {
        return
      }
      pending.removeFirst()
      lateEmissions += 1
      expectedSettled[ObjectIdentifier(first.handOff)] = true
      accept(first.value)
    }
  }

  private mutating func checkEffects() {
    // Garbage is counted as alive until here.
    let (settled, woken): ([ObjectIdentifier: Bool], Set<ObjectIdentifier>) = {
      let effects = machine.takeEffects()
      var settled: [ObjectIdentifier: Bool] = [:]
      for (handOff, isEmitted) in effects.settle { settled[ObjectIdentifier(handOff)] = isEmitted }
      return (settled, Set(effects.wake.map { ObjectIdentifier($0) }))
    }()
    if settled != expectedSettled { fail("settled \(settled), not \(expectedSettled)") }
    expectedSettled = [:]
    for (id, waiter) in waiters where woken.contains(ObjectIdentifier(waiter)) {
      waiters[id] = nil
    }
    for id in waiters.keys {
      let position = max(positions[id] ?? 0, start)
      let hasNews = position < log.count || (isMeeting && !pending.isEmpty && position == log.count)
      if hasNews { fail("subscriber \(id) was not woken") }
    }
    let cache = machine.replayCache.map(\.id)
    if cache != Array(log[replayStart...]) { fail("replay cache \(cache)") }
    let kept = log.count - start + pending.count
    if alive.value != kept { fail("\(alive.value) values are alive, not \(kept)") }
  }
}
