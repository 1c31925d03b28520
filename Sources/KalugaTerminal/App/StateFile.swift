import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file in which `save` stores the stack and the state of its screens for `restore`.
struct StateFile {
  private let file: SavedFile
  private let path: String

  init(_ path: String) throws(TerminalCommandError) {
    guard !path.isEmpty else {
      throw TerminalCommandError("expected the name of a file, found nothing")
    }
    self.path = path
    file = .file(URL(filePath: path))
  }

  /// Writes the whole file, or leaves it unchanged.
  func write<Destination>(_ snapshot: NavigationSnapshot<Destination>) throws {
    do {
      try file.write(snapshot.data())
    } catch SavedStateError.fileNotWritable(let reason) {
      throw TerminalCommandError("\(path.quoted) cannot be written: \(reason)")
    }
  }

  /// Reads the file; throws if it is damaged.
  func read<Destination>() throws -> NavigationSnapshot<Destination> {
    do {
      guard let data = try file.read() else {
        throw TerminalCommandError("\(path.quoted) cannot be read: no such file or folder")
      }
      return try NavigationSnapshot(data)
    } catch SavedStateError.fileNotReadable(let reason) {
      throw TerminalCommandError("\(path.quoted) cannot be read: \(reason)")
    }
  }
}
