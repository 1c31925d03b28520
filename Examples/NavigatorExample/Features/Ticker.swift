import KalugaArchitecture

/// Calls back once a second until the calling task is cancelled.
@MainActor
public protocol Ticker {
  /// Runs until the task is cancelled.
  func run(_ onTick: @escaping @MainActor () -> Void) async
}

/// A ticker that follows the continuous clock.
public struct SecondsTicker: Ticker {
  /// Creates a ticker.
  public init() {}

  /// Calls back each second.
  public func run(_ onTick: @escaping @MainActor () -> Void) async {
    let clock = ContinuousClock()
    var next = clock.now + .seconds(1)
    while (try? await clock.sleep(until: next)) != nil {
      onTick()
      next += .seconds(1)
    }
  }
}

/// A ticker that is advanced manually, for scripts and tests.
@MainActor
public final class ManualTicker: Ticker {
  private var callbacks: [Int: @MainActor () -> Void] = [:]
  private var lastID = 0

  /// Creates a ticker.
  public init() {}

  /// The number of tasks that run on this ticker.
  public var runningCount: Int { callbacks.count }

  /// Calls back at each ``tick()``.
  public func run(_ onTick: @escaping @MainActor () -> Void) async {
    lastID += 1
    let id = lastID
    callbacks[id] = onTick
    // A channel without events: it ends when the task is cancelled.
    for await _ in EventChannel<Never>() {}
    callbacks[id] = nil
  }

  /// Lets a second pass: calls all callbacks before it returns.
  public func tick() {
    for (_, callback) in callbacks.sorted(by: { $0.key < $1.key }) {
      callback()
    }
  }
}
