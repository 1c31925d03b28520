import KalugaArchitecture
import Testing

/// Arguments that make no sense stop the program, with a message that points at the caller.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text")
)
struct FlowArgumentTests {
  private func expectMessage(
    _ text: String,
    in result: ExitTest.Result?,
    location: SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(text), sourceLocation: location)
    #expect(output.contains("FlowArgumentTests.swift"), sourceLocation: location)
  }

  @Test func `a negative replay is rejected at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = MutableSharedFlow<Int>(replay: -1)
    }
    expectMessage("replay must not be negative, found -1", in: result)
  }

  @Test func `a negative buffer is rejected at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = MutableSharedFlow<Int>(replay: 5, extraBuffer: -2)
    }
    expectMessage("extraBuffer must not be negative, found -2", in: result)
  }

  @Test func `dropping the oldest without a buffer is rejected at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = MutableSharedFlow<Int>(overflow: .dropOldest)
    }
    expectMessage("overflow .dropOldest needs a replay or extraBuffer", in: result)
  }

  @Test func `dropping the newest without a buffer is rejected at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = MutableSharedFlow<Int>(overflow: .dropNewest)
    }
    expectMessage("overflow .dropNewest needs a replay or extraBuffer", in: result)
  }

  @Test func `an event channel without room is rejected at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = EventChannel<Int>(capacity: 0)
    }
    expectMessage("capacity must be at least 1, found 0", in: result)
  }

  @Test func `a callback flow without room is rejected with its call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = CallbackFlow<Int>(capacity: 0) { _ in {} }.makeAsyncIterator()
    }
    expectMessage("capacity must be at least 1, found 0", in: result)
  }

  @Test func `a negative replay of a shared source is rejected at the call site`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = MutableStateFlow(0).shareIn(TaskScope(), replay: -1)
    }
    expectMessage("replay must not be negative, found -1", in: result)
  }
}
