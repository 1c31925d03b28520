import KalugaArchitecture

/// Gets the arguments of calls, for a closer look.
///
///     let id = Captor<Int>()
///     load.verify(.capture(id), .any)
///     #expect(id.last == 7)
///
/// Any thread may use it. Each verification that holds replaces what the captor had, so that verifying
/// twice changes nothing; a stub adds to it, call by call.
///
/// Kaluga: `AnyCaptor` and `AnyOrNullCaptor`, which add at each verification.
public final class Captor<Value: Sendable>: Sendable {
  private let captured = Lock<[Value]>([])

  /// Creates a captor that has nothing.
  public init() {}

  /// The arguments it got, in the order of the calls.
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
    // What was in there is released after the lock: its end may be user code.
    let old = captured.withLock { captured in
      let old = captured
      captured = []
      return old
    }
    _ = old
  }
}
