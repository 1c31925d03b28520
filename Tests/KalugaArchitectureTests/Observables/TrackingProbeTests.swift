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

  @Test func `a process whose first read is tracked notices later reads as well`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        withObservationTracking {
          precondition(TrackingProbe.pointOfRunningRead() != nil)
        } onChange: {
        }
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
