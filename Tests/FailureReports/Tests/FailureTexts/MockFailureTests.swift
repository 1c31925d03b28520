import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests calls that no stub answers, and verifications that fail.
@Suite(.timeLimit(.minutes(5)))
struct MockFailureTests {
  private let load = MockFunction<User, Int, Bool>("load")
  private let fetch = MockFunction<User, Int>("fetch", default: User())
  private let move = MockFunction<Void, Int>("move", default: ())
  private let save = MockFunction<Void, String>("save", default: ())

  // MARK: Calls

  @Test func `a call that no stub matches lists the stubs and is counted`() async throws {
    // A stub without an answer is ignored.
    _ = load.on(.any, .any)
    #expect(await message { try load.call(7, true) }.contains("no default; stubs: none."))
    load.on(.any, .equal(true)).returns(User())
    load.on(.oneOf(1, 2), .equal(true)).returns(User())
    let stubs = "stubs: load(one of 1, 2, true), load(any, true). Add one"
    #expect(await message { try load.call(7, false) }.contains("no default; \(stubs)"))
    #expect(await message { try await load.callAsync(8, false) }.contains("no default; \(stubs)"))
    #expect(load.calls.map(\.0) == [7, 7, 8])
  }

  // MARK: Verifications

  @Test func `each count describes itself and accepts the numbers that it names`() async {
    let counts: [(CallCount, String, ClosedRange<Int>)] = [
      (.never, "no call", 0...0), (1, "1 call", 1...1), (2, "2 calls", 2...2),
      (.exactly(3), "3 calls", 3...3), (.between(1...3), "1 to 3 calls", 1...3),
      (.between(1...1), "1 call", 1...1), (.atLeast(1), "at least 1 call", 1...4),
      (.atLeast(2), "at least 2 calls", 2...4), (.atMost(0), "no call", 0...0),
      (.atMost(1), "at most 1 call", 0...1), (.atMost(2), "at most 2 calls", 0...2),
    ]
    for (times, text, right) in counts {
      let mock = MockFunction<Void>("f", default: ())
      for count in 0...4 {
        let failure = await failureText { mock.verify(times: times) }
        #expect((failure == nil) == right.contains(count), "\(text) with \(count)")
        if let failure { #expect(failure.contains(": expected \(text), ")) }
        mock.call(throwing: Never.self)
      }
    }
  }

  @Test func `each matcher describes what it matches`() async {
    let find = MockFunction<Void, Int?>("find")
    let matchers: [(ParameterMatcher<Int?>, String)] = [
      (.equal(7), "Optional(7)"), (.notEqual(7), "not Optional(7)"),
      (.oneOf(6, 7), "one of Optional(6), Optional(7)"), (.matching("even") { $0 == 2 }, "even"),
      (.instance(of: Int.self), "instance of Int"), (.notNil(), "not nil"), (.any, "any"),
      (.capture(Captor(), where: .notNil()), "not nil"),
    ]
    for (matcher, text) in matchers {
      #expect(await message { find.verify(matcher) }.hasPrefix("find(\(text)): expected 1 call"))
    }
  }

  @Test func `only the newest of many calls are listed`() async throws {
    for id in 1...100 { try fetch.call(id) }
    let lines = await message { fetch.verify(.equal(99), times: .never) }.split(separator: "\n")
    #expect(lines.count == 13)
    #expect([lines[1], lines[2], lines[10]] == ["  … 90 earlier", "  - (91)", "  * (99)"])
  }

  @Test func `long arguments are cut and strings are quoted`() async {
    let log = MockFunction<Void, String, [Int]>("log", default: ())
    log.call("a\nb", Array(1...100), throwing: Never.self)
    let text = await message { log.verify(calls: .never) }
    #expect(text.contains(#"  * ("a\nb", [1, 2, 3, "#))
    #expect(text.contains("…)\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 100 })
  }

  @Test func `a captor keeps its values when the count is wrong`() async throws {
    let id = Captor<Int>()
    try fetch.call(7)
    fetch.verify(.capture(id))
    try fetch.call(8)
    #expect(await failureText { fetch.verify(.capture(id)) } != nil)
    #expect(id.values == [7])
  }

  // MARK: Verifications within a time

  @Test func `too many calls fail without waiting`() async throws {
    for id in 1...3 { try fetch.call(id) }
    let text = await message { await fetch.verify(.any, times: 2, within: .seconds(1_000_000)) }
    #expect(text.hasPrefix("fetch(any): expected 2 calls, found 3;"))
  }

  // MARK: Orders

  @Test func `each call satisfies one expectation, and the newest calls are listed`() async throws {
    try move.call(1)
    #expect(await failureText { verifyOrder(move.called(.any), move.called(.equal(1))) } != nil)
    move.reset()
    for id in 1...20 {
      try move.call(id)
      try save.call("\(id)")
    }
    let one = await message { verifyOrder(move.called(.equal(0))) }
    #expect(one.hasPrefix("expected the order move(0), but move(0) was never called; calls of"))
    #expect(one.contains("  … 10 earlier\n  - move(11)\n"))
    let both = await message { verifyOrder(move.called(.equal(20)), save.called(.equal("1"))) }
    #expect(both.contains("  … 30 earlier\n  - move(16)\n  - save(\"16\")\n"))
  }
}
