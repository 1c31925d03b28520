import Foundation

/// Runs a test with a unique path, and removes the file at this path afterwards.
func withFile(_ body: (String) async throws -> Void) async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID())")
  defer { try? FileManager.default.removeItem(at: file) }
  try await body(file.path)
}
