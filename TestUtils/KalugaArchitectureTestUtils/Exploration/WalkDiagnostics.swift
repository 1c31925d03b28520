import KalugaArchitecture

/// Collects the diagnostics that the tasks of one walk cause.
///
/// Tests that run at the same time cause diagnostics too, which belong to other listeners.
@MainActor
final class WalkDiagnostics {
  private final class Texts: Sendable {
    let lock = Lock<[String]>([])
  }

  private let texts = Texts()
  private let listening: any Disposable

  init() {
    let watch = ArchitectureEvents.listener
    listening = ArchitectureEvents.listen { [texts] event in
      guard case .diagnostic(let diagnostic) = event,
        let watch, watch === ArchitectureEvents.listener
      else { return }
      texts.lock.withLock { $0.append(diagnostic.description) }
    }
  }

  deinit { listening.dispose() }

  func takeAll() -> [String] {
    texts.lock.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }
}
