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

  /// The closures that the object retains, as a sentence after a failure; empty if there are none.
  var suspects: String {
    let viewModel = object as? BaseLifecycleViewModel
    guard let viewModel, let suspects = viewModel.leakSuspects else { return "" }
    return ". \(type(of: viewModel)) \(suspects)"
  }
}

extension BaseLifecycleViewModel {
  /// What the view model retains that may capture it, after its name; nil if there is nothing.
  var leakSuspects: String? {
    let closures = retainedClosures
    if closures.isEmpty { return nil }
    return "retains closures that must capture it weakly: " + closures.joined(separator: ", ")
  }
}
