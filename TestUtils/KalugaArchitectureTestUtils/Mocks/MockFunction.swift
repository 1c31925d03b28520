import KalugaArchitecture

/// A function that a test replaces: it records its calls and answers as the test says.
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
/// The mock of a function without parameters needs a name of its own, such as `countMock` for `count()`.
///
/// **Which stub answers.** The most specific stub that matches the call: the strengths of the
/// matchers, each list sorted with the strongest first, are compared one by one, in the order `equal`,
/// `oneOf`, `matching`, `notEqual`, `instance`, `notNil`, `any`. The position of a parameter does not
/// matter. Of equally specific stubs the newest one answers, so that a stub with the same matchers
/// replaces an older one.
///
/// **Without a matching stub** the default answers if the mock has one. Otherwise the call fails the test, lists the
/// existing stubs, and throws a ``TestUtilsError``. A call that cannot throw this error ends the process with its
/// text, see ``call(_:throwing:fileID:filePath:line:column:)``. The call counts nevertheless: each call is recorded
/// before its answer is determined.
///
/// **Isolation.** All methods can be called from any isolation. Matchers, handlers, and the descriptions and
/// deinitializers of arguments run on the calling thread without a lock, and can call any mock. Calls have the order in
/// which they were recorded, across all mocks. The cost of recording does not depend on the number of calls.
///
/// Kaluga: `MethodMock` and `SuspendMethodMock` with up to five parameters, where equally specific stubs
/// may crash and recording copies all calls.
public final class MockFunction<Result: Sendable, each Parameter: Sendable>: Sendable {
  typealias Stub = MockStub<Result, repeat each Parameter>

  /// The name of the function in failures.
  public let name: String

  let log = CallLog<repeat each Parameter>()
  let reporter = FailureReporter()

  private let defaultResult: Result?
  /// The stubs, the one that has precedence first.
  private let stubs = Lock<[Stub]>([])

  /// Creates a mock without a default.
  ///
  /// Kaluga: `singleParametersMock` and the like.
  public init(_ name: String) {
    self.name = name
    defaultResult = nil
  }

  /// Creates a mock that returns a value if no stub matches.
  ///
  /// Kaluga: `mockWithDefaultValue`.
  public init(_ name: String, default result: Result) {
    self.name = name
    defaultResult = .some(result)
  }

  // MARK: Stubs

  /// Begins a stub for calls with matching arguments.
  ///
  ///     load.on(.equal(7), .any).returns(ada)
  ///
  public func on(
    _ matchers: repeat ParameterMatcher<each Parameter>
  ) -> MockStubbing<Result, repeat each Parameter> {
    MockStubbing(function: self, pattern: CallPattern(repeat each matchers))
  }

  /// Begins a stub for all calls, which is the least specific one.
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
      text: "\(name)\(call.text): no stub fits, and there is no default; stubs: "
        + "\(known.isEmpty ? "none" : known). Add one with on(…).returns(…), "
        + "or create the mock with a default"
    )
  }

  // MARK: Calls

  /// The arguments of all recorded calls, oldest first.
  public var calls: [(repeat each Parameter)] {
    log.calls.map { (repeat each $0.arguments) }
  }

  /// The number of recorded calls.
  public var callCount: Int { log.count }

  // MARK: Starting again

  /// Forgets all calls; stubs stay.
  public func resetCalls() {
    log.removeAll()
  }

  /// Forgets all stubs; calls and the default stay.
  ///
  /// Calls that wait for an answer still receive it.
  ///
  /// Kaluga: removes the default too.
  public func resetStubs() {
    // Released outside the lock: releasing what handlers capture may run user code.
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
