import Observation
import Testing

@testable import KalugaArchitecture

/// Nothing is paid for Swift Observation until somebody tracks.
@MainActor
struct TrackingProbeTests {
  @Test func `reads that nobody tracks are not noticed and tracked ones are`() {
    let point = TrackingPoint()
    // Kept, as what tracks is released with it.
    var found: TrackingPoint?
    #expect(TrackingProbe.pointOfRunningRead() == nil)
    #expect(!TrackingProbe.isTracked(point))
    withObservationTracking {
      found = TrackingProbe.pointOfRunningRead()
      #expect(found != nil)
      #expect(TrackingProbe.isTracked(point))
    } onChange: {
    }
    #expect(TrackingProbe.pointOfRunningRead() == nil)
    #expect(TrackingProbe.isReliable)
  }

  @Test func `nothing is made for Observation until the first read that is tracked`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map { $0 + 1 }
    let token = derived.observe { _ in }
    subject.current = 1
    subject.post(2)
    #expect(derived.current == 3)
    #expect(subject.node.extras == nil)
    #expect(derived.node.extras == nil)
    _ = trackedReads { _ = subject.current }
    #expect(subject.node.tracking != nil)
    #expect(derived.node.extras == nil)
    token.dispose()
  }

  @Test func `a process whose first read is tracked notices later reads as well`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        // Kept, as what tracks is released with it.
        var found: TrackingPoint?
        withObservationTracking {
          found = TrackingProbe.pointOfRunningRead()
        } onChange: {
        }
        precondition(found != nil)
        precondition(TrackingProbe.pointOfRunningRead() == nil)
        precondition(TrackingProbe.isReliable)
      }
    }
  }

  @Test func `a value that is read makes nothing for trackers before one comes`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map { $0 + 1 }
    #expect(derived.current == 1)
    #expect(subject.node.tracking == nil)
    withObservationTracking {
      #expect(derived.current == 1)
      #expect(subject.node.tracking != nil)
    } onChange: {
    }
  }
}
