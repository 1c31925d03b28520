import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The rules of a value that one task waits for.
@MainActor
struct OneShotTests {
  @Test func `the first value is delivered, and only its call returns true`() async {
    let early = OneShot<Int>()
    #expect([early.settle(1), early.settle(2)] == [true, false])
    #expect(await early.wait() == 1)
    let late = OneShot<Int>()
    let waiter = Task { await late.wait() }
    await until(late.isWaiting)
    #expect([late.settle(1), late.settle(2)] == [true, false])
    #expect(await waiter.value == 1)
  }

  @Test(.enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"))
  func `a second waiter stops the program, and the message says what to do`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shot = OneShot<Void>()
      await withTaskGroup { group in
        for _ in 0..<2 { group.addTask { await shot.wait() } }
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("give each task a OneShot of its own"))
  }
}
