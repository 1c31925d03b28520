import Foundation
import KalugaArchitecture

/// A value in a file of its own, which has been deleted.
@MainActor
final class DeletedFile {
  private final class Counter: BaseLifecycleViewModel {
    @Saved var count: Int

    init(in file: SavedFile) {
      _count = Saved(wrappedValue: 0, file)
      super.init()
    }
  }

  private let file = SavedFile.file(
    FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
  )
  private let counter: Counter

  init() async throws {
    counter = Counter(in: file)
    counter.count = 1
    try await file.flush()
    try delete()
  }

  /// Whether the value has been written again.
  var isWritten: Bool { (try? file.read()) != nil }

  func delete() throws { try FileManager.default.removeItem(at: file.url) }
}
