/// Whether an object outlives what should have been its end.
@MainActor
struct Survivor {
  private weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }

  /// Some releases happen in later jobs of the main actor, which a busy machine may keep waiting: gives
  /// them a second before it says so.
  func isAlive() async -> Bool {
    let start = ContinuousClock.now
    while object != nil, ContinuousClock.now - start < .seconds(1) { await settle() }
    return object != nil
  }
}
