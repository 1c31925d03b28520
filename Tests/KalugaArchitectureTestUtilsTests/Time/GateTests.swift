import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(Effort.limit))
struct GateTests {
  private let gate = Gate()
  private let scope = TaskScope()
  private let log = Log<String>()

  init() { watchWork(of: scope) }

  private func launch(_ names: String...) {
    for name in names {
      scope.launch { [gate, log] in
        try await gate.pass(name)
        log.append(name)
      }
    }
  }

  @Test func `a gate holds tasks until it is opened`() async throws {
    launch("a", "b")
    try await gate.waitForArrivals(2)
    #expect(gate.waiting == ["a", "b"])
    #expect(log.all == [])
    #expect(!gate.isOpen)
    gate.open()
    #expect(gate.waiting == [])
    #expect(gate.isOpen)
    try await gate.pass()
    await scope.waitUntilEmpty()
    #expect(log.all.sorted() == ["a", "b"])
  }

  @Test func `as many tasks pass as the test allows, in the order of arrival`() async throws {
    launch("a", "b", "c")
    try await gate.waitForArrivals(3)
    gate.letPass(1)
    #expect(gate.waiting == ["b", "c"])
    gate.letPass(4)
    await scope.waitUntilEmpty()
    launch("d", "e", "f")
    try await gate.waitForArrivals(1)
    gate.letPass(0)
    gate.letPass(-1)
    #expect(gate.waiting == ["f"])
    gate.letPass(1)
    await scope.waitUntilEmpty()
    #expect(log.all.sorted() == ["a", "b", "c", "d", "e", "f"])
    // Passes add up, and even a huge number of them does not open the gate.
    for _ in 0..<2 { gate.letPass(.max) }
    for _ in 0..<3 { try await gate.pass() }
    #expect(!gate.isOpen)
  }

  // manaflow-ai/cmux#8143, batonogov/pine#1568: tests that use the main actor make each other's waits
  // fail. cashapp/turbine#199, bookingcom/perfsuite-ios#44, Ikolvi/Tracelet#329: so does a busy machine.
  @Test func `a main actor that stood still does not use up the limit`() async throws {
    let task = Task { [gate] in
      await standStill()
      try await gate.pass()
    }
    try await gate.waitForArrivals(1, limit: .milliseconds(20))
    gate.open()
    try await task.value
  }

  @Test func `a cancelled task leaves the gate with an error`() async throws {
    let task = Task { try await gate.pass("a") }
    try await gate.waitForArrivals(1)
    task.cancel()
    #expect(gate.waiting == [])
    await #expect(throws: CancellationError.self) { try await task.value }
    let early = Task { [gate] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.pass("b")
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    // A cancelled task that is allowed to pass does so without an error.
    let late = Task { try await gate.pass("c") }
    try await gate.waitForArrivals(1)
    gate.letPass(1)
    late.cancel()
    try await late.value
  }

  @Test func `a pass is not lost if a task is cancelled while the gate opens`() async throws {
    for _ in 0..<Effort.rounds {
      let gate = Gate()
      let first = Task.detached { try await gate.pass("first") }
      try await gate.waitForArrivals(1)
      let opener = Task.detached { gate.letPass(1) }
      first.cancel()
      await opener.value
      if (try? await first.value) == nil { try await gate.pass("second") }
      #expect(gate.waiting == [])
    }
  }
}
