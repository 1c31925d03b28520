import Testing

@testable import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What several processes do with a file, without the processes.
struct SavedFileInternalsTests {
  @Test func `writers of one file replace only what they have read, and lose nothing`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = SavedFile.file(folder.appending(path: "count.txt"))
    // Like writers of several processes, these know of each other only by the file.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...4 {
        group.addTask { @concurrent in
          var known = SavedFile.Contents.success(nil)
          for _ in 1...25 {
            var isWritten = false
            while !isWritten {
              let count = try known.get().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
              let data = Data("\(count + 1)".utf8)
              let found = try file.write(data, over: known, keepingOld: false)
              isWritten = found == nil
              known = found ?? .success(data)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.read() == Data("100".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }
}
