import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct GateTests {
  private final class Diary {
    var entries: [String] = []
  }

  private let gate = Gate()
  private let scope = TaskScope()
  private let diary = Diary()

  private func launch(_ names: String...) {
    for name in names {
      scope.launch { [gate, diary] in
        try await gate.pass(name)
        diary.entries.append(name)
      }
    }
  }

  @Test func `a gate holds who comes until it is opened, and nobody after that`() async throws {
    launch("a", "b")
    try await gate.waitForArrivals(2)
    #expect(gate.waiting == ["a", "b"])
    #expect(diary.entries == [])
    #expect(!gate.isOpen)
    gate.open()
    #expect(gate.waiting == [])
    #expect(gate.isOpen)
    try await gate.pass()
    await scope.waitUntilEmpty()
    #expect(diary.entries.sorted() == ["a", "b"])
  }

  @Test func `who waits on the main actor is back there when it has been waited for`() async throws
  {
    for round in 1...500 {
      launch("\(round)")
      try await gate.waitForArrivals(1)
      gate.letPass(1)
      await MainActorReturns.turn()
      #expect(diary.entries.count == round)
    }
  }

  @Test func `so many pass as the test lets, the first of those who wait first`() async throws {
    launch("a", "b", "c")
    try await gate.waitForArrivals(3)
    gate.letPass(1)
    #expect(gate.waiting == ["b", "c"])
    gate.letPass(4)
    await scope.waitUntilEmpty()
    launch("d", "e", "f")
    try await gate.waitForArrivals(1)
    #expect(gate.waiting == ["f"])
    gate.letPass(0)
    gate.letPass(-1)
    #expect(gate.waiting == ["f"])
    gate.letPass(1)
    await scope.waitUntilEmpty()
    #expect(Set(diary.entries) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func `who is cancelled leaves the gate with an error`() async throws {
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
    // Whoever may pass already is not cancelled any more.
    let late = Task { try await gate.pass("c") }
    try await gate.waitForArrivals(1)
    gate.letPass(1)
    late.cancel()
    try await late.value
  }

  @Test func `waiting in vain says who waits`() async throws {
    launch("a", "b")
    try await gate.waitForArrivals(2)
    let error = await failureText {
      try await gate.waitForArrivals(3, limit: .milliseconds(1), fileID: "Tests/T.swift", line: 7)
    }
    #expect(
      error
        == "Tests/T.swift:7: waitForArrivals: expected 3, found 2 within 0.001 seconds: a, b. "
        + "Let the work come to this gate, or correct the count"
    )
    gate.open()
    let open = await failureText {
      try await gate.waitForArrivals(1, limit: .milliseconds(1), fileID: "Tests/T.swift", line: 7)
    }
    #expect(
      open
        == "Tests/T.swift:7: waitForArrivals: expected 1, found 0 within 0.001 seconds; the gate is open. "
        + "Wait before it is opened"
    )
    await scope.waitUntilEmpty()
  }

  @Test func `any number may be let pass, more than once`() async throws {
    let gate = Gate()
    gate.letPass(.max)
    gate.letPass(.max)
    gate.letPass(-1)
    for _ in 0..<3 { try await gate.pass() }
    #expect(!gate.isOpen)
  }

  @Test func `a pass is not lost with one who is cancelled as the gate opens`() async throws {
    for _ in 0..<300 {
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
