import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The rules of a value that one task waits for.
@MainActor
struct OneShotTests {

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
