import Foundation
import KalugaArchitecture
import Testing

/// Values in files that properties share.
extension ArchitectureDiagnosticsTests {
  private struct Settings: SavableState {
    var theme = "light"
    var size = 1
  }

  private final class Page: BaseLifecycleViewModel {
    @Saved var settings: Settings

    init(_ url: URL, version: Int = 1) {
      _settings = Saved(wrappedValue: Settings(), .file(url), version: version)
      super.init()
    }
  }

  private final class Counter: BaseLifecycleViewModel {
    @Saved var count: Int

    init(_ url: URL) {
      _count = Saved(wrappedValue: 7, .file(url))
      super.init()
    }
  }

  /// Runs a test in a new folder, and returns the diagnostics about its file, which must be of these
  /// kinds.
  @discardableResult
  func inFolder(
    reporting kinds: [ArchitectureDiagnostic.Kind] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @MainActor (_ folder: URL, _ file: URL) async throws -> Void
  ) async throws -> [ArchitectureDiagnostic] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = "settings-\(UUID()).json"
    let reports = await Self.diagnostics(about: name) {
      do {
        try await body(folder, folder.appending(path: name))
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
      }
    }
    #expect(reports.map(\.kind) == kinds, "\(reports)", sourceLocation: sourceLocation)
    return reports
  }

  /// Queues a value: code without isolation does not write immediately, whatever its thread.
  nonisolated func postFromElsewhere(_ value: Int, to subject: InitializedSubject<Int>) {
    subject.post(value)
  }

  func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
      String(name.drop { $0 != "." })
    }
    .sorted()
  }

  @Test func `flush writes a value that was posted before`() async throws {
    try await inFolder { _, url in
      let counter = Counter(url)
      postFromElsewhere(5, to: counter.$count)
      try await SavedFile.file(url).flush()
      let data = try #require(try SavedFile.file(url).read())
      #expect(String(decoding: data, as: UTF8.self).contains("5"))
    }
  }

  @Test func `a property that replaces a released one receives its late posts`() async throws {
    try await inFolder { _, url in
      postFromElsewhere(5, to: Counter(url).$count)
      let counter = Counter(url)
      await until(counter.count == 5)
      await SavedFile.flushAll()
    }
  }

  @Test func `links to a file and to its folder lead to one value`() async throws {
    try await inFolder { folder, url in
      let files = FileManager.default
      let real = folder.appending(path: "real")
      try files.createDirectory(at: real, withIntermediateDirectories: false)
      try files.createSymbolicLink(
        atPath: folder.appending(path: "link").path,
        withDestinationPath: "real"
      )
      let name = url.lastPathComponent
      try files.createSymbolicLink(atPath: url.path, withDestinationPath: "link/\(name)")
      // The file does not exist yet.
      let names = [url, real.appending(path: name), folder.appending(path: "link/\(name)")]
      #expect(Set(names.map { SavedFile.file($0) }).count == 1)
      let counters = names.map { Counter($0) }
      counters[0].count = 3
      #expect(counters.map(\.count) == [3, 3, 3])
      await SavedFile.flushAll()
      #expect(try files.destinationOfSymbolicLink(atPath: url.path) == "link/\(name)")
      #expect(files.fileExists(atPath: names[1].path))
    }
  }

  @Test func `a value in a file is shared by all view models, and read by a later one`()
    async throws
  {
    try await inFolder { folder, url in
      let pages = [Page(url), Page(url)]
      #expect(pages[0].$settings === pages[1].$settings)
      #expect(try names(in: folder).isEmpty)
      for size in 2...50 { pages[0].settings.size = size }
      pages[1].settings.theme = "dark"
      try await SavedFile.file(url).flush()
      #expect(try names(in: folder) == [".json"])
      let data = try #require(try SavedFile.file(url).read())
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      #expect(lines.first == "{")
      #expect(lines.dropFirst(2).joined().contains(#""state" : {    "size" : 50,"#))
    }
  }

  @Test func `the newest value is written after all owners have been released`() async throws {
    try await inFolder { folder, url in
      var page: Page? = Page(url)
      weak let subject = page?.$settings
      page?.settings.size = 2
      page = nil
      #expect(subject == nil)
      // A property that is made before the write ends has the newest value.
      page = Page(url)
      #expect(page?.settings.size == 2)
      page?.settings.theme = "dark"
      page = nil
      await SavedFile.flushAll()
      await mainActorQueueDrained()
      let data = try #require(try SavedFile.file(url).read())
      #expect(String(decoding: data, as: UTF8.self).contains("dark"))
      let later = Page(url).settings
      #expect(later == Settings(theme: "dark", size: 2))
    }
  }

  @Test func `a file that cannot be restored is kept beside the new one`() async throws {
    try await inFolder(reporting: Array(repeating: .valueNotRestored, count: 4)) { folder, url in
      for text in ["{\"checksum\"", "[]"] {
        try Data(text.utf8).write(to: url)
        var page: Page? = Page(url)
        #expect(page?.settings == Settings())
        #expect(try Data(contentsOf: url) == Data(text.utf8))
        page?.settings.size += 1
        try await SavedFile.file(url).flush()
        page = nil
        await mainActorQueueDrained()
      }
      #expect(try names(in: folder) == [".json", ".json.damaged", ".json.damaged2"])
      let kept = try Data(contentsOf: url.appendingPathExtension("damaged"))
      #expect(String(decoding: kept, as: UTF8.self) == "{\"checksum\"")
      // Data of another version or type is kept, too.
      #expect(Page(url, version: 2).settings == Settings())
      await mainActorQueueDrained()
      #expect(Counter(url).count == 7)
      await mainActorQueueDrained()
      #expect(Page(url).settings.size == 2)
    }
  }

  @Test func `a write that fails is reported, and repeated by flush`() async throws {
    try await inFolder(reporting: [.valueNotSaved, .valueNotSaved]) { folder, url in
      let files = FileManager.default
      let (link, other) = (folder.appending(path: "link"), folder.appending(path: "other"))
      let file = SavedFile.file(link.appending(path: url.lastPathComponent))
      let page = Page(file.url)
      try Data().write(to: folder.appending(path: "obstacle"))
      try files.createSymbolicLink(atPath: link.path, withDestinationPath: "obstacle")
      for size in 2...3 {
        page.settings.size = size
        await #expect(throws: SavedStateError.fileNotWritable("its folder is not a folder")) {
          try await file.flush()
        }
      }
      // In one step: view models of other tests that are resumed write the file too, and without the
      // link such a write would fail for another reason, which would be reported as well.
      try files.createSymbolicLink(atPath: other.path, withDestinationPath: ".")
      #expect(rename(other.path, link.path) == 0)
      try await file.flush()
      #expect(try file.read() != nil)
      // After a write that has succeeded, the same failure is another one.
      try files.createSymbolicLink(atPath: other.path, withDestinationPath: "obstacle")
      #expect(rename(other.path, link.path) == 0)
      page.settings.size = 4
      await #expect(throws: SavedStateError.fileNotWritable("its folder is not a folder")) {
        try await file.flush()
      }
    }
  }

  @Test func `a missing folder is made when a value is written`() async throws {
    try await inFolder { folder, url in
      let file = SavedFile.file(folder.appending(path: "new/folder/\(url.lastPathComponent)"))
      let page = Page(file.url)
      try await file.flush()
      #expect(try names(in: folder) == [])
      page.settings.size = 2
      try await file.flush()
      #expect(try file.read() != nil)
    }
  }

  @Test func `flush writes a file again that was deleted while it is in use`() async throws {
    try await inFolder { folder, url in
      let written = Page(url)
      written.settings.size = 2
      try await SavedFile.file(url).flush()
      try FileManager.default.removeItem(at: url)
      written.settings.size = 2
      await SavedFile.flushAll()
      let again = try #require(try SavedFile.file(url).read())

      let read = SavedFile.file(folder.appending(path: "\(UUID()) \(url.lastPathComponent)"))
      try read.write(again)
      let page = Page(read.url)
      #expect(page.settings.size == 2)
      try FileManager.default.removeItem(at: read.url)
      try await read.flush()
      #expect(try read.read() == again)
    }
  }

  /// swift-sharing #113, Essenty #86: one value that cannot be written takes all others with it.
  @Test func `a file keeps its last written value, and is written again afterwards`() async throws {
    try await inFolder(reporting: [.valueNotSaved]) { _, url in
      let file = SavedFile.file(url)
      let zoom = Saved(wrappedValue: 1.0, file)
      zoom.wrappedValue = 2
      try await file.flush()
      let written = try file.read()
      zoom.wrappedValue = .infinity
      await #expect(throws: SavedStateError.self) { try await file.flush() }
      #expect(try file.read() == written)
      zoom.wrappedValue = 3
      try await file.flush()
      #expect(try file.read() != written)
    }
  }

  /// swift-sharing #213, swift-composable-architecture #3074: writes of short-lived owners are lost.
  @Test func `short-lived owners of a file lose no write`() async throws {
    try await inFolder { folder, url in
      let file = SavedFile.file(url)
      for round in 0..<60 {
        do {
          let counter = Saved(wrappedValue: 0, file)
          #expect(counter.wrappedValue == round)
          counter.wrappedValue += 1
          if round % 7 == 0 { counter.projectedValue.post(counter.wrappedValue) }
        }
        switch round % 4 {
        case 0: await Task.yield()
        case 1: await mainActorQueueDrained()
        case 2: try await file.flush()
        default: break
        }
      }
      await SavedFile.flushAll()
      await mainActorQueueDrained()
      #expect(Saved(wrappedValue: 0, file).wrappedValue == 60)
      #expect(try names(in: folder) == [".json"])
    }
  }

  @Test func `all spellings of a location name one file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "promise-\(UUID())")
    let beside = folder.appending(path: "x", directoryHint: .notDirectory)
    let spellings = [
      folder.appending(path: "a/../1 é.json"), folder.appending(path: "./1 é.json"),
      URL(filePath: folder.path + "//1 é.json"), URL(filePath: "1 é.json", relativeTo: beside),
      try #require(URL(string: "file://" + folder.path + "/1%20%C3%A9.json")),
    ]
    let plain = SavedFile.file(folder.appending(path: "1 é.json"))
    for spelling in spellings { #expect(SavedFile.file(spelling) == plain, "\(spelling)") }
  }

  // MARK: The temporary file

  @Test func `the next write uses the temporary file that a killed process has left`() async throws
  {
    try await inFolder { folder, url in
      let left = folder.appending(path: ".\(url.lastPathComponent).new")
      try Data(repeating: 1, count: 100_000).write(to: left)
      let page = Page(url)
      page.settings.size = 2
      try await SavedFile.file(url).flush()
      #expect(try names(in: folder) == [".json"])
      let data = try #require(try SavedFile.file(url).read())
      #expect(data.count < 1_000)
    }
  }

  @Test func `a file keeps its permissions, and its name may be of any length`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = SavedFile.file(folder.appending(path: String(repeating: "ü", count: 127)))
    try file.write(Data([1]))
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.url.path)
    try file.write(Data([2]))
    let permissions = try files.attributesOfItem(atPath: file.url.path)[.posixPermissions]
    #expect((permissions as? NSNumber)?.intValue == 0o640)
    #expect(try file.read() == Data([2]))
  }

  @Test func `writes of one file at the same time leave the contents of one of them`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = SavedFile.file(folder.appending(path: "shared.bin"))
    // Writers of one process wait for each other like those of several processes.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...4 {
        group.addTask { @concurrent in
          for turn in 1...10 {
            let count = (number * turn * 997) % 60_000 + 1
            try file.write(Data(repeating: UInt8(count % 251), count: count))
            let data = try #require(try file.read())
            #expect(data.allSatisfy { $0 == UInt8(data.count % 251) })
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try names(in: folder) == [".bin"])
  }

  @Test func `what is not a file is neither read nor replaced`() async throws {
    try await inFolder(reporting: [.valueNotRestored, .valueNotSaved]) { _, url in
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      let page = Page(url)
      page.settings.size = 2
      await #expect(throws: SavedStateError.fileNotWritable("it is not a file")) {
        try await SavedFile.file(url).flush()
      }
      #expect(throws: SavedStateError.fileNotReadable("it is not a file")) {
        try SavedFile.file(url).read()
      }
    }
  }

  @Test func `numbers of different types do not meet in a file`() async throws {
    // All of these are written alike, and would be equal as `AnyHashable`.
    try await inFolder(reporting: Array(repeating: .valueNotSaved, count: 3)) { _, url in
      let file = SavedFile.file(url)
      let first = Saved(wrappedValue: 7, file)
      first.wrappedValue = 8
      try await file.flush()
      let others = (
        Saved(wrappedValue: Int64(7), file), Saved(wrappedValue: 7.0, file),
        Saved(wrappedValue: Int?(7), file)
      )
      #expect(others.0.wrappedValue == 7)
      #expect(others.1.wrappedValue == 7)
      #expect(others.2.wrappedValue == 7)
      (others.0.wrappedValue, others.1.wrappedValue, others.2.wrappedValue) = (1, 2, 3)
      first.wrappedValue = 9
      try await file.flush()
      #expect(Saved(wrappedValue: 0, file).wrappedValue == 9)
      let data = try #require(try file.read())
      #expect(String(decoding: data, as: UTF8.self).contains("9"))
    }
  }

  @Test func `a value of an earlier type is read by its format`() async throws {
    try await inFolder(reporting: [.valueNotRestored]) { _, url in
      let file = SavedFile.file(url)
      do {
        let old = Saved(wrappedValue: 7, file)
        old.wrappedValue = 8
        try await file.flush()
      }
      await mainActorQueueDrained()
      do {
        let new = Saved(wrappedValue: Int64(0), file)
        #expect(new.wrappedValue == 8)
      }
      await mainActorQueueDrained()
      #expect(Saved(wrappedValue: "fresh", file).wrappedValue == "fresh")
    }
  }

  @Test func `links that form a circle are not followed endlessly`() async throws {
    try await inFolder { folder, url in
      try FileManager.default.createSymbolicLink(
        atPath: url.path,
        withDestinationPath: url.lastPathComponent
      )
      #expect(SavedFile.file(url) == .file(url))
    }
  }

  // MARK: Reports

  // Raifa21/VRC-Worlds-Manager-v2#251: after a crash, the file has its length, and consists of zeros.
  @Test func `a file of zeros is kept, and the property begins with its default`() async throws {
    try await inFolder(reporting: [.valueNotRestored]) { folder, url in
      try Data(repeating: 0, count: 200).write(to: url)
      let page = Page(url)
      #expect(page.settings == Settings())
      page.settings.size = 2
      try await SavedFile.file(url).flush()
      #expect(try names(in: folder) == [".json", ".json.damaged"])
      #expect(try Data(contentsOf: url.appendingPathExtension("damaged")).allSatisfy { $0 == 0 })
    }
  }

  // apoorvdarshan/fud-ai#296: the copy of a damaged file cannot be made, and the file is replaced.
  @Test func `a damaged file that cannot be renamed is not replaced`() async throws {
    try await inFolder(reporting: [.valueNotRestored, .valueNotSaved]) { folder, short in
      // The system limits names to 255 bytes, so that there is no room for ".damaged".
      let long = String(repeating: "x", count: 250 - short.lastPathComponent.utf8.count)
      let url = folder.appending(path: long + short.lastPathComponent)
      try Data("damaged".utf8).write(to: url)
      let page = Page(url)
      page.settings.size = 2
      await #expect(throws: SavedStateError.self) { try await SavedFile.file(url).flush() }
      #expect(try Data(contentsOf: url) == Data("damaged".utf8))
      #expect(page.settings.size == 2)
    }
  }

  // tsouza/yajs#51: an editor has put a byte order mark in front of the JSON.
  @Test func `a file that an editor has begun with a byte order mark is read`() async throws {
    try await inFolder { _, url in
      let json = "\u{FEFF}" + #"{"state": {"theme": "dark", "size": 3}, "version": 1}"#
      try Data(json.utf8).write(to: url)
      #expect(Page(url).settings == Settings(theme: "dark", size: 3))
    }
  }
}
