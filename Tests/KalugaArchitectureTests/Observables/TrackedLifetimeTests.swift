import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// What Swift Observation keeps alive, and for how long.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TrackedLifetimeTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  /// The derived observable is released at the end of the closure.
  @Test func `a temporary derived observable is tracked, and equal values notify nobody`() {
    let changes = trackedReads { _ = subject.map { $0 > 10 }.current }
    subject.current = 5
    #expect(changes.count == 0)
    subject.current = 11
    #expect(changes.count == 1)
  }

  @Test func `nothing keeps a temporary derived observable after the notification`() async {
    let releases = ReleaseLog()
    let changes = trackedReads {
      let end = releases.closure()
      _ =
        subject.map { value in
          end()
          return value
        }.current
    }
    subject.current = 1
    #expect(changes.count == 1)
    await until(releases.count == 1)
  }

  @Test func `nothing keeps a temporary derived observable after another notification`() async {
    let releases = ReleaseLog()
    let other = InitializedSubject(wrappedValue: 0)
    let changes = trackedReads {
      let end = releases.closure()
      _ =
        subject.map { value in
          end()
          return value
        }.current
      _ = other.current
    }
    other.current = 1
    #expect(changes.count == 1)
    await until(releases.count == 1)
  }

  @Test func `a change that is made while a tracker still reads is not the last one it misses`() {
    let derived = subject.map { $0 * 2 }
    let changes = trackedReads {
      _ = derived.current
      subject.current += 1
    }
    subject.current += 1
    #expect(changes.count == 1)
  }

  @Test func `a derived observable with an observer is tracked after its handle has gone`() {
    var derived: InitializedObservable<Int>? = subject.map { $0 * 2 }
    let token = derived?.observe { _ in }
    let changes = trackedReads { _ = derived?.current }
    derived = nil
    token?.dispose()
    subject.current = 1
    #expect(changes.count == 1)
  }

  /// A handle that another thread releases at the same moment once hid the read of a tracker.
  @Test func `no tracked read is lost while other threads release handles`() async {
    let subject = subject
    let (handles, continuation) = AsyncStream<InitializedObservable<Int>>.makeStream()
    let releasing = Task.detached {
      for await handle in handles { withExtendedLifetime(handle) {} }
    }
    var missed = 0
    for number in 1...5_000 {
      let derived = subject.map { $0 + 1 }
      let changes = trackedReads {
        _ = derived.current
        continuation.yield(subject.map { $0 + 2 })
        _ = subject.map { $0 + 3 }.current
      }
      subject.current = number
      if changes.count == 0 { missed += 1 }
    }
    continuation.finish()
    await releasing.value
    #expect(missed == 0)
  }

  @Test func `a getter is followed for as long as its token is kept`() async {
    let model = TrackedModel()
    let bag = DisposeBag()
    var seen: [Int] = []
    InitializedObservable { model.value }.observe { seen.append($0) }.addTo(bag)
    for value in 1...3 {
      model.value = value
      await until(seen.last == value)
    }
    bag.dispose()
    model.value = 4
    await mainActorQueueDrained()
    #expect(seen == [0, 1, 2, 3])
  }
}
