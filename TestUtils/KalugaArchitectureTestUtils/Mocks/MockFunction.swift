import KalugaArchitecture

/// A mock of a function, which records its calls and answers them as the test specifies.
///
///     final class UserLoaderMock: UserLoader {
///       let load = MockFunction<User, Int, Bool>("load")      // result, then the parameters
///       func load(_ id: Int, force: Bool) throws -> User { try load.call(id, force) }
///     }
///
///     mock.load.on(.equal(7), .any).returns(ada)
///     mock.load.on(.equal(0), .any).throws(LoadError.none)
///     #expect(try model.name(of: 7) == "Ada")
///     mock.load.verify(.equal(7), .any, times: 1)
///
/// The mock of a function without parameters needs a name of its own, such as `countMock` for
/// `count()`.
///
/// **Which stub answers.** The most specific stub that matches the call answers it. Two stubs are
/// compared by their matchers: each list of matchers is sorted from strong to weak, and the lists
/// are compared element by element. From strong to weak, the matchers are `equal`, `oneOf`,
/// `matching`, `notEqual`, `instance`, `notNil` and `any`. The order of the parameters does not
/// matter. Among equally specific stubs the newest one answers, so a stub with the same matchers
/// replaces an older one.
///
/// **Without a matching stub.** The default answers if the mock has one. Otherwise the call fails
/// the test, lists the existing stubs, and throws a ``TestUtilsError``. If the function cannot
/// throw that error, the process ends with its text; see
/// ``call(_:throwing:fileID:filePath:line:column:)``. Each call is recorded before it is answered,
/// so such a call counts too.
///
/// **Isolation.** All methods can be called from any isolation. Matchers, handlers, and the
/// descriptions and deinitializers of arguments run on the calling thread without a lock, and can
/// call any mock.
///
/// **Order and cost.** Calls are ordered by the time of recording, across all mocks. The cost of
/// recording does not depend on the number of calls.
///
/// Kaluga: `MethodMock` and `SuspendMethodMock` with up to five parameters, where equally specific
/// stubs may crash and recording copies all calls.
public final class MockFunction<Result: Sendable, each Parameter: Sendable>: Sendable {
  typealias Stub = MockStub<Result, repeat each Parameter>

  let name: String

  let log = CallLog<repeat each Parameter>()
  let reporter = FailureReporter()

  private let defaultResult: Result?
  /// The stubs, in the order of precedence.
  private let stubs = Lock<[Stub]>([])

  /// Creates a mock without a default.
  ///
  /// Kaluga: `singleParametersMock` and the like.
  public init(_ name: String) {
    self.name = name
    defaultResult = nil
  }

  /// Creates a mock that returns a default value if no stub matches.
  ///
  ///     let isOnline = MockFunction<Bool>("isOnline", default: false)
  ///     let save = MockFunction<Void, User>("save", default: ())
  ///
  /// Kaluga: `mock()`, whose default depends on the type, and `mockWithDefaultValue`.
  public init(_ name: String, default result: Result) {
    self.name = name
    defaultResult = .some(result)
  }

  // MARK: Stubs

  /// Begins a stub for calls with matching arguments.
  ///
  ///     load.on(.equal(7), .any).returns(ada)
  public func on(
    _ matchers: repeat ParameterMatcher<each Parameter>
  ) -> MockStubbing<Result, repeat each Parameter> {
    MockStubbing(function: self, pattern: CallPattern(repeat each matchers))
  }

  /// Begins a stub for all calls, the least specific stub.
  ///
  /// Kaluga: `on()` without matchers, and `mockWithDefaultAnswer`.
  public var onAnyCall: MockStubbing<Result, repeat each Parameter> {
    on(repeat ParameterMatcher<each Parameter>.any)
  }

  func add(_ stub: Stub) {
    stubs.withLock { stubs in
      let index = stubs.firstIndex { stub.precedes($0) } ?? stubs.endIndex
      stubs.insert(stub, at: index)
    }
  }

  /// Returns the answer to a call: that of the most specific stub, or the default.
  func answer(
    to call: MockCall<repeat each Parameter>
  ) throws -> MockAnswer<Result, repeat each Parameter> {
    let stubs = stubs.withLock { $0 }
    if let stub = stubs.first(where: { $0.pattern.fits(call) }) {
      stub.pattern.capture(call)
      return stub.answer
    }
    if let defaultResult {
      return MockAnswer(atOnce: { _ in defaultResult })
    }
    throw noStub(for: call, stubs)
  }

  private func noStub(
    for call: MockCall<repeat each Parameter>,
    _ stubs: [Stub]
  ) -> MockMisuse {
    let known = stubs.map { name + $0.pattern.text }.joined(separator: ", ")
    return MockMisuse(
      text: "\(name)\(call.text): no stub matches, and the mock has no default; stubs: "
        + "\(known.isEmpty ? "none" : known). Add one with on(…).returns(…), "
        + "or create the mock with a default"
    )
  }

  // MARK: Calls

  /// The arguments of all recorded calls, oldest first.
  public var calls: [(repeat each Parameter)] {
    log.calls.map { (repeat each $0.arguments) }
  }

  // MARK: Starting again

  /// Forgets all calls, and keeps the stubs.
  public func resetCalls() {
    log.removeAll()
  }

  /// Forgets all stubs, and keeps the calls and the default.
  ///
  /// Calls that wait for an answer still receive it.
  ///
  /// Kaluga: removes the default too.
  public func resetStubs() {
    // Stubs are released outside the lock, because that may run user code.
    let old = stubs.withLock { stubs in
      let old = stubs
      stubs = []
      return old
    }
    _ = old
  }

  /// Forgets all calls and stubs, and keeps the default.
  public func reset() {
    resetCalls()
    resetStubs()
  }
}
