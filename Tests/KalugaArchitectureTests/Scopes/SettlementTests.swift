import KalugaArchitecture
import Testing

struct SettlementTests {
  @Test func `the first settle wins and later waits see it`() async {
    let settlement = Settlement<Int>()
    #expect(settlement.current == nil)
    #expect(settlement.settle(1))
    #expect(!settlement.settle(2))
    #expect(settlement.current == 1)
    #expect(await settlement.wait() == 1)
    #expect(await settlement.wait() == 1)
  }

  @Test @MainActor func `every waiter gets the value`() async {
    let settlement = Settlement<Int>()
    let waiters = (0..<20).map { _ in Task { @MainActor in await settlement.wait() } }
    await mainActorTurns(1)
    settlement.settle(7)
    for waiter in waiters { #expect(await waiter.value == 7) }
  }

  @Test @MainActor func `a cancelled waiter gets nil and the others the value`() async {
    let settlement = Settlement<Int>()
    let cancelled = Task { @MainActor in await settlement.wait() }
    let other = Task { @MainActor in await settlement.wait() }
    await mainActorTurns(1)
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    settlement.settle(7)
    #expect(await other.value == 7)
  }

  @Test @MainActor func `a task cancelled before it waits gets nil`() async {
    let settlement = Settlement<Int>()
    let waiter = Task { @MainActor in await settlement.wait() }
    waiter.cancel()
    #expect(await waiter.value == nil)
  }

  @Test func `a settled value reaches a cancelled task too`() async {
    let settlement = Settlement<Int>()
    settlement.settle(1)
    let waiter = Task.detached {
      await settlement.wait()
    }
    waiter.cancel()
    #expect(await waiter.value == 1)
  }

  @Test func `settle and cancellation that race end every wait`() async {
    for _ in 0..<300 {
      let settlement = Settlement<Int>()
      let waiters = (0..<4).map { _ in Task.detached { await settlement.wait() } }
      await withTaskGroup { group in
        group.addTask { _ = settlement.settle(1) }
        group.addTask { waiters[0].cancel() }
        group.addTask { waiters[1].cancel() }
      }
      for (index, waiter) in waiters.enumerated() {
        let value = await waiter.value
        #expect(value == 1 || index < 2 && value == nil)
      }
    }
  }
}
