import KalugaArchitecture
import Testing

/// Arguments that make no sense stop the program, with a message that points at the caller.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text")
)
struct FlowArgumentTests {
  enum Mistake: Codable, CaseIterable {
    case negativeReplay, negativeBuffer, noRoomToDropOldest, noRoomToDropNewest
    case channelWithoutRoom, callbackFlowWithoutRoom, negativeReplayOfSource

    var message: String {
      switch self {
      case .negativeReplay, .negativeReplayOfSource: "replay must not be negative, found -1"
      case .negativeBuffer: "extraBuffer must not be negative, found -2"
      case .noRoomToDropOldest: "overflow .dropOldest needs a replay or extraBuffer"
      case .noRoomToDropNewest: "overflow .dropNewest needs a replay or extraBuffer"
      case .channelWithoutRoom, .callbackFlowWithoutRoom: "capacity must be at least 1, found 0"
      }
    }

    func make() {
      switch self {
      case .negativeReplay: _ = MutableSharedFlow<Int>(replay: -1)
      case .negativeBuffer: _ = MutableSharedFlow<Int>(replay: 5, extraBuffer: -2)
      case .noRoomToDropOldest: _ = MutableSharedFlow<Int>(overflow: .dropOldest)
      case .noRoomToDropNewest: _ = MutableSharedFlow<Int>(overflow: .dropNewest)
      case .channelWithoutRoom: _ = EventChannel<Int>(capacity: 0)
      case .callbackFlowWithoutRoom:
        _ = CallbackFlowOf<Int>(capacity: 0) { _ in {} }.makeAsyncIterator()
      case .negativeReplayOfSource: _ = MutableStateFlow(0).shareIn(TaskScope(), replay: -1)
      }
    }
  }

  @Test(arguments: Mistake.allCases)
  func `an impossible size is rejected at the call site`(mistake: Mistake) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [mistake] in
      mistake.make()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(mistake.message))
    #expect(output.contains("FlowArgumentTests.swift"))
  }
}
