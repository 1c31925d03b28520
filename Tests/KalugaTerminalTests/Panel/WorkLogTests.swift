import KalugaArchitecture
import Testing

@testable import KalugaTerminal

struct WorkLogTests {
  private let home = BackStackEntryID(rawValue: 0)
  private let start = ContinuousClock.now

  private func log(running names: String..., then events: ArchitectureEvent...) -> WorkLog {
    var log = WorkLog()
    log.update([home: ("Home", names)], now: start)
    for event in events { log.note(event) }
    return log
  }

  @Test func `running work is named with its number and with what it waits for`() {
    let log = log(running: "load", "result", "load")
    let lines = log.lines(of: home, waits: ["result": "details"], now: start)
    #expect(lines == ["load ×2: runs", "result: waits for details"])
    #expect(!log.isAgeing(start))
  }

  @Test func `work that ends after its scope was cancelled, until it runs again`() {
    var log = log(
      running: "seconds",
      then: .scopeEnded(scope: "Home.resumed"),
      .taskEnded(task: "seconds", scope: "Home.resumed")
    )
    log.update([home: ("Home", [])], now: start)
    #expect(log.lines(of: home, now: start + .seconds(2)) == ["seconds: cancelled 2 s ago"])
    #expect(log.isAgeing(start + .seconds(2)))
    #expect(log.lines(of: home, now: start + .seconds(10)) == ["seconds: cancelled"])
    #expect(!log.isAgeing(start + .seconds(10)))

    log.update([home: ("Home", ["seconds"])], now: start)
    #expect(log.lines(of: home, now: start) == ["seconds: runs"])
  }

  @Test func `work that ends by itself, or with its screen, is forgotten`() {
    var log = log(
      running: "load",
      then: .scopeEnded(scope: "Home.resumed"),
      .taskLaunched(task: "load", scope: "Home.resumed"),
      .taskEnded(task: "load", scope: "Home.resumed")
    )
    log.update([home: ("Home", [])], now: start)
    #expect(log.lines(of: home, now: start) == [])
    log.update([home: ("Home", ["load"])], now: start)
    log.note(.scopeEnded(scope: "Home.resumed"))
    log.note(.taskEnded(task: "load", scope: "Home.resumed"))
    log.update([:], now: start)
    log.update([home: ("Home", [])], now: start)
    #expect(log.lines(of: home, now: start) == [])
  }
}
