import Foundation

/// Loads notes.
protocol NoteStorage: Sendable {
  func load() async throws -> [Note]
}

/// Decodes notes from a JSON text, outside the main actor.
nonisolated struct JSONNoteStorage: NoteStorage {
  let json: String

  @concurrent func load() async throws -> [Note] {
    try JSONDecoder().decode([Note].self, from: Data(json.utf8))
  }
}
