import Dispatch
import KalugaArchitecture
import Testing

struct SimpleDisposableTests {
  @Test func `dispose is idempotent`() {
    let log = Log<Int>()
    let disposable = SimpleDisposable { log.append(1) }
    disposable.dispose()
    disposable.dispose()
    #expect(log.all == [1])
  }

  /// Kaluga Q10: the handler ran again on each level.
  @Test func `a handler that disposes its own disposable runs once`() {
    let log = Log<Int>()
    let own = Lock<SimpleDisposable?>(nil)
    let disposable = SimpleDisposable {
      log.append(1)
      own.withLock { $0 }?.dispose()
    }
    own.withLock { $0 = disposable }
    disposable.dispose()
    #expect(log.all == [1])
    own.withLock { $0 = nil }
  }

  /// Kaluga Q9: a lock was held while the handler ran.
  @Test func `no lock is held while the handler runs`() {
    let log = Log<String>()
    let own = Lock<SimpleDisposable?>(nil)
    let disposable = SimpleDisposable {
      let disposable = own.withLock { $0 }
      // Would hang if the outer call held a lock.
      DispatchQueue.concurrentPerform(iterations: 2) { _ in disposable?.dispose() }
      log.append("ran")
    }
    own.withLock { $0 = disposable }
    disposable.dispose()
    #expect(log.all == ["ran"])
    own.withLock { $0 = nil }
  }

  @Test func `releasing without dispose does not run the handler`() {
    let log = Log<Int>()
    _ = SimpleDisposable { log.append(1) }
    #expect(log.all.isEmpty)
  }

  @Test func `the handler is released when it has run`() {
    let released = Log<Int>()
    var probe: Probe? = Probe { released.append(1) }
    let disposable = SimpleDisposable { [probe] in probe?.touch() }
    probe = nil
    #expect(released.all.isEmpty)
    disposable.dispose()
    #expect(released.all == [1])
    disposable.dispose()
  }

  @Test func `a handler released by dispose may dispose again in its deinit`() {
    let own = Lock<SimpleDisposable?>(nil)
    let released = Log<Int>()
    let disposable = SimpleDisposable(
      onDispose: closure {
        released.append(1)
        own.withLock { $0 }?.dispose()
      }
    )
    own.withLock { $0 = disposable }
    disposable.dispose()
    #expect(released.all == [1])
    own.withLock { $0 = nil }
  }

  @Test func `racing calls run the handler exactly once`() {
    for _ in 0..<200 {
      let log = Log<Int>()
      let disposable = SimpleDisposable { log.append(1) }
      DispatchQueue.concurrentPerform(iterations: 8) { _ in disposable.dispose() }
      #expect(log.count == 1)
    }
  }

  @Test @MainActor func `clean-up on the main actor runs in a later job`() async {
    let log = Log<String>()
    let disposable = SimpleDisposable(onDisposeOnMainActor: { log.append("clean-up") })
    disposable.dispose()
    disposable.dispose()
    log.append("after dispose")
    await queuedWorkDidRun()
    #expect(log.all == ["after dispose", "clean-up"])
  }

  @Test @MainActor func `clean-up on the main actor runs there when disposed elsewhere`() async {
    let log = Log<Bool>()
    let disposable = SimpleDisposable(onDisposeOnMainActor: {
      log.append(MainQueueMark.isOnMainQueue)
    })
    await Task.detached {
      log.append(MainQueueMark.isOnMainQueue)
      disposable.dispose()
    }.value
    await queuedWorkDidRun()
    #expect(log.all == [false, true])
  }

  @Test @MainActor func `clean-up on the main actor keeps its order with posts`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let log = Log<Int>()
    await Task.detached {
      subject.post(1)
      SimpleDisposable(onDisposeOnMainActor: { log.append(subject.current) }).dispose()
      subject.post(2)
      SimpleDisposable(onDisposeOnMainActor: { log.append(subject.current) }).dispose()
    }.value
    await queuedWorkDidRun()
    #expect(log.all == [1, 2])
  }
}
