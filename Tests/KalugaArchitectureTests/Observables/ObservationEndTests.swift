import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// How observations end, and what is released then.
@MainActor
struct ObservationEndTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  @Test func `dropping the token does not end the observation`() {
    var seen: [Int] = []
    _ = subject.observe { seen.append($0) }
    subject.current = 1
    #expect(seen == [0, 1])
  }

  @Test func `after dispose no call begins`() {
    var seen: [Int] = []
    let observation = subject.observe { seen.append($0) }
    observation.dispose()
    observation.dispose()
    subject.current = 1
    #expect(seen == [0])
  }

  /// Kaluga: `ObservableBaseTest`, step (d).
  @Test func `disposing before the last update`() {
    let recorder = ValueRecorder(subject)
    subject.current = 1
    recorder.stop()
    subject.current = 2
    #expect(subject.current == 2)
    #expect(recorder.values == [0, 1])
  }

  @Test func `a scope ends observations`() {
    let scope = TaskScope()
    var seen: [Int] = []
    subject.observe { seen.append($0) }.addTo(scope)
    subject.current = 1
    scope.cancel()
    subject.current = 2
    #expect(seen == [0, 1])
    subject.observe { seen.append($0) }.addTo(scope)
    subject.current = 3
    #expect(seen == [0, 1, 2])
  }

  /// Kaluga 1.4: removal by equality.
  @Test func `the same closure registered twice is two observations`() {
    var calls = 0
    let closure: @MainActor (Int) -> Void = { _ in calls += 1 }
    let first = subject.observe(closure)
    let second = subject.observe(closure)
    subject.current = 1
    #expect(calls == 4)
    first.dispose()
    first.dispose()
    subject.current = 2
    #expect(calls == 5)
    second.dispose()
  }

  /// The place of the first observer is built in.
  @Test(arguments: [true, false])
  func `the closure of a disposed observer is released`(isFirst: Bool) async {
    let released = Log<Int>()
    if !isFirst { _ = subject.observe { _ in } }
    let observation = subject.observe { [end = closure { released.append(1) }] _ in end() }
    #expect(released.count == 0)
    observation.dispose()
    await mainActorTurns(until: released.count == 1)
    #expect(released.count == 1)
  }

  @Test func `an observer disposed elsewhere is released on the main actor only`() async {
    let onMain = Log<Bool>()
    for _ in 0..<50 {
      let observation = subject.observe {
        [
          end = closure { onMain.append(MainQueueMark.isOnMainQueue) }
        ] _ in
        end()
      }
      await Task.detached { observation.dispose() }.value
    }
    await queuedWorkDidRun()
    await mainActorTurns(until: onMain.all == Array(repeating: true, count: 50))
    #expect(onMain.all == Array(repeating: true, count: 50))
  }

  @Test func `observers of a subject released elsewhere are released on the main actor`() async {
    let onMain = Log<Bool>()
    for _ in 0..<50 {
      let box = Lock<InitializedSubject<Int>?>(InitializedSubject(wrappedValue: 0))
      _ = box.withLock { $0 }?.observe {
        [
          end = closure { onMain.append(MainQueueMark.isOnMainQueue) }
        ] _ in
        end()
      }
      _ = box.withLock { $0 }?.map { $0 }.observe {
        [
          end = closure { onMain.append(MainQueueMark.isOnMainQueue) }
        ] _ in
        end()
      }
      await Task.detached { box.withLock { $0 = nil } }.value
    }
    await queuedWorkDidRun()
    await mainActorTurns(until: onMain.all == Array(repeating: true, count: 100))
    #expect(onMain.all == Array(repeating: true, count: 100))
  }

  /// A place that was given back is not used again while a token of it is about.
  @Test func `an old token does not end who came later`() {
    var seen: [Int] = []
    let old = subject.observe { _ in }
    old.dispose()
    #expect(subject.observerCount == 0)
    let new = subject.observe { seen.append($0) }
    old.dispose()
    subject.current = 1
    #expect(seen == [0, 1])
    #expect(subject.observerCount == 1)
    new.dispose()
    #expect(subject.observerCount == 0)
  }

  @Test func `the first observer may dispose itself, and does not come back`() {
    var seen: [Int] = []
    var token: (any Disposable)?
    token = subject.observe {
      seen.append($0)
      if $0 == 1 { token?.dispose() }
    }
    let others = (0..<2).map { _ in subject.observe { _ in } }
    for value in 1...3 { subject.current = value }
    #expect(seen == [0, 1])
    #expect(subject.observerCount == 2)
    for other in others { other.dispose() }
  }

  @Test func `an observer may be disposed when its subject is gone`() async {
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    let observation = subject?.observe { _ in }
    subject = nil
    await mainActorTurns()
    observation?.dispose()
    await mainActorTurns()
  }

  @Test func `queued posts reach the observers of a subject that was released meanwhile`() async {
    var seen: [Int] = []
    let derived: InitializedObservable<Int>
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      derived = subject.asObservable()
      _ = derived.observe { seen.append($0) }
      await Task.detached {
        subject.post(1)
        subject.post(2)
      }.value
    }
    await queuedWorkDidRun()
    #expect(seen == [0, 1, 2])
    #expect(derived.current == 2)
  }

  @Test func `a constant calls its observer once`() {
    let constant = InitializedObservable(wrappedValue: "Home")
    let recorder = ValueRecorder(constant)
    #expect(recorder.values == ["Home"])
    #expect(constant.wrappedValue == "Home")
    #expect(constant.map { $0.count }.current == 4)
  }

  @Test(arguments: [true, false])
  func `disposing from another thread during delivery allows at most one call`(
    isFirst: Bool
  ) async {
    for _ in 0..<30 {
      let subject = InitializedSubject(wrappedValue: 0)
      if !isFirst { _ = subject.observe { _ in } }
      let isDisposed = Lock(false)
      let callsAfterwards = Lock(0)
      let observation = subject.observe { _ in
        if isDisposed.withLock({ $0 }) { callsAfterwards.withLock { $0 += 1 } }
      }
      let disposer = Task.detached {
        observation.dispose()
        isDisposed.withLock { $0 = true }
      }
      for value in 1...500 { subject.current = value }
      await disposer.value
      // The call being made may see the flag; no other one begins.
      #expect(callsAfterwards.withLock { $0 } <= 1)
      subject.current = -1
      #expect(callsAfterwards.withLock { $0 } <= 1)
    }
  }

  @concurrent
  private nonisolated static func observeAndDispose(
    _ subject: InitializedSubject<Int>,
    _ released: Log<Int>
  ) async {
    for number in 0..<100 {
      let end = closure { released.append(number) }
      let observation = await subject.observe { _ in end() }
      await subject.set(number)
      observation.dispose()
    }
  }

  @Test func `observing and disposing from many tasks leaves nobody behind`() async {
    let released = Log<Int>()
    let subject = InitializedSubject(wrappedValue: 0)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { await Self.observeAndDispose(subject, released) }
      }
    }
    await queuedWorkDidRun()
    await mainActorTurns(until: released.count == 400)
    #expect(released.count == 400)
  }
}
