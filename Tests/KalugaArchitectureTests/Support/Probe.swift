/// Calls a closure when it is released; the closure may use the object that held the probe.
final class Probe: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  /// Does nothing; a closure that calls it captures the probe.
  func touch() {}
}

/// A closure that does nothing when it is called, and runs the given one when it is released.
func closure(onRelease: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
  let probe = Probe(onDeinit: onRelease)
  return { probe.touch() }
}
