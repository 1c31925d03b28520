import KalugaArchitecture

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

  /// The closures that the object retains, as the end of a failure.
  var suspects: String { (object as? BaseLifecycleViewModel)?.leakSuspects ?? "" }
}

extension BaseLifecycleViewModel {
  /// The closures that the view model retains and that may capture it, as the end of a failure; empty if
  /// there are none.
  var leakSuspects: String {
    let closures = retainedClosures
    if closures.isEmpty { return "" }
    return ". \(type(of: self)) retains closures that may capture it strongly: "
      + closures.joined(separator: ", ")
  }
}
