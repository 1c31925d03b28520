/// Tells when it is released; what it does then may come back to whatever held it.
final class Probe: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  /// Something for a closure to call, so that it captures the probe.
  func touch() {}
}

/// A closure that does nothing when it is called, and runs the given one when it is released.
func closure(onRelease: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
  let probe = Probe(onDeinit: onRelease)
  return { probe.touch() }
}
