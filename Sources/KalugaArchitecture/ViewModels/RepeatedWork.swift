/// Work that begins anew at each resume and never overlaps with its previous run.
@MainActor
final class RepeatedWork {
  private let name: String?
  private let operation: @MainActor () async throws -> Void
  private var previous: Task<Void, Never>?

  init(_ name: String?, _ operation: @escaping @MainActor () async throws -> Void) {
    self.name = name
    self.operation = operation
  }

  func begin(in scope: TaskScope) {
    let next = scope.launch(name: name) { [previous, operation] in
      // The previous run was cancelled, and may take its time to notice.
      await previous?.value
      try Task.checkCancellation()
      try await operation()
    }
    // In a scope that was ended by hand nothing was launched: the previous run is still the last.
    if let next { previous = next }
  }
}
