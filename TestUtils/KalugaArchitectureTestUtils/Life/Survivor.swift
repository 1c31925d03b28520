/// Whether an object outlives what should have been its end.
@MainActor
struct Survivor {
  private weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }

  /// Some releases happen in later jobs, or on another thread whose task has just ended.
  func isAlive(after limit: Duration = .seconds(1)) async -> Bool {
    await !wait(atMost: limit) { object == nil }
  }
}
