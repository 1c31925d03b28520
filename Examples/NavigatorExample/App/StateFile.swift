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
    // Writing as a whole puts a new file in the place of the old one: not in that of a link to it.
    url = URL(filePath: path).resolvingSymlinksInPath()
  }

  /// Writes the file as a whole or not at all.
  func write(_ snapshot: NavigationSnapshot<Destination>) throws {
    let data = try snapshot.data()
    // A new file would also take the place of a pipe or a device.
    if isNoFile { throw CommandError("\(path.quoted) cannot be written: it is not a file") }
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw CommandError("\(path.quoted) cannot be written: \(Self.reason(error))")
    }
  }

  /// Reads the file, and refuses one that is damaged.
  func read() throws -> NavigationSnapshot<Destination> {
    // Nobody may ever write into a pipe, and a device may never end.
    if isNoFile { throw CommandError("\(path.quoted) cannot be read: it is not a file") }
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw CommandError("\(path.quoted) cannot be read: \(Self.reason(error))")
    }
    return try NavigationSnapshot(data)
  }

  /// Whether there is something else than a file.
  private var isNoFile: Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type]
    return type.flatMap { $0 as? FileAttributeType }.map { $0 != .typeRegular } ?? false
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "the disk is full"
    case .fileWriteVolumeReadOnly: "the disk is read-only"
    default: "it is not a file, or the system refuses"
    }
  }
}
