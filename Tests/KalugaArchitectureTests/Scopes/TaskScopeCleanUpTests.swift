import Dispatch
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The end of resources, and asynchronous clean-ups.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct TaskScopeCleanUpTests {
  private let scope = TaskScope()
  private let log = Log<String>()
  private let gate = Gate()

  @Test func `a resource is given back once, at the end, and then released`() {
    scope.add(Probe { [log] in log.append("released") }) { [log] probe in
      probe.touch()
      log.append("given back")
    }
    #expect(log.all.isEmpty)
    scope.cancel()
    scope.cancel()
    #expect(log.all == ["given back", "released"])
  }

  @Test func `a clean-up runs once, at the end, off the main actor, and is not cancelled`() async {
    _ = MainQueueMark.isOnMainQueue
    scope.addCleanUp { [log] in
      log.append("cancelled: \(Task.isCancelled), main: \(MainQueueMark.isOnMainQueue)")
    }
    await mainActorQueueDrained()
    #expect(log.all.isEmpty)
    scope.cancel()
    scope.cancelChildren()
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all == ["cancelled: false, main: false"])
  }

  @Test func `clean-ups run concurrently`() async {
    let other = Gate()
    scope.addCleanUp { [gate] in
      await gate.passIgnoringCancellation()
      other.open()
    }
    scope.addCleanUp { [gate] in
      gate.open()
      await other.passIgnoringCancellation()
    }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(other.isOpen)
  }

  @Test func `a clean-up cannot launch work, and what it adds is disposed`() async {
    scope.addCleanUp { [scope, log] in
      log.append("refused: \(scope.launch {} == nil)")
      scope.add("disposed") { log.append($0) }
    }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all == ["refused: true", "disposed"])
  }
}
