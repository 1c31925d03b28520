import KalugaArchitectureTestUtils
import Testing

/// Runs the test that `kaluga-replay` has made, with the bug that was there when it was recorded.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SessionFailureTests {
  @Test func `a generated test fails while the bug is in the app`() async throws {
    let text = await ShopUnderTest.$hasBug.withValue(true) {
      await failureText { try await addsTheSecondBook() }
    }
    #expect(
      text == """
        Shop/GeneratedTests.swift:14: replaySession: event 5 of 6, add(1): failed with \
        ShopError: noSuchBook(1), like the recorded app
        """
    )
  }

  @Test func `a damaged session is reported at the line of the call`() async {
    let text = await message {
      try await replaySession("{}") { ShopUnderTest($0, services: $1, clock: $2) }
    }
    #expect(
      text == """
        replaySession: the session is damaged: version: expected a valid value, found nothing
        """
    )
  }
}
