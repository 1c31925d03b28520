import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions

/// The shop in production: its server takes time, and a recorder follows it.
@MainActor
final class RecordedShop {
  let recorder: SessionRecorder<ShopMove>
  private let shop: ShopUnderTest
  private let clock = ManualClock()

  init(capacity: Int = 500, privateKeys: Set<String> = []) {
    let clock = clock
    let recorder = SessionRecorder<ShopMove>(
      capacity: capacity,
      privateKeys: privateKeys,
      clock: clock
    )
    self.recorder = recorder
    shop = ShopUnderTest(nil) { query in
      try await recorder.answer("books") {
        // The shorter the query, the longer the search.
        try await clock.sleep(for: .milliseconds(400 - 100 * query.count))
        return query == "te" ? [Book(title: "Tea"), Book(title: "Teapots")] : [Book(title: "Toys")]
      }
    }
    shop.driver.start()
  }

  func move(_ move: ShopMove, thenFor duration: Duration = .zero) async {
    recorder.record(.move(move))
    do { try shop.perform(move) } catch { recorder.recordFailure(error) }
    await clock.run(for: duration)
  }

  /// The answer to the first search arrives last, and the second book exists in the newer results
  /// only.
  static func slowSearch(
    capacity: Int = 500,
    payingWith card: String? = nil
  ) async -> Session {
    let shop = RecordedShop(capacity: capacity, privateKeys: ["card"])
    if let card { await shop.move(.pay(card: card)) }
    await shop.move(.search("t"), thenFor: .milliseconds(50))
    await shop.move(.search("te"), thenFor: .seconds(1))
    await shop.move(.add(1))
    return shop.recorder.session
  }
}
