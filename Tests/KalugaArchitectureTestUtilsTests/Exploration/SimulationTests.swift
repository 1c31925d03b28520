import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

@MainActor
struct SimulationTests {
  /// Returns the first problem that random sessions of the kiosk show.
  private func finding(_ fault: Fault) async throws -> ExplorationFinding<KioskMove>? {
    let remains = Remains()
    for seed in 1...20 as ClosedRange<UInt64> {
      let simulation = AppSimulation(seed: seed, ignoring: []) { Kiosk($0, $1, fault, remains) }
      guard let finding = try await simulation.run(eventCount: 30) else { continue }
      await remains.end()
      return finding
    }
    return nil
  }

  private nonisolated static let faults: [Fault] = [
    .resultIsRegisteredLate, .pauseResetsAmount,
  ]

  @Test(arguments: faults)
  func `a seed always gives the same session, from which no event can be left out`(
    fault: Fault
  ) async throws {
    let finding = try #require(try await finding(fault))
    #expect(try await self.finding(fault) == finding)
    for index in finding.path.indices {
      var path = finding.path
      path.remove(at: index)
      let remains = Remains()
      let walker = AppWalker(ignoring: [.deadEnd, .refusedMove], seed: finding.seed) {
        Kiosk($0, $1, fault, remains)
      }
      try await walker.walk(path)
      #expect(walker.findings == [], "\(path) is enough")
      await remains.end()
    }
  }

  @Test(arguments: PlantedFault.all.filter { !$0.needsAllStates })
  func `a replay of a path shows the same problem`(planted: PlantedFault) async throws {
    let remains = Remains()
    let walker = AppWalker(ignoring: planted.ignored) { Kiosk($0, $1, planted.fault, remains) }
    try await walker.replay(planted.path)
    #expect(Set(walker.findings.map(\.kind)) == Set(planted.kinds), "\(walker.findings)")
    await remains.end()
  }

  @Test func `a replay of an app without faults shows no problem`() async throws {
    let remains = Remains()
    for planted in PlantedFault.all.prefix(5) {
      try await replayApp(planted.path.filter { $0 != .move(.open(3)) }) {
        Kiosk($0, $1, nil, remains)
      }
    }
  }
}
