import KalugaArchitectureTestUtils
import Testing

/// Tests the answers of mocked functions.
struct MockAnswerTests {
  private let load = MockFunction<User, Int, Bool>("load")

  /// Calls the function asynchronously or synchronously.
  private func call(_ id: Int, _ force: Bool, waiting: Bool) async throws -> User {
    if waiting { try await load.callAsync(id, force) } else { try load.call(id, force) }
  }

  @Test(arguments: [false, true])
  func `a stub answers the calls that match`(_ waiting: Bool) async throws {
    load.onAnyCall.returns(User(name: "other"))
    load.on(.equal(1), .any).returns(ada)
    load.on(.equal(2), .equal(true)).returns(inSequence: [ada, bob])
    load.on(.equal(3), .any).throws(LoadError.offline)
    load.on(.equal(4), .any).answers { id, force in
      guard force else { throw LoadError.none }
      return User(name: "\(id) \(force)")
    }
    for force in [false, true] {
      #expect(try await call(1, force, waiting: waiting) == ada)
      await #expect(throws: LoadError.offline) { try await call(3, force, waiting: waiting) }
    }
    #expect(try await call(4, true, waiting: waiting) == User(name: "4 true"))
    await #expect(throws: LoadError.none) { try await call(4, false, waiting: waiting) }
    #expect(try await call(2, false, waiting: waiting) == User(name: "other"))
    // The last value of a sequence is repeated.
    for user in [ada, bob, bob] { #expect(try await call(2, true, waiting: waiting) == user) }
    #expect(load.calls.map(\.0) == [1, 3, 1, 3, 4, 4, 2, 2, 2, 2])
  }

  @MainActor
  @Test func `an answer may suspend and run on the main actor`() async throws {
    load.onAnyCall.answersAsync { @MainActor id, _ in
      MainActor.assertIsolated()
      await Task {}.value
      return User(name: "later \(id)")
    }
    try await #expect(load.callAsync(4, true) == User(name: "later 4"))
  }

  @Test func `an answer may call its own mock and change its stubs`() throws {
    load.on(.equal(1), .any).answers { [unowned load] _, force in
      load.on(.equal(2), .any).returns(bob)
      return try load.call(2, force)
    }
    #expect(try load.call(1, true) == bob)
    #expect(load.calls.map(\.0) == [1, 2])
  }

  // MARK: Defaults

  @Test func `calls and stubs are reset separately or together, and the default stays`() throws {
    try #expect(MockFunction<User?, Int>("find", default: nil).call(7) == nil)
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
    #expect(load.calls.isEmpty)
    #expect(try load.call(4) == bob)
  }

  // MARK: Signatures

  @Test func `a function may have no parameters or six`() throws {
    let count = MockFunction<Int>("count")
    count.on().returns(3)
    #expect(try count.call() == 3)
    count.verify(times: 1)
    let mix = MockFunction<String, Int, String, Bool, Double, User, [Int]>("mix", default: "none")
    mix.on(.equal(1), .any, .equal(true), .any, .notEqual(bob), .any).answers {
      "\($0) \($1) \($2) \($3) \($4.name) \($5)"
    }
    let list = Captor<[Int]>()
    #expect(try mix.call(1, "a", true, 0.5, ada, [1, 2]) == "1 a true 0.5 Ada [1, 2]")
    #expect(try mix.call(1, "a", true, 0.5, bob, []) == "none")
    mix.verify(.any, .equal("a"), .any, .any, .equal(ada), .capture(list))
    #expect(list.values == [[1, 2]])
  }

  @Test func `a function may throw errors of one type or none`() throws {
    let mock = MockFunction<Void, User>("save", default: ())
    func save(_ user: User) throws(LoadError) { try mock.call(user, throwing: LoadError.self) }
    mock.on(.equal(bob)).throws(LoadError.offline)
    try save(ada)
    #expect(throws: LoadError.offline) { try save(bob) }
    mock.call(ada, throwing: Never.self)
  }
}
