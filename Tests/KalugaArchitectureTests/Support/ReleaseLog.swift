/// Makes closures that report their release.
final class ReleaseLog: Sendable {
  private let releases = Log<Bool>()

  var count: Int { releases.count }

  /// Whether every release so far happened on the main actor.
  var isOnMainActorOnly: Bool { releases.all.allSatisfy(\.self) }

  /// An observer, or any other closure with a parameter.
  func observer<Value>(
    _ onNext: @escaping @MainActor (Value) -> Void = { _ in }
  ) -> @MainActor (Value) -> Void {
    let end = closure()
    return { value in
      end()
      onNext(value)
    }
  }

  func closure() -> @Sendable () -> Void {
    let probe = Probe { [releases] in releases.append(MainQueueMark.isOnMainQueue) }
    return { probe.touch() }
  }
}

/// Runs main-actor code in its `deinit`, for objects that are released on the main actor only.
final class MainProbe: Sendable {
  private let onDeinit: @MainActor @Sendable () -> Void

  init(_ onDeinit: @escaping @MainActor @Sendable () -> Void) {
    self.onDeinit = onDeinit
  }

  deinit {
    MainActor.assumeIsolated { onDeinit() }
  }

  /// An observer that keeps the probe.
  func observer<Value>() -> @MainActor (Value) -> Void {
    { _ in withExtendedLifetime(self) {} }
  }
}
