import KalugaArchitectureTestUtils
import Testing

struct MockStubTests {
  private let load = MockFunction<User, Int, Bool>("load")

  @Test func `a stub answers the calls that fit`() throws {
    load.on(.equal(7), .any).returns(ada)
    load.on(.equal(8), .equal(true)).returns(bob)
    #expect(try load.call(7, true) == ada)
    #expect(try load.call(7, false) == ada)
    #expect(try load.call(8, true) == bob)
  }

  @Test func `values come in sequence and the last one stays`() throws {
    load.on(.any, .any).returns(inSequence: [ada, bob])
    let results = try (1...4).map { try load.call($0, false) }
    #expect(results == [ada, bob, bob, bob])
  }

  @Test(.enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"))
  func `a sequence has at least one value`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      MockFunction<Int>("count").on().returns(inSequence: [])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("returns(inSequence:) needs at least one value, found none. Name it"))
  }

  @Test func `a stub throws its error`() {
    load.on(.equal(0), .any).throws(LoadError.none)
    #expect(throws: LoadError.none) { try load.call(0, true) }
    #expect(throws: LoadError.none) { try load.call(0, false) }
  }

  @Test func `a handler gets the arguments, and may throw`() throws {
    load.on(.any, .any).answers { id, force in
      guard id > 0 else { throw LoadError.offline }
      return User(name: "\(id) \(force)")
    }
    #expect(try load.call(3, true) == User(name: "3 true"))
    #expect(throws: LoadError.offline) { try load.call(0, true) }
  }

  @Test func `a handler may call its own mock, and change its stubs`() throws {
    let load = load
    load.on(.equal(1), .any).answers { [unowned load] _, force in
      load.on(.equal(2), .any).returns(bob)
      return try load.call(2, force)
    }
    #expect(try load.call(1, true) == bob)
    #expect(load.calls.map(\.0) == [1, 2])
  }

  @Test func `a stub for any call answers what no other fits`() throws {
    load.onAnyCall.returns(bob)
    load.on(.equal(7), .any).returns(ada)
    #expect(try load.call(7, true) == ada)
    #expect(try load.call(8, true) == bob)
  }

  // MARK: Without a stub

  @Test func `a call without a stub throws and counts`() throws {
    #expect(
      message { try load.call(7, true) }
        == """
        load(7, true): no stub fits, and there is no default; stubs: none. \
        Add one with on(…).returns(…), or create the mock with a default
        """
    )
    load.verify(.equal(7), .equal(true), times: 1)
  }

  @Test func `a call that no stub fits names those there are`() {
    load.on(.any, .equal(true)).returns(bob)
    load.on(.oneOf(1, 2), .equal(true)).returns(ada)
    #expect(
      message { try load.call(7, false) }
        == """
        load(7, false): no stub fits, and there is no default; \
        stubs: load(one of 1, 2, true), load(any, true). \
        Add one with on(…).returns(…), or create the mock with a default
        """
    )
  }

  @Test func `failures name the place of the call`() {
    let error = failureText {
      try load.call(7, true, fileID: "App/Loader.swift", line: 12)
    }
    #expect(error?.hasPrefix("App/Loader.swift:12: load(7, true)") == true)
  }

  @Test func `a stub without an answer is none`() {
    _ = load.on(.any, .any)
    #expect(failureText { try load.call(7, true) } != nil)
  }

  // MARK: Defaults

  @Test func `a default answers where no stub fits`() throws {
    let load = MockFunction<User, Int>("load", default: bob)
    load.on(.equal(7)).returns(ada)
    #expect(try load.call(7) == ada)
    #expect(try load.call(8) == bob)
  }

  @Test func `types with an obvious default have it`() throws {
    try MockFunction<Void>.withDefault("f").call()
    try #expect(MockFunction<Bool>.withDefault("f").call() == false)
    try #expect(MockFunction<Int>.withDefault("f").call() == 0)
    try #expect(MockFunction<UInt8>.withDefault("f").call() == 0)
    try #expect(MockFunction<Double>.withDefault("f").call() == 0)
    try #expect(MockFunction<String>.withDefault("f").call() == "")
    try #expect(MockFunction<[User]>.withDefault("f").call() == [])
    try #expect(MockFunction<Set<User>>.withDefault("f").call() == [])
    try #expect(MockFunction<[Int: User]>.withDefault("f").call() == [:])
    try #expect(MockFunction<User?>.withDefault("f").call() == nil)
  }

  @Test func `nil is a default`() throws {
    try #expect(MockFunction<User?, Int>("find", default: nil).call(7) == nil)
  }

  // MARK: Any number of parameters

  @Test func `a function without parameters`() throws {
    let count = MockFunction<Int>("count")
    count.on().returns(3)
    #expect(try count.call() == 3)
    count.verify(times: 1)
    #expect(message { count.verify(times: 2) }.hasPrefix("count(): expected 2 calls, found 1"))
  }

  @Test func `a function with six parameters`() throws {
    let mix = MockFunction<String, Int, String, Bool, Double, User, [Int]>("mix")
    mix.on(.equal(1), .any, .equal(true), .any, .notEqual(bob), .any).answers {
      "\($0) \($1) \($2) \($3) \($4) \($5)"
    }
    let list = Captor<[Int]>()
    #expect(try mix.call(1, "a", true, 0.5, ada, [1, 2]) == "1 a true 0.5 Ada [1, 2]")
    #expect(failureText { try mix.call(1, "a", true, 0.5, bob, []) } != nil)
    mix.verify(.any, .equal("a"), .any, .any, .equal(ada), .capture(list))
    #expect(list.values == [[1, 2]])
    #expect(mix.callCount == 2)
  }

  // MARK: Functions that throw less

  @Test func `a mock stands in for functions that throw anything, something or nothing`() throws {
    let mock = UserLoaderMock()
    mock.load.on(.equal(7), .any).returns(ada)
    mock.save.on(.equal(bob)).throws(LoadError.offline)
    mock.countMock.on().returns(3)
    #expect(try mock.load(7, force: true) == ada)
    try mock.save(ada)
    #expect(throws: LoadError.offline) { try mock.save(bob) }
    #expect(mock.count() == 3)
  }

  @Test func `a call that cannot throw ends the process when no stub fits`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = MockFunction<Int, String>("count").call("a", throwing: Never.self)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(#"count("a"): no stub fits, and there is no default; stubs: none."#))
  }

  @Test func `a call that cannot throw its stub's error ends the process`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let count = MockFunction<Int, String>("count")
      count.on(.any).throws(CancellationError())
      _ = try count.call("a", throwing: LoadError.self)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        #"count("a"): the stub throws CancellationError CancellationError(), "#
          + "but the function throws only LoadError"
      )
    )
  }

  // MARK: Starting again

  @Test func `calls and stubs are reset apart or together, and the default stays`() throws {
    let load = MockFunction<User, Int>("load", default: bob)
    load.on(.any).returns(ada)
    #expect(try load.call(1) == ada)
    load.resetCalls()
    #expect(load.calls.isEmpty)
    #expect(try load.call(2) == ada)
    load.resetStubs()
    #expect(try load.call(3) == bob)
    #expect(load.calls == [2, 3])
    load.on(.any).returns(ada)
    load.reset()
    #expect(load.callCount == 0)
    #expect(try load.call(4) == bob)
  }
}
