// Made by kaluga-replay: the test fails like the recorded app, and passes once that is fixed.
// swift-format-ignore-file
import KalugaArchitectureTestUtils
import Testing

// 1. at 0 s: search("t")
// 2. at 0.05 s: search("te")
// 3. at 0.25 s: books answers [{title: "Tea"}, {title: "Teapots"}]
// 4. at 0.3 s: books answers [{title: "Toys"}]
// 5. at 1.05 s: add(1)
// 6. at 1.05 s: the app fails with ShopError
@MainActor
@Test func `addsTheSecondBook`() async throws {
  try await replaySession(addsTheSecondBookSession) { snapshot, services, clock in
    ShopUnderTest(snapshot, services: services, clock: clock)
  }
}

private let addsTheSecondBookSession = #"""
  {
    "version": 1,
    "droppedCount": 0,
    "calls": {"books":2},
    "steps": [
      {"at":0,"event":"move","value":{"search":{"_0":"t"}}},
      {"at":50000000,"event":"move","value":{"search":{"_0":"te"}}},
      {"at":250000000,"call":1,"event":"answer","name":"books","value":[{"title":"Tea"},{"title":"Teapots"}]},
      {"at":300000000,"call":0,"event":"answer","name":"books","value":[{"title":"Toys"}]},
      {"at":1050000000,"event":"move","value":{"add":{"_0":1}}},
      {"at":1050000000,"error":"ShopError","event":"failure"}
    ]
  }
  """#
