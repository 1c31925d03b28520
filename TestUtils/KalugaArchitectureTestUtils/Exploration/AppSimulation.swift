import KalugaArchitecture
import KalugaSessions

/// A random session, and the shortest session with a problem that it can be cut down to.
@MainActor
final class AppSimulation<App: ExploredApp> {
  typealias Path = [AppEvent<App.Move>]

  private let seed: UInt64
  private let ignored: Set<ExplorationFindingKind>
  private let makeApp: ReplayedAppFactory<App>

  init(
    seed: UInt64,
    ignoring ignored: Set<ExplorationFindingKind>,
    _ makeApp: @escaping ReplayedAppFactory<App>
  ) {
    self.seed = seed
    self.ignored = ignored
    self.makeApp = makeApp
  }

  func run(eventCount: Int) async throws -> ExplorationFinding<App.Move>? {
    guard let finding = try await randomSession(eventCount) else { return nil }
    return try await shrink(finding)
  }

  private func randomSession(_ count: Int) async throws -> ExplorationFinding<App.Move>? {
    let walker = AppWalker(ignoring: ignored, seed: seed, makeApp)
    let seed = seed
    let interruptions: Path = [.partlyCovered, .background, .restart].filter(walker.tries)
    try await walker.walk { walk in
      var random = SeededRandom(seed: seed)
      // After a move during a pause, states are not compared. Only some sessions have such moves.
      let movesInPauses = Bool.random(using: &random)
      for _ in 0..<max(0, count) where walk.found.isEmpty {
        try Task.checkCancellation()
        // While the app is active mostly a move, in a pause mostly its end.
        let isActive = walk.walk.isActive
        let width: AppEvent<App.Move> = walk.walk.isWide ? .narrow : .wide
        let hasWidths = walker.tries(width) && (walk.walk.isWide || walk.walk.hasDetail)
        let interruptions = interruptions + (hasWidths ? [width] : [])
        let moves = isActive || movesInPauses ? self.events(of: walk.walk) : []
        let choices =
          isActive
          ? [moves, moves, interruptions] : [moves, interruptions + [.foreground], [.foreground]]
        let some = choices.filter { !$0.isEmpty }.randomElement(using: &random)
        guard let event = some?.randomElement(using: &random) else { return }
        try await walk.step(event)
      }
      try await walk.checkLink()
    }
    return walker.findings.first
  }

  /// The events that are possible, each move also made twice at once.
  private func events(of walk: AppWalk<App>) -> Path {
    walk.app.events + (ignored.contains(.changedBySecondTap) ? [] : walk.app.secondTaps)
  }

  /// Leaves out one or two events at a time, as long as a problem remains.
  private func shrink(
    _ finding: ExplorationFinding<App.Move>
  ) async throws -> ExplorationFinding<App.Move> {
    for path in Self.shorterPaths(than: finding.path) {
      guard let shorter = try await replay(path), shorter.path.count < finding.path.count else {
        continue
      }
      return try await shrink(shorter)
    }
    return finding
  }

  /// Returns the path without each single event, and then without each pair of events.
  private static func shorterPaths(than path: Path) -> [Path] {
    let last = path.indices.reversed()
    let pairs = last.flatMap { second in path.indices.prefix(second).map { [$0, second] } }
    return (last.map { [$0] } + pairs).map { left in
      path.indices.filter { !left.contains($0) }.map { path[$0] }
    }
  }

  /// Carries out those events of a path that are possible.
  private func replay(_ path: Path) async throws -> ExplorationFinding<App.Move>? {
    let walker = AppWalker(ignoring: ignored, seed: seed, makeApp)
    try await walker.walk { walk in
      for event in path {
        if let plain = event.plain, !walk.walk.app.events.contains(plain) { continue }
        try await walk.step(event)
      }
      try await walk.checkLink()
    }
    return walker.findings.first
  }
}
