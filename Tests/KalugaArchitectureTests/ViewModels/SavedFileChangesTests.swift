import Foundation
import KalugaArchitecture
import Testing

/// Files that another process changes while properties use them.
extension ArchitectureDiagnosticsTests {
  /// Returns what another process would write for a value.
  private func contents(_ value: Int, version: Int = 1, in folder: URL) async throws -> Data {
    let file = SavedFile.file(folder.appending(path: "other-\(UUID()).json"))
    let other = Saved(wrappedValue: value - 1, file, version: version)
    other.wrappedValue = value
    try await file.flush()
    return try #require(try file.read())
  }

  /// Shows a new screen, which reads the files again.
  private func resume() { BaseLifecycleViewModel().didResume() }

  /// Returns after all files have been read at a resume after this call.
  private func filesRead(in folder: URL) async throws {
    let file = SavedFile.file(folder.appending(path: "read-\(UUID()).json"))
    let value = Saved(wrappedValue: 0, file)
    // A running pass over the files may have read some of them before this call. The next one has
    // ended when the third one reads this file.
    for number in 1...3 {
      try await contents(number, in: folder).write(to: file.url)
      resume()
      await until(value.wrappedValue == number)
    }
  }

  private var replaced: String {
    "' that another process wrote after it was last read. Let one process write the file, or use a "
      + "file for each."
  }

  /// swift-sharing #147: changes by another process did not arrive.
  @Test func `a value of another process reaches observers at a resume, and is not written again`()
    async throws
  {
    try await inFolder { folder, url in
      let file = SavedFile.file(url)
      let (first, second) = (Saved(wrappedValue: 0, file), Saved(wrappedValue: 0, file))
      var seen: [Int] = []
      let observation = first.projectedValue.observe { seen.append($0) }
      first.wrappedValue = 1
      try await file.flush()
      // Also one that is formatted in another way.
      for value in 2...3 {
        let data = try await contents(value, in: folder) + Data("\n".utf8)
        try data.write(to: url, options: .atomic)
        #expect(second.wrappedValue == value - 1)
        resume()
        await until(second.wrappedValue == value)
        await SavedFile.flushAll()
        #expect(try file.read() == data)
      }
      // Nothing has changed since then.
      try await filesRead(in: folder)
      observation.dispose()
      #expect(seen == [0, 1, 2, 3])
    }
  }

  @Test(arguments: [false, true])
  func `a change replaces what another process has written, and that is reported`(
    isResumed: Bool
  ) async throws {
    let reports = try await inFolder(reporting: [.valueNotSaved]) { folder, url in
      let file = SavedFile.file(url)
      let mine = Saved(wrappedValue: 0, file)
      mine.wrappedValue = 1
      try await file.flush()
      try await contents(2, in: folder).write(to: url, options: .atomic)
      // A read that has not begun when the property changes does not replace the change.
      if isResumed { resume() }
      mine.wrappedValue = 3
      try await file.flush()
      #expect(mine.wrappedValue == 3)
      #expect(try await file.read() == contents(3, in: folder))
      mine.wrappedValue = 4
      try await file.flush()
    }
    #expect(reports.allSatisfy { $0.description.hasSuffix(replaced) })
  }

  @Test func `a posted value is newer than one that was read before`() async throws {
    try await inFolder(reporting: [.valueNotSaved]) { folder, url in
      let file = SavedFile.file(url)
      let mine = Saved(wrappedValue: 0, file)
      try await contents(2, in: folder).write(to: url, options: .atomic)
      resume()
      postFromElsewhere(3, to: mine.projectedValue)
      try await file.flush()
      try await filesRead(in: folder)
      #expect(mine.wrappedValue == 3)
    }
  }

  @Test func `an equal value of another process does not conflict`() async throws {
    try await inFolder { folder, url in
      let file = SavedFile.file(url)
      let mine = Saved(wrappedValue: 0, file)
      try await contents(2, in: folder).write(to: url, options: .atomic)
      mine.wrappedValue = 2
      try await file.flush()
    }
  }

  @Test(arguments: [1, 2])
  func `what another process has damaged or written in a newer format is kept beside the file`(
    version: Int
  ) async throws {
    let reports = try await inFolder(reporting: [.valueNotRestored, .valueNotRestored]) {
      folder,
      url in
      let file = SavedFile.file(url)
      let mine = Saved(wrappedValue: 0, file)
      mine.wrappedValue = 1
      try await file.flush()
      let foreign = try await contents(2, version: version, in: folder).dropLast(2 - version)
      for isResumed in [true, false] {
        try Data(foreign).write(to: url, options: .atomic)
        if isResumed {
          try await filesRead(in: folder)
          #expect(try file.read() == Data(foreign))
        }
        mine.wrappedValue += 1
        try await file.flush()
      }
      #expect(mine.wrappedValue == 3)
      #expect(try await file.read() == contents(3, in: folder))
      for suffix in ["damaged", "damaged2"] {
        #expect(try Data(contentsOf: url.appendingPathExtension(suffix)) == Data(foreign))
      }
    }
    #expect(reports.allSatisfy { $0.description.contains("' keeps its value: saved state ") })
  }

  @Test func `a failed write is repeated at a resume`() async throws {
    try await inFolder(reporting: [.valueNotSaved]) { folder, url in
      let obstacle = folder.appending(path: "obstacle")
      let file = SavedFile.file(obstacle.appending(path: url.lastPathComponent))
      let mine = Saved(wrappedValue: 0, file)
      try Data().write(to: obstacle)
      mine.wrappedValue = 1
      await #expect(throws: SavedStateError.self) { try await file.flush() }
      try FileManager.default.removeItem(at: obstacle)
      resume()
      await until((try? file.read()) != nil)
    }
  }

  @Test func `a file that is gone at a resume leaves its value unchanged`() async throws {
    try await inFolder { folder, url in
      let file = SavedFile.file(url)
      let mine = Saved(wrappedValue: 0, file)
      mine.wrappedValue = 1
      try await file.flush()
      try FileManager.default.removeItem(at: url)
      try await filesRead(in: folder)
      #expect(mine.wrappedValue == 1)
    }
  }
}
