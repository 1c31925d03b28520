import Testing

@testable import KalugaArchitectureTestUtils

/// What an app's check of its rules reports.
@MainActor
struct BrokenRuleTests {
  private let count = 1

  @Test func `each failed expectation is reported with its text, and does not fail the test`() {
    let texts = brokenRules {
      #expect(count == 2)
      try #require(count == 3, "three books")
    }
    #expect(texts.count == 2)
    #expect(
      texts.allSatisfy { $0.hasPrefix("Expectation failed: ") && $0.contains("count") },
      "\(texts)"
    )
    #expect(texts.last?.contains("three books") == true, "\(texts)")
  }
}
