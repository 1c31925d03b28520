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

  /// What may retain the object, as a sentence after a failure; empty if there is nothing.
  var suspects: String {
    let viewModel = object as? BaseLifecycleViewModel
    guard let viewModel, let suspects = viewModel.leakSuspects else { return "" }
    return ". \(type(of: viewModel)) \(suspects)"
  }
}

extension BaseLifecycleViewModel {
  /// The closures and the work that may capture the view model, after its name; nil if there are
  /// none.
  var leakSuspects: String? {
    let suspects = [
      ("retains closures", retainedClosures),
      ("runs work", workOfHook("onVisible", .visible) + workOfHook("onResume", .resumed)),
    ]
    let texts = suspects.filter { !$0.1.isEmpty }.map { what, names in
      "\(what) that must capture it weakly: \(names.joined(separator: ", "))"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; it ")
  }

  /// The names of what runs in the scope that a hook has received.
  private func workOfHook(_ hook: String, _ stage: WorkStage) -> [String] {
    scope(of: stage)?.runningNames.map { "'\($0)' in the scope of \(hook)" } ?? []
  }
}
