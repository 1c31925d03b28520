import Foundation

/// Where notes are kept.
protocol NoteStorage: Sendable {
  func load() async throws -> [Note]
}

/// Notes in a text, which is decoded away from the main actor.
nonisolated struct JSONNoteStorage: NoteStorage {
  let json: String

  @concurrent func load() async throws -> [Note] {
    try JSONDecoder().decode([Note].self, from: Data(json.utf8))
  }
}
