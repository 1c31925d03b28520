import Foundation

/// The files that one state of the toolkit has written, in a numbered folder of `Tests/Earlier`.
///
/// Every later state must read them, so a folder is never changed. A change of a format is
/// followed by a new folder: `KALUGA_EARLIER=2 swift test --filter SavedByEarlierVersionsTests`
/// writes `Tests/Earlier/2`, and from then on the tests read it, too.
struct EarlierFiles: Sendable, CustomStringConvertible {
  /// The folder in which each state of the toolkit has a folder.
  private static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    // Targets reach this file by links at different depths.
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path + "/Earlier") {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "Earlier")
  }()

  /// The folder that is to be written, or nil if the files are only to be read.
  static let new = ProcessInfo.processInfo.environment["KALUGA_EARLIER"]
    .flatMap { Int($0) }.map { EarlierFiles(number: $0) }

  /// The files of all states, oldest first, without the folder that is being written.
  static let all: [EarlierFiles] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.compactMap { Int($0) }.filter { $0 != new?.number }.sorted()
      .map { EarlierFiles(number: $0) }
  }()

  private let number: Int

  var description: String { "Tests/Earlier/\(number)" }

  func url(_ name: String) -> URL {
    Self.root.appending(path: "\(number)").appending(path: name)
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: url(name))
  }

  /// Writes a file, and fails if it exists.
  func write(_ data: Data, to name: String) throws {
    let file = url(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: file, options: .withoutOverwriting)
  }
}
