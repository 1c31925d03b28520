#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Replaces the contents of a file as a whole, by way of a temporary file beside it.
///
/// The temporary file always has the same name. One that a killed process has left is therefore used
/// by the next write. A lock on it makes writers wait for each other, also those of other processes.
/// The system releases the lock if a process ends.
enum FileReplacement {
  /// Replaces the contents of a file, whose folder exists.
  ///
  /// - Parameters:
  ///   - url: The location of the file.
  ///   - data: The new contents.
  ///   - isWanted: Decides, while other writers wait, whether to replace the contents.
  /// - Throws: ``SavedStateError/fileNotWritable(_:)``, or what `isWanted` throws. The file is then
  ///   unchanged.
  static func replace(
    _ url: URL,
    with data: Data,
    if isWanted: () throws(SavedStateError) -> Bool
  ) throws(SavedStateError) {
    let temporary = temporaryPath(for: url)
    let descriptor = try lockedDescriptor(of: temporary, for: url.path)
    // This also releases the lock.
    defer { close(descriptor) }
    do throws(SavedStateError) {
      try writeAll(data, to: descriptor)
      try check { fsync(descriptor) }
      if try isWanted() {
        try check { unsafe rename(temporary, url.path) }
      } else {
        _ = unsafe unlink(temporary)
      }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  private static func temporaryPath(for url: URL) -> String {
    // The system limits names to 255 bytes. Two long names may share one temporary file.
    let name = String(decoding: url.lastPathComponent.utf8.prefix(200), as: UTF8.self)
    return url.deletingLastPathComponent().appending(component: ".\(name).new").path
  }

  /// Opens the temporary file with the permissions of the file that it will replace, and locks it.
  private static func lockedDescriptor(
    of temporary: String,
    for path: String
  ) throws(SavedStateError) -> CInt {
    while true {
      let replaced = status { unsafe lstat(path, &$0) }
      // Without access by the owner, a file that a killed process has left could not be opened.
      let permissions = replaced.map { $0.st_mode & 0o777 | 0o600 }
      let descriptor = try check {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        return unsafe open(temporary, flags, permissions ?? 0o666)
      }
      // A file system without locks refuses, and writers are then on their own.
      _ = try? check { flock(descriptor, LOCK_EX) }
      // Another writer may have renamed or removed the file before this one got the lock.
      if let locked = status({ unsafe fstat(descriptor, &$0) }),
        let named = status({ unsafe lstat(temporary, &$0) }),
        locked.st_dev == named.st_dev, locked.st_ino == named.st_ino
      {
        if let permissions { fchmod(descriptor, permissions) }
        return descriptor
      }
      close(descriptor)
    }
  }

  private static func writeAll(_ data: Data, to descriptor: CInt) throws(SavedStateError) {
    try check { ftruncate(descriptor, 0) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = try check {
        unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func status(_ read: (inout stat) -> CInt) -> stat? {
    var status = stat()
    return read(&status) == 0 ? status : nil
  }

  /// Makes a call again while signals interrupt it; throws if it returns -1.
  @discardableResult
  private static func check<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(SavedStateError) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      if errno != EINTR { throw .fileNotWritable(reason(errno)) }
    }
  }

  private static func reason(_ code: CInt) -> String {
    switch code {
    case ENOENT: "no such file or folder"
    case ENOTDIR: "its folder is not a folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk is read-only"
    default: "the system refuses"
    }
  }
}
