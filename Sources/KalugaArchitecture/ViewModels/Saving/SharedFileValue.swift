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
///
/// Other processes may change the file. Nothing reports it, so the file is read again when a view
/// model is resumed, and compared before it is replaced.
@MainActor
final class SharedFileValue<Value: Codable & Equatable & Sendable>: SharedFile {
  private let file: SavedFile
  private let version: Int
  private let migrate: ((Int, Data) throws -> Value)?
  private weak var subject: InitializedSubject<Value>?
  private var newest: Value
  /// What the file contained when it was last read or written.
  private var known = SavedFile.Contents.success(nil)
  /// Whether these contents could not be restored and must be kept.
  private var isDamaged = false

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
    let value = SharedFileValue(file, fresh, version, migrate)
    if let saved = value.restore(file.contents, or: "begins with its fresh value") {
      value.newest = saved
    }
    // Only now, because a migration may have used the file.
    SharedFiles.add(value, for: file)
    return value.makeSubject()
  }

  private init(
    _ file: SavedFile,
    _ newest: Value,
    _ version: Int,
    _ migrate: ((Int, Data) throws -> Value)?
  ) {
    self.file = file
    self.version = version
    self.migrate = migrate
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

  private func didChange(to value: Value, by node: ObjectIdentifier) {
    if let subject, ObjectIdentifier(subject.node) != node {
      // A late post to a subject that has been released and replaced.
      subject.current = value
      return
    }
    // The value that another process has written is already in the file.
    if value == newest { return }
    // Released after the access.
    let previous = newest
    newest = value
    write()
    withExtendedLifetime(previous) {}
  }

  // MARK: Reading

  /// Notes what the file contains, and returns the value in it.
  ///
  /// Returns nil if the file does not exist, or if it cannot be restored, which is reported.
  private func restore(_ contents: SavedFile.Contents, or consequence: String) -> Value? {
    known = contents
    isDamaged = false
    do throws(SavedStateError) {
      guard let data = try contents.get() else { return nil }
      let value: Value = try SavedStateEnvelope.open(data, version: version, migrate: migrate)
      return value
    } catch {
      isDamaged = true
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .valueNotRestored,
          "the property saved in '\(file.name)' \(consequence): \(error)"
        )
      )
      return nil
    }
  }

  func beginRead() -> Int? {
    if written == changes { return changes }
    // A value that is not written yet is compared with the file when it is written.
    beginWriting()
    return nil
  }

  func didRead(_ contents: SavedFile.Contents, after change: Int) {
    subject?.node.applyPosts()
    // A later change is compared when it is written, and `flush` makes a deleted file again.
    guard changes == change, contents != known, contents != .success(nil),
      let value = restore(contents, or: "keeps its value")
    else { return }
    // Released after the access.
    let previous = newest
    newest = value
    subject?.current = value
    withExtendedLifetime(previous) {}
  }

  // MARK: Writing

  private func write() {
    changes += 1
    SharedFiles.setUnsaved(self, for: file)
    beginWriting()
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
        try await replace()
        written = attempt
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

  /// Writes the newest value over what is known to be in the file.
  private func replace() async throws(SavedStateError) {
    let value = newest
    let data = try await Self.seal(value, version)
    var isOtherLost = false
    while let found = try await Self.write(data, to: file, over: known, keepingOld: isDamaged) {
      let other = restore(found, or: "keeps its value")
      isOtherLost = other != nil && other != value
    }
    known = .success(data)
    isDamaged = false
    if isOtherLost {
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .valueNotSaved,
          "this process has replaced a value in '\(file.name)' that another process wrote after it "
            + "was last read. Let one process write the file, or use a file for each."
        )
      )
    }
  }

  @concurrent
  private nonisolated static func seal(
    _ value: Value,
    _ version: Int
  ) async throws(SavedStateError) -> Data {
    try SavedStateEnvelope.seal(value, version: version)
  }

  @concurrent
  private nonisolated static func write(
    _ data: Data,
    to file: SavedFile,
    over known: SavedFile.Contents,
    keepingOld: Bool
  ) async throws(SavedStateError) -> SavedFile.Contents? {
    try file.write(data, over: known, keepingOld: keepingOld)
  }

  func flush() async throws(SavedStateError) {
    subject?.node.applyPosts()
    // A write that began before this call may fail for a reason that is gone.
    await writing?.value
    if isDeleted { write() }
    guard written < changes else { return }
    beginWriting()
    await writing?.value
    if let failure { throw failure }
  }

  /// Whether the file has contained a value and is gone.
  private var isDeleted: Bool {
    if case .success(.some) = known { !isDamaged && !file.exists } else { false }
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
  /// Returns the change that the file contains, or nil if it must not be read now.
  func beginRead() -> Int?
  /// Lets the property have the value that another process has written.
  ///
  /// Does nothing if the property has changed since the change that the file contained.
  func didRead(_ contents: SavedFile.Contents, after change: Int)
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

  /// The task that reads the files, and whether it has to read them once more.
  private static var reading: Task<Void, Never>?
  private static var mustRead = false

  /// Reads the files, because other processes may have changed them while a view model was paused.
  static func viewModelDidResume() {
    guard entries.contains(where: { $0.value.value != nil }) else { return }
    mustRead = true
    guard reading == nil else { return }
    // Starts after the running job, so that the resumes of one job lead to one read. Detached,
    // because the files may have nothing to do with the task that resumes a view model.
    reading = Task.detached { await readAll() }
  }

  private static func readAll() async {
    while mustRead {
      mustRead = false
      for file in files { await read(file) }
    }
    reading = nil
  }

  private static func read(_ file: SavedFile) async {
    // A read does not keep the value of properties that are released.
    weak let value = value(of: file)
    guard let change = value?.beginRead() else { return }
    let contents = await contents(of: file)
    value?.didRead(contents, after: change)
  }

  @concurrent
  private nonisolated static func contents(of file: SavedFile) async -> SavedFile.Contents {
    file.contents
  }

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
