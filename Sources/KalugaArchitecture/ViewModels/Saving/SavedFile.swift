#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that is written as a whole, and that ``Saved`` properties can share.
///
///     @Saved(.file(settingsURL)) var settings = Settings()
///
/// All properties of the process that name the file have the same subject, whichever object they
/// belong to. The first of them reads the file, on the main actor. After a change, the newest value
/// is written in the background; a change during a write leads to one more write. A process that
/// ends without ``flushAll()`` may lose the newest value.
///
/// If another process changes the file, the properties have its value shortly after a view model of
/// this process is resumed. If a property changes before that, its value replaces the other one, and
/// a diagnostic reports it.
///
/// A file that cannot be restored is not overwritten: before the first write it is renamed, to
/// `settings.json.damaged` for example. After a write that failed, the file has its old contents,
/// the process keeps the newest value, and the next change, resume or ``flush()`` writes again.
/// Diagnostics report each of these problems.
public struct SavedFile: Hashable, Sendable {
  /// The location of the file, with symbolic links resolved.
  public let url: URL

  /// Names a file, which need not exist.
  ///
  /// A missing folder is made when the file is written. If the location is a symbolic link, the file
  /// that it leads to is used.
  public static func file(_ url: URL) -> SavedFile {
    SavedFile(url: resolvingLinks(of: url))
  }

  /// Returns the location to which symbolic links lead, even if nothing exists there yet.
  ///
  /// Writing replaces the file, and would otherwise replace a link to it.
  private static func resolvingLinks(of url: URL) -> URL {
    guard url.isFileURL else { return url }
    func names(in path: String) -> [Substring] { path.split(separator: "/").reversed() }
    // Each name is resolved on its own, because folders may be made later.
    var pending = names(in: url.absoluteURL.path)
    var resolved: [Substring] = []
    var links = 0
    while let name = pending.popLast() {
      if name == "." { continue }
      if name == ".." {
        _ = resolved.popLast()
        continue
      }
      let place = "/" + (resolved + [name]).joined(separator: "/")
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
      // Links may form a circle.
      guard let target, links < 32 else {
        resolved.append(name)
        continue
      }
      links += 1
      if target.hasPrefix("/") { resolved = [] }
      pending += names(in: target)
    }
    return URL(filePath: "/" + resolved.joined(separator: "/"), directoryHint: .notDirectory)
  }

  /// Waits until the newest value of the properties that share the file has been written.
  ///
  /// Returns immediately if nothing has changed since the last write. If the file has been deleted
  /// since then, it is written again. Cancelling the calling task does not cancel the write.
  ///
  /// - Throws: The reason why the value could not be written.
  @MainActor
  public func flush() async throws(SavedStateError) {
    try await SharedFiles.value(of: self)?.flush()
  }

  /// Waits until all properties that are saved in files have been written.
  ///
  /// Call it when the app enters the background and before it exits. The hosts of KalugaSwiftUI and
  /// KalugaUIKit and the apps of KalugaTerminal do. Failed writes are reported as diagnostics.
  @MainActor
  public static func flushAll() async {
    // One by one, so that an unused value is released before the others are written.
    for file in SharedFiles.files { try? await file.flush() }
  }

  /// Writes the values if the user does not see the host of the app any more.
  @MainActor
  package static func hostDidChange(to state: HostState) {
    if state.stage == nil { Task { await flushAll() } }
  }

  /// Returns the contents of the file, or nil if it does not exist.
  ///
  /// Blocks while it reads.
  ///
  /// - Throws: ``SavedStateError/fileNotReadable(_:)``.
  public func read() throws(SavedStateError) -> Data? {
    // A pipe might never be written to, and a device might never end.
    if isOther { throw .fileNotReadable("it is not a file") }
    do {
      return try Data(contentsOf: url)
    } catch {
      let code = (error as? CocoaError)?.code
      if code == .fileNoSuchFile || code == .fileReadNoSuchFile { return nil }
      throw .fileNotReadable(Self.reason(error))
    }
  }

  /// Replaces the contents of the file.
  ///
  /// Writes a temporary file beside it, such as `.settings.json.new`, synchronizes it to the disk and
  /// renames it, so that the file has either its old or its new contents, even after a crash. If a
  /// crash leaves the temporary file, the next write uses it. Blocks while it writes, and while
  /// another process writes the same file. Do not use it for a file that properties share.
  ///
  /// - Throws: ``SavedStateError/fileNotWritable(_:)``. The file is then unchanged.
  public func write(_ data: Data) throws(SavedStateError) {
    try replace(with: data) { true }
  }

  /// What a file contains, which is nil if it does not exist, or why it cannot be read.
  typealias Contents = Result<Data?, SavedStateError>

  /// What the file contains; blocks while it reads.
  var contents: Contents { Result { () throws(SavedStateError) in try read() } }

  /// Replaces the contents of the file if they are known.
  ///
  /// Writers that use this type wait for each other, also those of other processes, so that nothing
  /// changes between the comparison and the write.
  ///
  /// - Parameters:
  ///   - data: The new contents.
  ///   - known: The contents to replace.
  ///   - keepingOld: Whether to rename the old file.
  /// - Returns: Nil if the file has been replaced; otherwise its contents.
  /// - Throws: ``SavedStateError/fileNotWritable(_:)``. The contents are then unchanged.
  func write(
    _ data: Data,
    over known: Contents,
    keepingOld: Bool
  ) throws(SavedStateError) -> Contents? {
    var other: Contents?
    try replace(with: data) { () throws(SavedStateError) in
      let found = contents
      if found != known {
        other = found
      } else if keepingOld {
        try moveAside()
      }
      return other == nil
    }
    return other
  }

  private func replace(
    with data: Data,
    if isWanted: () throws(SavedStateError) -> Bool
  ) throws(SavedStateError) {
    // The write would also replace a pipe or a device.
    if isOther { throw .fileNotWritable("it is not a file") }
    try makeFolder()
    try FileReplacement.replace(url, with: data, if: isWanted)
  }

  private func makeFolder() throws(SavedStateError) {
    let folder = url.deletingLastPathComponent()
    if FileManager.default.fileExists(atPath: folder.path) { return }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .fileNotWritable("its folder cannot be made: \(Self.reason(error))")
    }
  }

  /// Renames the file, if it exists, to a name that no other file has.
  private func moveAside() throws(SavedStateError) {
    let files = FileManager.default
    guard exists else { return }
    if isOther { throw .fileNotWritable("it is not a file") }
    var other = url.appendingPathExtension("damaged")
    var number = 1
    while files.fileExists(atPath: other.path) {
      number += 1
      other = url.appendingPathExtension("damaged\(number)")
    }
    do {
      try files.moveItem(at: url, to: other)
    } catch {
      throw .fileNotWritable("the damaged file cannot be renamed: \(Self.reason(error))")
    }
  }

  /// Whether something is at the location.
  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Whether the location belongs to something other than a regular file.
  private var isOther: Bool {
    guard url.isFileURL else { return true }
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
