import KalugaArchitecture

/// A clock whose sleeps end immediately: each sleep moves the clock to its deadline.
///
///     let model = SearchViewModel(clock: ImmediateClock())     // debounces without a delay
///
/// The clock can be used from any isolation. Do not use it for work that repeats endlessly, which
/// would never pause; use a ``ManualClock`` instead.
public final class ImmediateClock: Clock {
  /// A moment, measured from the creation of the clock.
  public typealias Instant = ManualClock.Instant

  private let time = Lock(Instant())

  /// Creates a clock at zero.
  public init() {}

  /// The latest deadline of all sleeps so far.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock tells any two moments apart.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to the deadline, but never back, and returns.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}
