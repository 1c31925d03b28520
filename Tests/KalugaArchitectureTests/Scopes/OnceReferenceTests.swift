import Testing

@testable import KalugaArchitecture

struct OnceReferenceTests {
  private final class Place: Sendable {
    let reference = OnceReference<Probe>()
  }

  @Test func `of two that are made for one place the first stays, and the other is released`() {
    let released = Log<String>()
    func probe(_ name: String) -> Probe { Probe { released.append(name) } }
    var place: Place? = Place()
    #expect(place?.reference.object == nil)
    // The second comes while the first is being made, as from another thread.
    let object = place?.reference.object {
      let late = probe("late")
      _ = place?.reference.object { probe("first") }
      return late
    }
    #expect(released.all == ["late"])
    #expect(object != nil && object === place?.reference.object)
    place = nil
    withExtendedLifetime(object) {}
    #expect(released.all == ["late"])
  }
}
