import KalugaArchitecture

/// Captures the arguments of calls, so that a test can inspect them.
///
///     let id = Captor<Int>()
///     load.verify(.capture(id), .any)
///     #expect(id.last == 7)
///
/// A captor can be used from any isolation. Each successful verification replaces its arguments, so that verifying
/// twice changes nothing. A stub adds the arguments of each call.
///
/// Kaluga: `AnyCaptor` and `AnyOrNullCaptor`, which add at each verification.
public final class Captor<Value: Sendable>: Sendable {
  private let captured = Lock<[Value]>([])

  /// Creates an empty captor.
  public init() {}

  /// The captured arguments, in the order of the calls.
  ///
  /// Kaluga: `captured`.
  public var values: [Value] { captured.withLock { $0 } }

  /// The argument of the newest call; nil if there is none.
  ///
  /// Kaluga: `lastCaptured`.
  public var last: Value? { captured.withLock { $0.last } }

  func add(_ value: Value) {
    captured.withLock { $0.append(value) }
  }

  func removeAll() {
    // The old arguments are released outside the lock: that may run user code.
    let old = captured.withLock { captured in
      let old = captured
      captured = []
      return old
    }
    _ = old
  }
}
