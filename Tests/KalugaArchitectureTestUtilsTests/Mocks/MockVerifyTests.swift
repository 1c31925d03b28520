import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

struct MockVerifyTests {
  private let load = MockFunction<User, Int, Bool>("load", default: ada)

  private func call(_ ids: Int...) throws {
    for id in ids { try load.call(id, true) }
  }

  @Test func `a verification counts the calls that fit, and consumes none`() throws {
    try call(7, 8, 7)
    for _ in 1...2 {
      load.verify(.equal(7), .any, times: 2)
      load.verify(.equal(8), .equal(true))
      load.verify(.any, .equal(false), times: .never)
      load.verify(calls: 3)
    }
    #expect(load.calls.map(\.0) == [7, 8, 7])
    #expect(load.callCount == 3)
  }

  @Test func `each count holds for what it says, and for no more`() {
    let counts: [(CallCount, ClosedRange<Int>)] = [
      (.never, 0...0), (2, 2...2), (.exactly(1), 1...1), (.between(1...3), 1...3),
      (.atLeast(2), 2...4), (.atMost(2), 0...2),
    ]
    for (times, right) in counts {
      let mock = MockFunction<Void>.withDefault("f")
      for count in 0...4 {
        let holds = message { mock.verify(times: times) } == "nothing"
        #expect(holds == right.contains(count), "\(times) with \(count)")
        mock.call(throwing: Never.self)
      }
    }
  }

  @Test func `counts say what they are`() {
    let counts: [CallCount] = [
      .never, 1, 2, .exactly(3), .between(1...3), .between(1...1), .atLeast(1), .atLeast(2),
      .atMost(0), .atMost(1), .atMost(2),
    ]
    #expect(
      counts.map(\.description) == [
        "no call", "1 call", "2 calls", "3 calls", "1 to 3 calls", "1 call", "at least 1 call",
        "at least 2 calls", "no call", "at most 1 call", "at most 2 calls",
      ]
    )
  }

  // MARK: Failures

  @Test func `a wrong count shows what was expected and what came`() throws {
    try call(7, 8, 7)
    #expect(
      message { load.verify(.equal(7), .any, times: .exactly(1)) } == """
        load(7, any): expected 1 call, found 2; all calls of load, with * where they fit:
          * (7, true)
          - (8, true)
          * (7, true)
        Correct the code under test, or the matchers or the count of this verification
        """
    )
  }

  @Test func `a function that was never called says so`() {
    #expect(
      message { load.verify(.oneOf(1, 2), .any, times: .atLeast(2)) } == """
        load(one of 1, 2, any): expected at least 2 calls, but load was never called: \
        check that the code under test has this mock and gets to the call
        """
    )
  }

  @Test func `only the newest of many calls are listed`() throws {
    for id in 1...100 { try call(id) }
    let text = message { load.verify(.equal(99), .any, times: .never) }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines[1] == "  … 90 earlier")
    #expect(lines[2] == "  - (91, true)")
    #expect(lines[10] == "  * (99, true)")
    #expect(lines[11] == "  - (100, true)")
  }

  @Test func `long arguments are cut, and texts are quoted`() throws {
    let log = MockFunction<Void, String, [Int]>.withDefault("log")
    log.call("a\nb", Array(1...100), throwing: Never.self)
    let text = message { log.verify(calls: .never) }
    #expect(text.contains(#"  * ("a\nb", [1, 2, 3, "#))
    #expect(text.contains("…)\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 100 })
  }

  @Test func `matchers say what they ask for`() {
    let texts: [String] = [
      ParameterMatcher<Int?>.equal(7), .notEqual(7), .oneOf(6, 7), .oneOf([8]),
      .matching("even") { $0 == 2 }, .instance(of: Int.self), .notNil(), .any,
      .capture(Captor(), where: .notNil()),
    ].map(\.description)
    #expect(
      texts == [
        "Optional(7)", "not Optional(7)", "one of Optional(6), Optional(7)", "one of Optional(8)",
        "even", "instance of Int", "not nil", "any", "not nil",
      ]
    )
    #expect(ParameterMatcher<String>.equal("Ada").description == #""Ada""#)
  }

  @Test func `failures name the place of the verification`() {
    let error = failureText { load.verify(calls: 1) }
    let file = "KalugaArchitectureTestUtilsTests/MockVerifyTests.swift:"
    #expect(error?.hasPrefix(file) == true)
  }

  // MARK: Captors

  @Test func `a captor gets the arguments of the calls that fit`() throws {
    try load.call(7, true)
    try load.call(8, false)
    try load.call(9, true)
    let id = Captor<Int>()
    #expect(id.last == nil)
    load.verify(.capture(id), .equal(true), times: 2)
    #expect(id.values == [7, 9])
    #expect(id.last == 9)
  }

  @Test func `verifying again changes nothing in a captor`() throws {
    try call(7)
    let id = Captor<Int>()
    load.verify(.capture(id), .any)
    load.verify(.capture(id), .any)
    #expect(id.values == [7])
  }

  @Test func `a captor keeps what it had when the count is wrong`() throws {
    try call(7)
    let id = Captor<Int>()
    load.verify(.capture(id), .any)
    try call(8)
    #expect(failureText { load.verify(.capture(id), .any) } != nil)
    #expect(id.values == [7])
  }

  @Test func `a captor may stand for two parameters`() throws {
    let move = MockFunction<Void, Int, Int>.withDefault("move")
    move.call(1, 2, throwing: Never.self)
    move.call(3, 4, throwing: Never.self)
    let both = Captor<Int>()
    move.verify(.capture(both), .capture(both, where: .notEqual(9)), times: 2)
    #expect(both.values == [1, 2, 3, 4])
  }

  @Test func `a captor in a stub gets the arguments of what the stub answers`() throws {
    let id = Captor<Int>()
    load.on(.capture(id, where: .oneOf(7, 8)), .any).returns(bob)
    try call(6, 7, 8)
    #expect(id.values == [7, 8])
  }

  @Test func `calls that come without a pause do not put off the end of a wait`() async {
    let load = MockFunction<Int, Int>("load", default: 0)
    let isOver = Lock(false)
    // A thread of its own: on one of the pool's it would keep others from getting on.
    Thread.detachNewThread {
      for _ in 0..<200_000 where !isOver.withLock({ $0 }) { load.call(1, throwing: Never.self) }
    }
    let error = await failureText { await load.verify(.equal(2), within: .milliseconds(20)) }
    isOver.withLock { $0 = true }
    #expect(error?.contains("load(2): expected 1 call within 0.02 seconds, found 0") == true)
  }
}
