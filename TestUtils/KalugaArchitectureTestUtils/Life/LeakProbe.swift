/// Checks whether an object is still alive after it should have been released.
@MainActor
struct LeakProbe {
  private weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }

  /// Returns whether the object is alive after the limit.
  ///
  /// Waits because some releases happen in later jobs, or on another thread whose task has just
  /// ended.
  func isAlive(after limit: Duration = .seconds(1)) async -> Bool {
    await !wait(atMost: limit) { object == nil }
  }
}
