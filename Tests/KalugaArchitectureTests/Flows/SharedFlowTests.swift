import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SharedFlowTests {

  @Test func `a new consumer gets the replay cache and then new values`() async {
    let flow = MutableSharedFlow<Int>(replay: 2, extraBuffer: 4)
    for value in 1...5 { #expect(flow.tryEmit(value)) }
    #expect(flow.replayCache == [4, 5])
    var iterator = flow.asSharedFlow().makeAsyncIterator()
    #expect(flow.tryEmit(6))
    #expect(await iterator.next(3) == [4, 5, 6])
  }

  @Test func `without consumers only the replay cache fills, and nothing waits`() async throws {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 1)
    for value in 1...100 { #expect(flow.tryEmit(value)) }
    try await flow.emit(101)
    #expect(flow.replayCache == [101])

    let rendezvous = MutableSharedFlow<Int>()
    #expect(rendezvous.tryEmit(1))
    try await rendezvous.emit(2)
    #expect(rendezvous.replayCache == [])
    let late = rendezvous.makeAsyncIterator()
    #expect(!rendezvous.tryEmit(3))
    withExtendedLifetime(late) {}
  }

  @Test func `resetting the replay cache keeps values that consumers have not read`() async {
    let flow = MutableSharedFlow<Int>(replay: 3)
    var early = flow.makeAsyncIterator()
    for value in 1...3 { #expect(flow.tryEmit(value)) }
    flow.resetReplayCache()
    #expect(flow.replayCache == [])
    #expect(!flow.tryEmit(9))
    var late = flow.makeAsyncIterator()
    #expect(await early.next(3) == [1, 2, 3])
    #expect(flow.tryEmit(4))
    #expect(await early.next() == 4)
    #expect(await late.next() == 4)
    #expect(flow.replayCache == [4])
  }

  @Test(arguments: [BufferOverflow.dropOldest, .dropNewest], [0, 2])
  func `a full flow drops the oldest or the newest value, and makes no emitter wait`(
    overflow: BufferOverflow,
    extraBuffer: Int
  ) async throws {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: extraBuffer, overflow: overflow)
    var iterator = flow.makeAsyncIterator()
    for value in 1...9 { #expect(flow.tryEmit(value)) }
    try await flow.emit(10)
    let kept =
      overflow == .dropOldest
      ? [8, 9, 10].suffix(1 + extraBuffer) : [1, 2, 3].prefix(1 + extraBuffer)
    #expect(flow.replayCache == Array(kept.suffix(1)))
    #expect(await iterator.next(1 + extraBuffer) == Array(kept))
    #expect(flow.tryEmit(11))
    #expect(await iterator.next() == 11)
  }

  @Test func `the read side shows the flow but cannot be cast back`() {
    let flow = MutableSharedFlow<Int>(replay: 1)
    let readSide = flow.asSharedFlow()
    #expect((readSide as Any) as? MutableSharedFlow<Int> == nil)
    #expect(flow.tryEmit(1))
    #expect(readSide.replayCache == [1])
  }

  @Test func `sizes whose sum overflows mean no limit`() async {
    let flow = MutableSharedFlow<Int>(replay: .max, extraBuffer: .max)
    var iterator = flow.makeAsyncIterator()
    for value in 1...100 { #expect(flow.tryEmit(value)) }
    #expect(await iterator.next() == 1)
    #expect(flow.replayCache.count == 100)
  }
}
