import Dispatch
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@testable import KalugaTerminal

/// Tests that a script waits for work whose end it does not cause itself.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RunningWorkTests {
  private enum Screen: NavigationDestination { case list }

  /// Waits outside the toolkit, like a request to a server, until other threads have had many turns.
  private static func request() async {
    for _ in 0..<200 {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
    }
  }

  private final class List: BaseLifecycleViewModel {
    @InitializedSubject var query = ""
    @InitializedSubject var status = "idle"
    lazy var rows = load(latest: $query.debounced(for: .milliseconds(1))) { query in
      await RunningWorkTests.request()
      return "rows of '\(query)'"
    }

    func refresh(on executor: (any TaskExecutor)?) {
      status = "refreshing"
      let finish = { @MainActor [weak self] in self?.status = "refreshed" }
      let work = { @Sendable () async in
        await RunningWorkTests.request()
        await finish()
      }
      if executor == nil {
        scope.launch { await work() }
      } else {
        scope.launch(on: .pool) { await work() }
      }
    }
  }

  private func app(on console: TerminalConsole) -> TerminalApp<Screen> {
    let app = TerminalApp(root: Screen.list, on: console) { _, _ in List() }
    app.screen(List.self) { list in
      list.rows.current.value ?? "loading"
      list.status
    } commands: { list in
      TerminalCommand("query", "TEXT", "searches") { list.query = $0 }
      TerminalCommand("refresh", "works on the main actor") { list.refresh(on: nil) }
      TerminalCommand("pool", "works elsewhere") { list.refresh(on: .pool) }
      TerminalCommand("wait", "waits for an event") {
        list.status = "waiting"
        list.scope.launch { for await _ in EventChannel<Never>() {} }
      }
    }
    return app
  }

  @Test(arguments: [false, true])
  func `a script prints what was loaded, also at the start and after a debounce`(
    canTravel: Bool
  ) async throws {
    let output = StringSink()
    var console = TerminalConsole.script(["query a", "query b", "quit"], output: output)
    // Not for a machine that is busy with other tests.
    console.workLimit = .seconds(60)
    if canTravel {
      try await TerminalApp.run(on: console) { app(on: $0) }
    } else {
      await app(on: console).run()
    }
    #expect(
      output.lines == [
        "start    list   [list]", "  rows of ''", "  idle",
        "> query a", "  rows of 'a'", "  idle",
        "> query b", "  rows of 'b'", "  idle",
        "> quit", "cleared  List", "bye",
      ]
    )
  }

  @Test(arguments: ["refresh", "pool"])
  func `a script waits for the work of scopes`(command: String) async {
    let output = StringSink()
    var console = TerminalConsole.script([command], output: output)
    console.workLimit = .seconds(60)
    await app(on: console).run()
    #expect(output.lines.contains("  refreshed"))
    #expect(!output.lines.contains("  refreshing"))
  }

  @Test(arguments: [false, true])
  func `an interactive app does not wait`(isInteractive: Bool) async {
    var follows: [Bool] = []
    weak var running: TerminalApp<Screen>?
    let input = ObservedLineSource(["refresh"]) { _ in
      follows.append(running?.timeMachine.runningWork != nil)
    }
    let console = TerminalConsole(
      input: input,
      output: StringSink(),
      isInteractive: isInteractive
    )
    let app = app(on: console)
    running = app
    await app.run()
    #expect(follows == [!isInteractive])
  }

  @Test func `a script does not wait for work that waits for an event`() async {
    let output = StringSink()
    await app(on: .script(["wait"], output: output)).run()
    #expect(output.lines.contains("  waiting"))
  }

  @Test func `work that outlasts the limit is not waited for again`() async {
    let work = RunningWork(limit: .zero)
    await ArchitectureEvents.withListener(work) {
      let scope = TaskScope()
      var end: CheckedContinuation<Void, Never>?
      scope.launch { await withCheckedContinuation { end = $0 } }
      await work.waitForEnd { await mainActorQueueDrained() }
      #expect(scope.runningCount == 1)
      await work.waitForEnd {}
      end?.resume()
      await scope.waitUntilEmpty()
    }
  }

  /// Work that never lacks a successor, until it has begun a thousand times.
  @MainActor
  private final class Chain {
    let scope = TaskScope()
    private(set) var count = 0
    private var ends: [CheckedContinuation<Void, Never>] = []

    /// Begins work, and ends the work before it.
    func advance() async {
      count += 1
      if count < 1000 {
        scope.launch { await withCheckedContinuation { self.ends.append($0) } }
      }
      await mainActorQueueDrained()
      if count >= 1000 || ends.count > 1 { ends.removeFirst().resume() }
    }

    func end() async {
      for end in ends { end.resume() }
      await scope.waitUntilEmpty()
    }
  }

  @Test func `work that begins other work without end is not waited for after the limit`() async {
    let work = RunningWork(limit: .zero)
    await ArchitectureEvents.withListener(work) {
      let chain = Chain()
      await work.waitForEnd { await chain.advance() }
      #expect(chain.count < 1000)
      await chain.end()
    }
  }
}
