import KalugaArchitecture
import Testing

struct HandOffTests {
  @Test func `a value settled before the wait is there at once`() async {
    let handOff = HandOff<Int>()
    #expect(handOff.settle(1))
    #expect(await handOff.wait() == 1)
  }

  @Test @MainActor func `a wait ends with the value that is settled later`() async {
    let handOff = HandOff<Int>()
    let waiter = Task { @MainActor in await handOff.wait() }
    await mainActorTurn()
    #expect(handOff.settle(1))
    #expect(await waiter.value == 1)
  }

  @Test func `the first settle wins`() async {
    let handOff = HandOff<Int>()
    #expect(handOff.settle(1))
    #expect(!handOff.settle(2))
    #expect(await handOff.wait() == 1)
  }

  @Test @MainActor func `settling does not run the waiter on the caller's stack`() async {
    let handOff = HandOff<Void>()
    let log = Log<String>()
    let waiter = Task { @MainActor in
      await handOff.wait()
      log.append("waiter")
    }
    await mainActorTurns(1)
    handOff.settle()
    log.append("settled")
    await waiter.value
    #expect(log.all == ["settled", "waiter"])
  }

  @Test @MainActor func `the waiter stays on its actor`() async {
    let handOff = HandOff<Void>()
    Task.detached { handOff.settle() }
    await handOff.wait()
    #expect(MainQueueMark.isOnMainQueue)
  }

  @Test @MainActor func `a turn is not over before those are back that were resumed before`() async
  {
    for _ in 0..<5_000 {
      let (handOff, settlement) = (HandOff<Void>(), Settlement<Void>())
      var returned = 0
      let waiters = [
        Task { @MainActor in
          await handOff.wait()
          returned += 1
        },
        Task { @MainActor in
          _ = await settlement.wait()
          returned += 1
        },
      ]
      await MainActorReturns.turn()
      handOff.settle()
      settlement.settle(())
      await MainActorReturns.turn()
      #expect(returned == 2)
      for waiter in waiters { await waiter.value }
    }
  }

  @Test func `settles that race with each other and with the wait have one winner`() async {
    for _ in 0..<300 {
      let handOff = HandOff<Int>()
      let winners = Log<Int>()
      async let value = Task.detached { await handOff.wait() }.value
      await withTaskGroup { group in
        for number in 0..<4 {
          group.addTask { if handOff.settle(number) { winners.append(number) } }
        }
      }
      let received = await value
      #expect(winners.all == [received])
    }
  }
}
