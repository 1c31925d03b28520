import Dispatch
import KalugaArchitecture
import Testing

struct SimpleDisposableTests {
  private let log = Log<String>()
  /// The disposable, for use in its own handler.
  private let own = Log<SimpleDisposable>()

  @Test func `dispose is idempotent`() {
    let disposable = SimpleDisposable { [log] in log.append("ran") }
    disposable.dispose()
    disposable.dispose()
    #expect(log.all == ["ran"])
  }

  /// Kaluga Q10: the handler ran again on each level.
  @Test func `a handler that disposes its own disposable runs once`() {
    let disposable = SimpleDisposable { [log, own] in
      log.append("ran")
      own.all.first?.dispose()
    }
    own.append(disposable)
    disposable.dispose()
    #expect(log.all == ["ran"])
  }

  /// Kaluga Q9: a lock was held while the handler ran.
  @Test func `no lock is held while the handler runs`() {
    let disposable = SimpleDisposable { [log, own] in
      let disposable = own.all.first
      // Would hang if the outer call held a lock.
      DispatchQueue.concurrentPerform(iterations: 2) { _ in disposable?.dispose() }
      log.append("ran")
    }
    own.append(disposable)
    disposable.dispose()
    #expect(log.all == ["ran"])
  }

  @Test func `a release without dispose does not run the handler`() {
    _ = SimpleDisposable { [log] in log.append("ran") }
    #expect(log.all.isEmpty)
  }

  @Test func `a handler is released after it has run, and may dispose again in its deinit`() {
    let (log, own) = (log, own)
    let disposable = SimpleDisposable(
      onDispose: closure {
        log.append("released")
        own.all.first?.dispose()
      }
    )
    own.append(disposable)
    #expect(log.all.isEmpty)
    disposable.dispose()
    #expect(log.all == ["released"])
  }

  @Test @MainActor func `clean-up on the main actor runs in a later job`() async {
    let disposable = SimpleDisposable(onDisposeOnMainActor: { [log] in log.append("clean-up") })
    disposable.dispose()
    disposable.dispose()
    log.append("after dispose")
    await mainActorQueueDrained()
    #expect(log.all == ["after dispose", "clean-up"])
  }

  @Test @MainActor func `clean-up on the main actor runs there when disposed elsewhere`() async {
    _ = MainQueueMark.isOnMainQueue
    let disposable = SimpleDisposable(onDisposeOnMainActor: { [log] in
      log.append("clean-up: \(MainQueueMark.isOnMainQueue)")
    })
    await Task.detached { [log] in
      log.append("dispose: \(MainQueueMark.isOnMainQueue)")
      disposable.dispose()
    }.value
    await mainActorQueueDrained()
    #expect(log.all == ["dispose: false", "clean-up: true"])
  }

  @Test @MainActor func `clean-up on the main actor keeps its order with posts`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    await Task.detached { [log] in
      for value in 1...2 {
        subject.post(value)
        SimpleDisposable(onDisposeOnMainActor: { log.append("\(subject.current)") }).dispose()
      }
    }.value
    await mainActorQueueDrained()
    #expect(log.all == ["1", "2"])
  }
}
