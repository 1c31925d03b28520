import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file that keeps the stack and what its screens have saved, from one run of the app to another.
struct StateFile {
  private let url: URL
  private let path: String

  /// The file at a path that was typed.
  init(_ path: String) throws(CommandError) {
    guard !path.isEmpty else { throw CommandError("expected the name of a file, found nothing") }
    self.path = path
    url = URL(filePath: path)
  }

  /// Writes the file as a whole or not at all.
  func write(_ snapshot: NavigationSnapshot<Destination>) throws {
    let data = try snapshot.data()
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw CommandError("\(path.debugDescription) cannot be written: \(Self.reason(error))")
    }
  }

  /// Reads the file, and refuses one that is damaged.
  func read() throws -> NavigationSnapshot<Destination> {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw CommandError("\(path.debugDescription) cannot be read: \(Self.reason(error))")
    }
    return try NavigationSnapshot(data)
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: "that is not permitted"
    case .fileWriteOutOfSpace: "the disk is full"
    case .fileWriteVolumeReadOnly: "the disk is read-only"
    default: "it is no file, or the system refuses"
    }
  }
}
