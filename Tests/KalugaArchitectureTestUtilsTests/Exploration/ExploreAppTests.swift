import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// Explores an app in which faults are planted.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExploreAppTests {
  /// Explores the kiosk, without a report to the test framework.
  private func explore(
    _ fault: Fault?,
    maximumStates: Int = 1000,
    maximumDepth: Int = 50,
    ignoring ignored: Set<ExplorationFindingKind> = []
  ) async throws -> Exploration<KioskMove> {
    let remains = Remains()
    let explorer = AppExplorer(
      AppWalker(ignoring: ignored) { Kiosk($0, $1, fault, remains) },
      maximumStates: maximumStates,
      maximumDepth: maximumDepth
    )
    let exploration = try await explorer.explore()
    await remains.end()
    return exploration
  }

  @Test(arguments: PlantedFault.all)
  func `each planted fault is found with the shortest path`(_ planted: PlantedFault) async throws {
    // To look for a longer path than the expected one takes too long.
    let exploration = try await explore(
      planted.fault,
      maximumDepth: planted.depth,
      ignoring: planted.ignored
    )
    #expect(Set(exploration.findings.map(\.kind)) == Set(planted.kinds), "\(exploration)")
    for kind in planted.kinds {
      #expect(exploration.findings.first { $0.kind == kind }?.path == planted.path)
    }
    #expect(exploration.findings.map(\.path.count).isSorted)
  }

  @Test func `all kinds of findings are tested`() {
    // GrowingStackTests, UnsavedValueTests and ExploredPanesTests find the others.
    let others: Set<ExplorationFindingKind> = [.growingStack, .unsavedValue, .changedByWidth]
    let planted = Set(PlantedFault.all.flatMap(\.kinds))
    #expect(planted.union(others) == Set(ExplorationFindingKind.allCases))
  }

  @Test func `a path that crashes is the last one that is written`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await exploreApp(writesPaths: true) {
        Kiosk($0, $1, .crash, Remains())
      }
    }
    let path = lastExploredPath(in: result?.standardErrorContent ?? [])
    #expect(path == "[.move(.open(1)), .move(.more)]")
    #expect(lastExploredPath(in: "no path\n".utf8) == nil)
  }

  @Test func `a diagnostic is a finding, and is not printed at each of its occurrences`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let tests = ExploreAppTests()
      let exploration = try await tests.explore(.amountDoesNotDecode, maximumDepth: 3)
      #expect(exploration.findings.contains { $0.kind == .diagnostic })
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!printed.contains("KalugaArchitecture:"), "\(printed)")
  }

  @Test func `an app without a fault has no findings, and all its states are visited`() async throws
  {
    let remains = Remains()
    let exploration = try await exploreApp { Kiosk($0, $1, nil, remains) }
    let (states, events, depth) = (
      exploration.stateCount, exploration.eventCount, exploration.depth
    )
    #expect(
      "\(exploration)"
        == "\(states) states, \(events) events, at most \(depth) events deep: these are all states"
    )
    #expect(exploration.isComplete)
    #expect(exploration.findings == [])
    // At its bounds, it is complete, too.
    let bounded = try await explore(
      nil,
      maximumStates: states,
      maximumDepth: depth,
      ignoring: .interruptions
    )
    #expect(bounded.isComplete)
  }

  // MARK: Bounds

  @Test func `at most maximumStates states are visited`() async throws {
    for bound in [1, 5] {
      let exploration = try await explore(
        nil,
        maximumStates: bound,
        ignoring: .interruptions
      )
      #expect(exploration.stateCount == bound)
      #expect(!exploration.isComplete)
      // A screen that was not reached may be among the states that were not visited.
      #expect(exploration.findings == [])
    }
  }

  @Test func `paths are not continued after maximumDepth events`() async throws {
    for bound in [0, 1] {
      let exploration = try await explore(nil, maximumDepth: bound, ignoring: .interruptions)
      #expect(exploration.depth == bound)
      #expect(!exploration.isComplete)
    }
    // The rule breaks after the last event of the path, in a state that is not visited any more.
    for (bound, lengths) in [(3, [4]), (2, [])] {
      let exploration = try await explore(
        .limitIsOffByOne,
        maximumDepth: bound,
        ignoring: .interruptions
      )
      #expect(exploration.findings.map(\.path.count) == lengths)
    }
  }

  @Test func `ignored kinds are not looked for`() async throws {
    for planted in PlantedFault.all where planted.kinds.count == 2 {
      let exploration = try await explore(
        planted.fault,
        maximumDepth: planted.depth,
        ignoring: planted.ignored.union([planted.kinds[0]])
      )
      #expect(Set(exploration.findings.map(\.kind)) == [planted.kinds[1]])
    }
    // Without restarts, there is nothing to say about them either.
    let exploration = try await explore(
      .resultIsRegisteredLate,
      maximumDepth: 3,
      ignoring: [.changedByRestart, .changedBySecondTap]
    )
    #expect(exploration.findings == [])
  }

  // MARK: The report

  @Test func `the report has the extent, the problem and a test that shows it`() async throws {
    let deep = try await explore(.limitIsOffByOne, maximumDepth: 3, ignoring: .interruptions)
    #expect(
      "\(deep)" == """
        \(deep.stateCount) states, \(deep.eventCount) events, at most 3 events deep: not all \
        states were visited
        broken rule: tooMany
            try await replayApp([.move(.open(1)), .move(.more), .move(.more), .move(.more)]) { … }
        """
    )
    let shallow = try await explore(.pauseResetsAmount, maximumDepth: 2)
    let difference = """
      changed by a pause: the states differ (- expected, + found):
      line 4
      -   amount: 1
      +   amount: 0
      line 6
      - 1 shown, 0 ordered
      + 0 shown, 0 ordered
          try await replayApp([.move(.open(1)), .move(.more), .background, .foreground]) { … }
      """
    #expect("\(shallow)".hasSuffix("\n\(difference)"))
    let leak = try await explore(
      .closureRetainsItem,
      maximumDepth: 0,
      ignoring: .interruptions
    )
    let closures = "retains closures that must capture it weakly: onResult('answer'), poll at "
    #expect("\(leak)".contains("KioskItem, which \(closures)"), "\(leak)")
  }
}

extension [Int] {
  fileprivate var isSorted: Bool { self == sorted() }
}
