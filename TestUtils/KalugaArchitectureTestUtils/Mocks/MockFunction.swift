import KalugaArchitecture
import Synchronization

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
/// **Which stub answers.** The most specific stub that matches the call answers it. From strong to
/// weak, the matchers are `equal`, `oneOf`, `matching`, `notEqual`, `instance`, `notNil` and `any`.
/// The strongest matchers of two stubs are compared first, at any position. Among equally specific
/// stubs the newest one answers, so a stub with the same matchers replaces an older one.
///
/// **Without a matching stub.** The default answers if the mock has one. Otherwise the call fails
/// the test, lists the existing stubs, and throws a ``TestUtilsError``. Each call is recorded before
/// it is answered, so such a call counts too.
///
/// **Isolation.** All methods can be called from any isolation. Matchers, handlers, and the
/// descriptions and deinitializers of arguments run on the calling thread without a lock, and can
/// call any mock. Calls are ordered by the time of recording, across all mocks.
///
/// Kaluga: `MethodMock` and `SuspendMethodMock` with up to five parameters, where equally specific
/// stubs may crash and recording copies all calls.
public final class MockFunction<Result: Sendable, each Parameter: Sendable>: Sendable {
  typealias Call = MockCall<repeat each Parameter>
  typealias Pattern = CallPattern<repeat each Parameter>
  typealias Stub = (pattern: Pattern, answer: MockAnswer<Call, Result>)

  struct State {
    /// The recorded calls, oldest first.
    var calls: [Call] = []
    /// Settled when the next call is recorded.
    var nextCall = Promise<Void>()
    /// The stubs in the order of precedence, with the default as the last one.
    var stubs: [Stub]
  }

  /// The name of the function in failures.
  let name: String
  let reporter = FailureReporter()
  let state: Lock<State>
  /// The default as a stub for all calls; empty if there is none.
  private let defaults: [Stub]

  /// Creates a mock without a default.
  ///
  /// Kaluga: `singleParametersMock` and the like.
  public init(_ name: String) {
    self.name = name
    defaults = []
    state = Lock(State(stubs: []))
  }

  /// Creates a mock that returns a default value if no stub matches.
  ///
  ///     let isOnline = MockFunction<Bool>("isOnline", default: false)
  ///     let save = MockFunction<Void, User>("save", default: ())
  ///
  /// Kaluga: `mock()`, whose default depends on the type, and `mockWithDefaultValue`.
  public init(_ name: String, default result: Result) {
    self.name = name
    let pattern = Pattern(repeat ParameterMatcher<each Parameter>.any)
    defaults = [(pattern, .atOnce { _ in result })]
    state = Lock(State(stubs: defaults))
  }

  /// Begins a stub for calls with matching arguments; it has no effect until it has an answer.
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
    let strengths = stub.pattern.strengths
    state.withLock { state in
      // Before the stubs that are equally or less specific.
      let index = state.stubs.firstIndex { older in
        !strengths.lexicographicallyPrecedes(older.pattern.strengths)
      }
      state.stubs.insert(stub, at: index ?? state.stubs.endIndex)
    }
  }

  /// The arguments of all recorded calls, oldest first.
  public var calls: [(repeat each Parameter)] {
    recordedCalls.map { (repeat each $0.arguments) }
  }

  var recordedCalls: [Call] { state.withLock { $0.calls } }

  func record(_ arguments: repeat each Parameter) -> Call {
    let (call, isNext) = state.withLock { state in
      // Numbered under the lock, so that the places of a mock's calls increase.
      let place = callCount.wrappingAdd(1, ordering: .relaxed).newValue
      let call = Call(arguments: (repeat each arguments), place: place)
      state.calls.append(call)
      return (call, exchange(&state.nextCall, with: Promise()))
    }
    isNext.settle(())
    return call
  }

  /// Forgets all calls, and keeps the stubs.
  public func resetCalls() {
    // Arguments are released outside the lock, because that may run user code.
    _ = state.withLock { exchange(&$0.calls, with: []) }
  }

  /// Forgets all stubs, and keeps the calls and the default.
  ///
  /// Calls that wait for an answer still receive it.
  ///
  /// Kaluga: removes the default too.
  public func resetStubs() {
    // Stubs are released outside the lock, because that may run user code.
    _ = state.withLock { exchange(&$0.stubs, with: defaults) }
  }

  /// Forgets all calls and stubs, and keeps the default.
  public func reset() {
    resetCalls()
    resetStubs()
  }
}

/// The number of calls of all mocks, which orders them.
private let callCount = Atomic(0)
