import Observation
import Synchronization
import Testing

@testable import KalugaArchitecture

/// The features that other targets of the package use, and the assumptions about the toolchain.
@MainActor
struct ObservableInternalsTests {
  /// Reads are cheap only as long as the toolchain's Observation lets a read find out whether it is
  /// tracked.
  @Test func `a read can find out whether Swift Observation tracks it`() {
    let subject = InitializedSubject(wrappedValue: 0)
    #expect(subject.current == 0)
    #expect(TrackingProbe.isReliable)
    #expect(TrackingProbe.takeSpareIfTracked() == nil)
    withObservationTracking {
      #expect(TrackingProbe.takeSpareIfTracked() != nil)
      _ = subject.current
    } onChange: {
    }
    #expect(TrackingProbe.takeSpareIfTracked() == nil)
  }

  @Test func `nothing is made for Swift Observation until the first tracked read`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map { $0 + 1 }
    let token = derived.observe { _ in }
    subject.current = 1
    subject.post(2)
    #expect(derived.current == 3)
    #expect(subject.node.parts?.tracking.load() == nil)
    #expect(derived.node.parts?.tracking.load() == nil)
    _ = trackedReads { _ = subject.current }
    #expect(subject.node.parts?.tracking.load() != nil)
    token.dispose()
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

  /// Bridges that keep a value until there is demand use the change policy.
  @Test func `an observable knows which values are the same`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let frames = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    #expect(subject.isSame(1, 1) && !subject.isSame(1, 2))
    #expect(!frames.isSame(1, 1))
  }
}
