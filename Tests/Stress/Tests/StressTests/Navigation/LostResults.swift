import KalugaArchitecture

/// Counts the results that are reported as lost while one walk runs.
///
/// Tests that run at the same time cause reports too, but in other tasks.
final class LostResults: Sendable {
  @TaskLocal private static var ofTask: LostResults?

  private let reports = Log<String>()

  var count: Int { reports.count }

  /// Counts what the body and its tasks lose.
  @MainActor
  static func counting(_ body: @MainActor (LostResults) async throws -> Void) async throws {
    let lost = LostResults()
    let listening = ArchitectureEvents.listen { event in
      guard case .diagnostic(let diagnostic) = event, diagnostic.kind == .lostResult,
        ofTask === lost
      else { return }
      lost.reports.append(diagnostic.description)
    }
    defer { listening.dispose() }
    try await $ofTask.withValue(lost) { try await body(lost) }
  }
}
