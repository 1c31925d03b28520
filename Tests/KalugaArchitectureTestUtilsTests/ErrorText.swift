/// What the error says that the body throws; nil if it throws none.
func errorText(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
    return nil
  } catch {
    return "\(error)"
  }
}
