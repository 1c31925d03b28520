import Testing

@testable import KalugaArchitecture

struct MainActorQueueTests {
  @Test func `what waits for one turn is done by one job, and what comes meanwhile by the next`() {
    var state = MainActorQueue.State()
    let (first, second, third) = (MainActorJob {}, MainActorJob {}, MainActorJob {})
    let mustSchedule = [state.append(first), state.append(second)]
    #expect(mustSchedule == [true, false])
    var taken = state.takeItems()
    #expect(taken.count == 2 && taken[0] === first && taken[1] === second)

    // The job still runs: it looks again when it is done.
    let mustScheduleMeanwhile = state.append(third)
    #expect(!mustScheduleMeanwhile)
    let hasMore = state.didDrain()
    #expect(hasMore)
    taken = state.takeItems()
    #expect(taken.count == 1 && taken[0] === third)

    let isDone = !state.didDrain()
    #expect(isDone)
    let mustScheduleAgain = state.append(first)
    #expect(mustScheduleAgain)
  }
}
