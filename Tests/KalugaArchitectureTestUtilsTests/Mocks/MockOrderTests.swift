import KalugaArchitectureTestUtils
import Testing

struct MockOrderTests {
  private let load = MockFunction<Void, Int>.withDefault("load")
  private let save = MockFunction<Void, String>.withDefault("save")

  private func callAll() throws {
    try load.call(1)
    try save.call("a")
    try load.call(2)
    try save.call("b")
  }

  @Test func `an order across mocks holds, with other calls between`() throws {
    try callAll()
    verifyOrder(load.called(.equal(1)), save.called(.any))
    verifyOrder(load.called(.equal(1)), save.called(.equal("b")))
    verifyOrder(
      load.called(.any),
      save.called(.any),
      load.called(.any),
      save.called(.any)
    )
    verifyOrder()
  }

  @Test func `an order that is not there names the first call that is missing`() throws {
    try callAll()
    #expect(
      message { verifyOrder(save.called(.equal("b")), load.called(.any)) } == """
        expected the order save("b"), load(any), but no load(any) came after save("b"); \
        all calls of these mocks:
          - load(1)
          - save("a")
          - load(2)
          - save("b")
        Correct the code under test, or the order of this verification
        """
    )
    #expect(
      message { verifyOrder(load.called(.equal(3)), save.called(.any)) }.hasPrefix(
        "expected the order load(3), save(any), but no load(3) came at all; all calls"
      )
    )
  }

  @Test func `without any call it says so`() {
    #expect(
      message { verifyOrder(load.called(.any), save.called(.any)) } == """
        expected the order load(any), save(any), but none of these mocks was called: \
        check that the code under test has them and gets to the calls
        """
    )
  }

  @Test func `one call stands for one expectation`() throws {
    try load.call(1)
    let error = failureText { verifyOrder(load.called(.any), load.called(.equal(1))) }
    #expect(error?.contains("expected the order") == true)
  }

  @Test func `captors get the calls that were found`() throws {
    try callAll()
    let id = Captor<Int>()
    let text = Captor<String>()
    for _ in 1...2 {
      verifyOrder(save.called(.capture(text)), load.called(.capture(id)))
    }
    #expect(text.values == ["a"])
    #expect(id.values == [2])
  }

  @Test func `the newest calls of all mocks are listed`() throws {
    for id in 1...20 {
      try load.call(id)
      try save.call("\(id)")
    }
    let text = message { verifyOrder(load.called(.equal(0))) }
    #expect(text.contains("  … 10 earlier\n  - load(11)\n"))
    let both = message { verifyOrder(load.called(.equal(20)), save.called(.equal("1"))) }
    #expect(both.contains("  … 30 earlier\n  - load(16)\n  - save(\"16\")\n"))
  }

  @Test func `resetting forgets the order too`() throws {
    try callAll()
    load.resetCalls()
    try load.call(3)
    verifyOrder(save.called(.equal("b")), load.called(.any))
  }
}
