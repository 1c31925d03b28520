import Dispatch
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Uses scopes from several threads while one of them ends the scope.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeStressTests {
  @Test
  func `every launch that races with cancel runs, is refused, or is cancelled first`() async {
    for round in 0..<40 {
      let scope = TaskScope()
      let launches = Log<(task: Task<Void, Never>, ran: Tally)>()
      DispatchQueue.concurrentPerform(iterations: 4) { worker in
        if worker == 3 {
          // Delays the cancellation in some rounds.
          for _ in 0..<(round * 10) { _ = scope.isActive }
          return scope.cancel()
        }
        for number in 0..<24 {
          let ran = Tally()
          let work: @Sendable () async -> Void = { ran.add() }
          let task = number.isMultiple(of: 2) ? scope.launch(work) : scope.launch(on: .pool, work)
          if let task { launches.append((task, ran)) }
        }
      }
      await scope.waitUntilEmpty()
      #expect(scope.runningCount == 0)
      for launch in launches.all {
        #expect(launch.ran.value == 1 || launch.ran.value == 0 && launch.task.isCancelled)
      }
    }
  }

  /// Races the wait with the ends of the tasks, or with the end of the scope and its clean-ups.
  @Test(arguments: [false, true])
  func `waiting returns only when all tasks have ended`(isCancelled: Bool) async {
    for _ in 0..<200 {
      let scope = TaskScope()
      let child = scope.childScope()
      let (begun, ended, cleanedUp) = (Tally(), Tally(), Tally())
      let work: @Sendable () async -> Void = {
        begun.add()
        if isCancelled { await untilCancelled() } else { await Task.detached {}.value }
        ended.add()
      }
      for owner in [scope, child, scope] {
        owner.launch(work)
        owner.launch(on: .pool, work)
        owner.addCleanUp { cleanedUp.add() }
      }
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            await scope.waitUntilEmpty()
            #expect(isCancelled ? ended.value == begun.value : ended.value == 6)
            #expect(cleanedUp.value == (isCancelled ? 3 : 0))
          }
        }
        if isCancelled { scope.cancel() }
      }
      withExtendedLifetime(child) {}
    }
  }

  @Test func `a scope without owners drops the error of its last task, and is then released`()
    async throws
  {
    let log = Log<String>()
    for round in 1...100 {
      let gate = Gate()
      do {
        let scope = TaskScope { [probe = Probe { log.append("released") }] error in
          probe.touch()
          log.append("\(error)")
        }
        scope.launch(on: .pool) {
          await gate.passIgnoringCancellation()
          throw SourceError()
        }
        try await gate.waitForArrivals(1)
      }
      #expect(log.count == round - 1)
      gate.open()
      await until(log.count == round)
      #expect(log.all.last == "released")
    }
  }

  // MARK: Disposables

  @Test func `racing calls of dispose run the handler exactly once`() {
    for _ in 0..<1_000 {
      let log = Log<Int>()
      let disposable = SimpleDisposable { log.append(1) }
      DispatchQueue.concurrentPerform(iterations: 8) { _ in disposable.dispose() }
      #expect(log.count == 1)
    }
  }

  @Test func `adding while another thread disposes loses nothing, and disposes nothing twice`() {
    for _ in 0..<20 {
      let bag = DisposeBag()
      let log = Log<Int>()
      DispatchQueue.concurrentPerform(iterations: 4) { worker in
        for number in 0..<200 {
          if worker == 3 {
            bag.dispose()
          } else {
            bag.add(SimpleDisposable { log.append(worker * 200 + number) })
          }
        }
      }
      bag.dispose()
      #expect(log.all.sorted() == Array(0..<600))
    }
  }
}
