import KalugaArchitecture

/// A clock on which sleeping takes no time: each sleep moves the clock to its deadline.
///
///     let model = SearchViewModel(clock: ImmediateClock())     // debounces without a delay
///
/// The clock can be used from any isolation. Work that repeats endlessly would do so without a pause: use a
/// ``ManualClock`` for it.
public final class ImmediateClock: Clock {
  /// A moment: the time since the clock was created.
  public typealias Instant = ManualClock.Instant

  private let time = Lock(Instant())

  /// Creates a clock that shows zero.
  public init() {}

  /// The latest deadline of all sleeps.
  public var now: Instant { time.withLock { $0 } }

  /// Any difference counts.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}
