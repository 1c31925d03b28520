import Testing

@testable import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What lifecycle calls do not look at.
@MainActor
struct ViewModelInternalsTests {
  private final class VisitedViewModel: BaseLifecycleViewModel {
    private let visits: Visits

    init(_ visits: Visits) {
      self.visits = visits
      super.init()
    }

    override var members: [BaseLifecycleViewModel] {
      visits.count += 1
      return super.members
    }
  }

  @MainActor
  private final class Visits {
    var count = 0
  }

  @Test func `a family that is moved outside of hooks is not searched for running hooks`() {
    let visits = Visits()
    let family = (0..<100).map { _ in VisitedViewModel(visits) }
    for (parent, child) in zip(family, family.dropFirst()) { parent.addChild(child) }
    family[0].didResume()
    family[0].didPause()
    family[0].clear()
    #expect(visits.count == 0)
    #expect(family.allSatisfy { $0.currentStage == .cleared })
  }

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
