import Foundation
import KalugaArchitecture
import Testing

/// Checks that a scope releases finished work at once.
@Suite(.serialized, .timeLimit(.minutes(5)))
@MainActor
struct TaskScopeMemoryTests {
  enum Use: CaseIterable {
    case shortTasks, releasedChildren, childrenEndedWithTasks, lateCleanUps, releasedFlows

    @MainActor
    func once(in scope: TaskScope) {
      switch self {
      case .shortTasks: scope.launch { [captured = SimpleDisposable {}] in captured.dispose() }
      case .releasedChildren: scope.childScope().add(SimpleDisposable {})
      case .childrenEndedWithTasks:
        let child = scope.childScope()
        child.launch {}
        child.launch(on: .pool) { for await _ in EventChannel<Never>() {} }
        child.cancel()
      case .lateCleanUps:
        let child = scope.childScope()
        child.cancel()
        child.addCleanUp {}
      case .releasedFlows: _ = MutableSharedFlow<Int>().stateIn(scope, initial: 0, start: .lazily)
      }
    }
  }

  #if os(Linux)
    private func residentPages() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return try #require(Int(text.split(separator: " ")[1]))
    }

    @Test(arguments: Use.allCases)
    func `memory stays flat over many launches, child scopes and flows`(use: Use) async throws {
      let scope = TaskScope()
      var growth: [Int] = []
      for _ in 0..<6 {
        let before = try residentPages()
        for _ in 0..<100 {
          for _ in 0..<200 { use.once(in: scope) }
          await scope.waitUntilEmpty()
        }
        growth.append(try residentPages() - before)
      }
      #expect(scope.isActive && scope.runningCount == 0)
      // A leak of 20,000 blocks of 32 bytes needs 156 pages of 4 KiB in each round. Memory of other
      // tests that run at the same time is counted in some rounds.
      #expect(growth.dropFirst().contains { $0 < 100 }, "\(growth)")
    }
  #endif
}
