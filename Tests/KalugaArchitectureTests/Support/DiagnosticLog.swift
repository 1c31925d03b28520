import KalugaArchitecture

/// Records the diagnostics of the process.
///
/// Unlike the handler of diagnostics, listeners do not replace each other, so such tests may run side
/// by side. They look for their own names.
final class DiagnosticLog: Sendable {
  private let all = Log<ArchitectureDiagnostic>()
  private let listening: any Disposable

  init() {
    listening = ArchitectureEvents.listen { [all] event in
      if case .diagnostic(let diagnostic) = event { all.append(diagnostic) }
    }
  }

  deinit {
    listening.dispose()
  }

  /// The texts of one kind in which a name occurs.
  func of(_ kind: ArchitectureDiagnostic.Kind, about name: String) -> [String] {
    all.all.filter { $0.kind == kind && $0.description.contains(name) }.map(\.description)
  }
}
