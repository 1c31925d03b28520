import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file in which one run of the app saves the stack and the state of its screens for another
/// run.
struct StateFile {
  private let url: URL
  private let path: String

  /// Creates the file at the path that the user typed.
  init(_ path: String) throws(TerminalCommandError) {
    guard !path.isEmpty else {
      throw TerminalCommandError("expected the name of a file, found nothing")
    }
    self.path = path
    // Atomic writing replaces the file at the path. Resolving links keeps a link from being
    // replaced.
    url = URL(filePath: path).resolvingSymlinksInPath()
  }

  /// Writes the whole file, or leaves it unchanged.
  func write<Destination>(_ snapshot: NavigationSnapshot<Destination>) throws {
    let data = try snapshot.data()
    // Atomic writing would also replace a pipe or a device.
    if isNoFile { throw TerminalCommandError("\(path.quoted) cannot be written: it is not a file") }
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw TerminalCommandError("\(path.quoted) cannot be written: \(Self.reason(error))")
    }
  }

  /// Reads the file; throws if it is damaged.
  func read<Destination>() throws -> NavigationSnapshot<Destination> {
    // A pipe might never be written to, and a device might never end.
    if isNoFile { throw TerminalCommandError("\(path.quoted) cannot be read: it is not a file") }
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw TerminalCommandError("\(path.quoted) cannot be read: \(Self.reason(error))")
    }
    return try NavigationSnapshot(data)
  }

  /// Whether something other than a regular file exists at the path.
  private var isNoFile: Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type]
    return type.flatMap { $0 as? FileAttributeType }.map { $0 != .typeRegular } ?? false
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "the disk is full"
    case .fileWriteVolumeReadOnly: "the disk is read-only"
    default: "it is not a file, or the system refuses"
    }
  }
}
