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
    let (seed, ignored) = (seed, ignored)
    let interruptions: Path = [.background, .restart].filter(walker.tries)
    try await walker.walk { walk in
      var random = SeededRandom(seed: seed)
      // After a move in the background, states are not compared, so only some sessions have them.
      let movesInBackground = Bool.random(using: &random)
      for _ in 0..<count where walk.found.allSatisfy({ ignored.contains($0.problem.kind) }) {
        try Task.checkCancellation()
        // In the foreground mostly a move, in the background mostly its end.
        let isInBackground = walk.walk.isInBackground
        let moves = isInBackground && !movesInBackground ? [] : walk.walk.app.events
        let ends = interruptions.filter { $0 == .restart } + [.foreground]
        let choices = isInBackground ? [moves, ends, [.foreground]] : [moves, moves, interruptions]
        let some = choices.filter { !$0.isEmpty }.randomElement(using: &random)
        guard let event = some?.randomElement(using: &random) else { return }
        try await walk.step(event)
      }
    }
    return walker.findings.first
  }

  /// Removes single events as long as a problem remains.
  private func shrink(
    _ finding: ExplorationFinding<App.Move>
  ) async throws -> ExplorationFinding<App.Move> {
    var shortest = finding
    var index = shortest.path.count - 1
    while index >= 0 {
      var path = shortest.path
      path.remove(at: index)
      if let shorter = try await replay(path), shorter.path.count < shortest.path.count {
        shortest = shorter
        index = shortest.path.count
      }
      index -= 1
    }
    return shortest
  }

  /// Carries out those events of a path that are possible.
  private func replay(_ path: Path) async throws -> ExplorationFinding<App.Move>? {
    let walker = AppWalker(ignoring: ignored, seed: seed, makeApp)
    try await walker.walk { walk in
      for event in path where event.isInterruption || walk.walk.app.events.contains(event) {
        try await walk.step(event)
      }
    }
    return walker.findings.first
  }
}
