import KalugaArchitecture

/// Code that runs at a chosen moment inside a computation, a comparison or a call, where another
/// thread or a careless user might act.
@MainActor
final class Hook {
  var bodies: [() -> Void] = []

  func callNext() {
    if !bodies.isEmpty { bodies.removeFirst()() }
  }

  /// A rule that calls the hook each time it compares different values.
  func comparison<Value: Equatable>() -> ChangePolicy<Value> {
    .by { old, new in
      if old != new { MainActor.assumeIsolated { self.callNext() } }
      return old == new
    }
  }
}

extension Array where Element: Equatable {
  /// Whether a value follows itself somewhere.
  var hasRepeats: Bool { zip(self, dropFirst()).contains { $0 == $1 } }
}
