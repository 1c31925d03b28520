/// Work that runs again at each resume and never overlaps with its previous run.
@MainActor
final class RepeatedWork {
  private let name: String?
  private let operation: @MainActor () async throws -> Void
  private let runs = SerialRuns()

  init(_ name: String?, _ operation: @escaping @MainActor () async throws -> Void) {
    self.name = name
    self.operation = operation
  }

  func begin(in scope: TaskScope) {
    scope.launch(name: name) { [runs, operation] in try await runs.run(operation) }
  }
}
