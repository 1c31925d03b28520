#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value of a file that properties share.
///
/// The subject retains this object by its observer, so that each change is written. While the file
/// does not contain the newest value, the process retains it too, and a later property begins with
/// that value.
@MainActor
final class SharedFileValue<Value: Codable & Equatable & Sendable>: SharedFile {
  private let file: SavedFile
  private let version: Int
  private weak var subject: InitializedSubject<Value>?
  private var newest: Value
  /// Whether the file has contents that could not be restored and must be kept.
  private var isDamaged = false
  /// Whether the file has contained a value, so that it has been deleted if it is missing.
  private var hasExisted = false

  /// Counts the changes of the value.
  private var changes = 0
  /// The change that the file contains.
  private var written = 0
  private var writing: Task<Void, Never>?
  /// Why the last write failed.
  private var failure: SavedStateError?

  /// Returns the subject of a file, which is the same for all properties as long as one uses it.
  static func subject(
    of file: SavedFile,
    fresh: Value,
    version: Int,
    migrate: ((Int, Data) throws -> Value)?
  ) -> InitializedSubject<Value> {
    if let used = SharedFiles.value(of: file) {
      if let value = used as? SharedFileValue { return value.makeSubject() }
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .valueNotSaved,
          "another property uses the file '\(file.name)' for a value of another type than \(Value.self), "
            + "so this property is not saved. Use one type for each file."
        )
      )
      return InitializedSubject(wrappedValue: fresh)
    }
    let value = SharedFileValue(file, fresh, version)
    do throws(SavedStateError) {
      if let data = try file.read() {
        value.newest = try SavedStateEnvelope.open(data, version: version, migrate: migrate)
        value.hasExisted = true
      }
    } catch {
      value.isDamaged = true
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .valueNotRestored,
          "the property saved in '\(file.name)' begins with its fresh value: \(error)"
        )
      )
    }
    // Only now, because a migration may have used the file.
    SharedFiles.add(value, for: file)
    return value.makeSubject()
  }

  private init(_ file: SavedFile, _ newest: Value, _ version: Int) {
    self.file = file
    self.version = version
    self.newest = newest
  }

  private func makeSubject() -> InitializedSubject<Value> {
    if let subject { return subject }
    let subject = InitializedSubject(wrappedValue: newest)
    let node = ObjectIdentifier(subject.node)
    var isFirstCall = true
    _ = subject.observe { value in
      // The first call is not a change: it passes the value that is already known.
      if isFirstCall {
        isFirstCall = false
      } else {
        self.didChange(to: value, by: node)
      }
    }
    self.subject = subject
    return subject
  }

  // MARK: Writing

  private func didChange(to value: Value, by node: ObjectIdentifier) {
    if let subject, ObjectIdentifier(subject.node) != node {
      // A late post to a subject that has been released and replaced.
      subject.current = value
      return
    }
    // Released after the access.
    let previous = newest
    newest = value
    changes += 1
    SharedFiles.setUnsaved(self, for: file)
    beginWriting()
    withExtendedLifetime(previous) {}
  }

  private func beginWriting() {
    guard writing == nil else { return }
    // Starts after the running job, so that the changes of one job lead to one write.
    writing = Task { await writeUntilDone() }
  }

  private func writeUntilDone() async {
    var attempt: Int
    repeat {
      attempt = changes
      do throws(SavedStateError) {
        try await Self.write(newest, version, file, keepingOld: isDamaged)
        written = attempt
        isDamaged = false
        hasExisted = true
        failure = nil
      } catch {
        // The same failure of each later change would say nothing new.
        if failure != error { report(error) }
        failure = error
      }
    } while changes != attempt
    writing = nil
    if written == changes { SharedFiles.setUnsaved(nil, for: file) }
  }

  @concurrent
  private nonisolated static func write(
    _ value: Value,
    _ version: Int,
    _ file: SavedFile,
    keepingOld: Bool
  ) async throws(SavedStateError) {
    let data = try SavedStateEnvelope.seal(value, version: version)
    if keepingOld { try file.moveAside() }
    try file.write(data)
  }

  func flush() async throws(SavedStateError) {
    subject?.node.parts?.applyPosts()
    // A write that began before this call may fail for a reason that is gone.
    await writing?.value
    guard written < changes || (hasExisted && !file.exists) else { return }
    beginWriting()
    await writing?.value
    if let failure { throw failure }
  }

  private func report(_ error: SavedStateError) {
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .valueNotSaved,
        "the newest value of the property saved in '\(file.name)' is not saved: \(error)"
      )
    )
  }
}

/// The value of a file, with its type erased.
@MainActor
protocol SharedFile: AnyObject {
  func flush() async throws(SavedStateError)
}

/// The values of the files that properties of the process use.
@MainActor
enum SharedFiles {
  private struct Entry {
    weak var value: (any SharedFile)?
    /// The same object, if it has a value that the file does not contain.
    var unsaved: (any SharedFile)?
  }

  private static var entries: [SavedFile: Entry] = [:]

  static var files: [SavedFile] { entries.filter { $0.value.value != nil }.map(\.key) }

  static func value(of file: SavedFile) -> (any SharedFile)? { entries[file]?.value }

  static func add(_ value: any SharedFile, for file: SavedFile) {
    entries = entries.filter { $0.value.value != nil }
    entries[file] = Entry(value: value)
  }

  /// Called by the object itself, so that it is not released during the access.
  static func setUnsaved(_ value: (any SharedFile)?, for file: SavedFile) {
    entries[file]?.unsaved = value
  }
}

extension SavedFile {
  /// The name of the file, for diagnostics; the path may be private.
  fileprivate var name: String { url.lastPathComponent }
}
