import KalugaArchitectureTestUtils
import Testing

struct MockPrecedenceTests {
  /// Matchers that match 7, the strongest first.
  private let ladder: [(name: String, matcher: ParameterMatcher<Int?>)] = [
    ("equal", .equal(7)),
    ("one of", .oneOf(6, 7)),
    ("matching", .matching("positive") { $0 ?? 0 > 0 }),
    ("not equal", .notEqual(8)),
    ("instance", .instance(of: Int.self)),
    ("not nil", .notNil()),
    ("any", .any),
  ]

  @Test func `the most specific stub answers, and the newest of equally specific stubs`() throws {
    for (index, strong) in ladder.enumerated() {
      let mock = MockFunction<String, Int?>("f")
      for name in ["old", "new"] { mock.on(strong.matcher).returns(name) }
      #expect(try mock.call(7) == "new", "\(strong.name)")
      for weak in ladder[(index + 1)...] {
        for pair in [[strong, weak], [weak, strong]] {
          let mock = MockFunction<String, Int?>("f")
          for stub in pair { mock.on(stub.matcher).returns(stub.name) }
          #expect(try mock.call(7) == strong.name, "against \(weak.name)")
        }
      }
    }
  }

  @Test func `capturing does not make a matcher stronger or weaker`() throws {
    let captor = Captor<Int?>()
    let mock = MockFunction<String, Int?>("f")
    mock.on(.capture(captor, where: .equal(7))).returns("captured")
    mock.on(.capture(captor)).returns("any")
    mock.on(.notNil()).returns("not nil")
    #expect(try mock.call(7) == "captured")
    #expect(try mock.call(8) == "not nil")
    #expect(try mock.call(nil) == "any")
    #expect(captor.values == [7, nil])
  }

  @Test func `the strongest matchers decide, then their number, but not their positions`() throws {
    let mock = MockFunction<String, Int?, String, String?, Int?>("f")
    mock.on(.any, .equal("A"), .equal("Something"), .equal(10)).returns("three")
    mock.on(.equal(1), .equal("A"), .notNil(), .notNil()).returns("two")
    mock.on(.equal(1), .any, .any, .any).returns("one equal")
    mock.on(.oneOf(1, 2), .oneOf("B", "C"), .notNil(), .notNil()).returns("two of several")
    #expect(try mock.call(1, "A", "Something", 10) == "three")
    #expect(try mock.call(1, "A", "Something", 11) == "two")
    #expect(try mock.call(1, "B", "Something", 11) == "one equal")
    #expect(try mock.call(2, "B", "Something", 11) == "two of several")
  }

  /// Kaluga Q32.
  @Test func `if stubs have the same matchers at different positions, the newest answers`() throws {
    let mock = MockFunction<String, Int, Int>("f")
    mock.on(.equal(1), .any).returns("first")
    mock.on(.any, .equal(1)).returns("second")
    #expect(try mock.call(1, 1) == "second")
    mock.on(.equal(1), .any).returns("third")
    #expect(try mock.call(1, 1) == "third")
    #expect(try mock.call(2, 1) == "second")
  }
}
