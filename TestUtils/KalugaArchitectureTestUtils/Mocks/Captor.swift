import KalugaArchitecture

/// Captures an argument of calls, so that a test can inspect it.
///
///     let id = Captor<Int>()
///     load.verify(.capture(id), .any)
///     #expect(id.last == 7)
///
/// Each successful verification replaces the captured arguments. In a stub, a captor adds the
/// argument of each call that the stub answers. It can be used from any isolation.
///
/// Kaluga: `AnyCaptor` and `AnyOrNullCaptor`, which add arguments at each verification.
public final class Captor<Value: Sendable>: Sendable {
  private let captured = Lock<[Value]>([])

  /// Creates an empty captor.
  public init() {}

  /// The captured arguments, in the order of the calls.
  ///
  /// Kaluga: `captured`.
  public var values: [Value] { captured.withLock { $0 } }

  /// The last captured argument; nil if there is none.
  ///
  /// Kaluga: `lastCaptured`.
  public var last: Value? { captured.withLock { $0.last } }

  func add(_ value: Value) { captured.withLock { $0.append(value) } }

  func removeAll() {
    // Arguments are released outside the lock, because that may run user code.
    _ = captured.withLock { exchange(&$0, with: []) }
  }
}
