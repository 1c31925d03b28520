import Testing

@testable import KalugaArchitecture

struct MainActorQueueTests {
  private final class Run: MainActorQueueRun {
    let closings = Lock(0)

    var owner: ObjectIdentifier { ObjectIdentifier(self) }

    func close() { closings.withLock { $0 += 1 } }

    func runInTurn() {}
  }

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

  /// Closed again, it would take what was posted since before its turn.
  @Test func `a run is closed once, by what comes after it`() {
    var state = MainActorQueue.State()
    let run = Run()
    _ = state.append(run: run)
    #expect(state.openOwner == run.owner)
    #expect(run.closings.withLock { $0 } == 0)
    _ = state.append(MainActorJob {})
    _ = state.append(MainActorJob {})
    _ = state.takeItems()
    #expect(state.openOwner == nil)
    #expect(run.closings.withLock { $0 } == 1)
  }
}
