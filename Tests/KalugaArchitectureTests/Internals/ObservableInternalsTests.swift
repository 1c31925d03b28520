import Observation
import Synchronization
import Testing

@testable import KalugaArchitecture

/// The features that other targets of the package use, and the assumptions about the toolchain.
@MainActor
struct ObservableInternalsTests {
  /// Derived values follow their sources only for trackers, as long as the toolkit can see these.
  @Test func `a read of a derived value can find out whether Swift Observation tracks it`() {
    #expect(TrackingPoint.isStorageVisible)
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map { $0 + 1 }
    #expect(derived.current == 1)
    #expect(subject.observerCount == 0)
    let changes = trackedReads { _ = derived.current }
    #expect(subject.observerCount == 1)
    subject.current = 1
    #expect(changes.count == 1)
    // The second change without a read in between ends the following.
    subject.current = 2
    #expect(subject.observerCount == 0)
  }

  /// The test utilities report view models that are still observed.
  @Test
  func `an observer that was disposed is not counted, even before its closure is released`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    var counts: [Int] = []
    let kept = subject.observe { _ in }
    let tokens = (0..<3).map { _ in
      subject.observe(MainProbe { counts.append(subject.observerCount) }.observer())
    }
    #expect(subject.observerCount == 4)
    for token in tokens { token.dispose() }
    #expect(subject.observerCount == 1)
    await mainActorQueueDrained()
    #expect(counts == [1, 1, 1])
    kept.dispose()
    #expect(subject.observerCount == 0)
  }
}
