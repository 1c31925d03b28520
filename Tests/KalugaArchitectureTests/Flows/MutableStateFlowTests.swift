import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MutableStateFlowTests {
  private struct Item: Sendable {
    var id: Int
    var text: String
  }

  @Test func `a transform or a change that throws changes nothing`() {
    let flow = MutableStateFlow(1)
    #expect(throws: SourceError.self) {
      try flow.update { _ throws(SourceError) in throw SourceError() }
    }
    #expect(throws: SourceError.self) {
      try flow.mutate { value throws(SourceError) in
        value = 2
        throw SourceError()
      }
    }
    #expect(flow.value == 1)
  }

  @Test func `a transform runs again on the newer value if another writer was faster`() {
    let flow = MutableStateFlow(1)
    var inputs: [Int] = []
    let stored = flow.update { value in
      inputs.append(value)
      // The other writer writes at the worst moment.
      if inputs.count == 1 { flow.value = 10 }
      return value + 1
    }
    #expect(inputs == [1, 10])
    #expect([stored, flow.value] == [11, 11])
  }

  @Test func `a closure decides which values are equal`() {
    let flow = MutableStateFlow(Item(id: 1, text: "kept")) { $0.id == $1.id }
    flow.value = Item(id: 1, text: "dropped")
    #expect(flow.update { _ in Item(id: 1, text: "dropped") }.text == "kept")
    #expect(flow.value.text == "kept")
  }

  @Test func `if no values are equal, every write counts`() async {
    let flow = MutableStateFlow(0) { _, _ in false }
    var iterator = flow.makeAsyncIterator()
    _ = await iterator.next()
    flow.value = 0
    #expect(await iterator.next() == 0)
  }

  @Test @MainActor
  func `skipped values do not change the value that a consumer compares with`() async throws {
    // Closeness is not transitive: 0 is close to 5 and 5 to 12, but 0 is not close to 12.
    let compared = Log<[Int]>()
    let flow = MutableStateFlow(0) { old, new in
      compared.append([old, new])
      return abs(old - new) < 10
    }
    let consumer = await runUntilSuspended {
      var iterator = flow.makeAsyncIterator()
      return await iterator.next(2)
    }
    flow.value = 100
    flow.value = 5
    // The consumer wakes, finds 5 close to its 0, and waits again.
    await until(compared.all.contains([0, 5]))
    flow.value = 100
    flow.value = 12
    #expect(try await consumer.value == [0, 12])
  }
}
