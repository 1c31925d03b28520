import KalugaArchitecture

/// Holds back work that does not care about its cancellation, until a test opens it.
final class Latch: Sendable {
  private let settlement = Settlement<Void>()

  var isOpen: Bool { settlement.current != nil }

  func open() {
    settlement.settle(())
  }

  /// Returns when the latch is open, also in a cancelled task.
  func passed() async {
    let settlement = settlement
    // A task of its own is not cancelled with the caller.
    await Task.detached { _ = await settlement.wait() }.value
  }
}

/// Suspends until the task is cancelled.
func untilCancelled() async {
  _ = await Settlement<Void>().wait()
}
