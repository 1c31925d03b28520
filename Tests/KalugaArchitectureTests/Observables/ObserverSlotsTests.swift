import KalugaArchitectureTestUtils
import Testing

@testable import KalugaArchitecture

/// The buffer of observers against a plain array, by random operations.
@MainActor
struct ObserverSlotsTests {
  /// What a closure owns: tells whether it has been released, and how often it was called.
  private final class Probe {
    var calls = 0
  }

  private struct Expected {
    let id: Int
    var isTaken = false
    var isDisposed = false
  }

  @Test func `observers that are left move together when many have gone`() async throws {
    let subject = InitializedSubject(wrappedValue: 0)
    let observations = (0..<100).map { _ in subject.observe { _ in } }
    for observation in observations.dropLast() { observation.dispose() }
    await queuedWorkDidRun()
    let last = try #require(observations.last as? ObserverToken)
    #expect(try #require(last.index) <= 1)
    last.dispose()
  }

  @Test(arguments: 0..<20)
  func `random operations leave what a plain array holds`(seed: Int) {
    var random = SeededRandom(seed: seed)
    let hub = ObserverHub<Int>()
    var slots = ObserverSlots()
    var model: [Expected] = []
    var called: [Int] = []
    var nextID = 0
    var probes: [Int: WeakProbe] = [:]
    for _ in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let id = nextID
        nextID += 1
        let probe = Probe()
        probes[id] = WeakProbe(probe)
        let token = ObserverToken(hub: hub, index: slots.count)
        let observer: @MainActor (Int) -> Void = { _ in
          probe.calls += 1
          called.append(id)
        }
        slots.append(observer, token)
        model.append(Expected(id: id))
      case 5, 6:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        _ = slots.take(at: index)
        // The last one leaves no place behind.
        if index == model.count - 1 { model.removeLast() } else { model[index].isTaken = true }
      case 7:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        // Without a place first: else the hub, which does not know this buffer, would look there.
        slots.token(at: index).index = nil
        slots.token(at: index).dispose()
        model[index].isDisposed = true
      case 8:
        let removed = slots.compact()
        // Dead ones are no slots of anybody.
        #expect(removed.count == model.count { $0.isDisposed && !$0.isTaken })
        model.removeAll { $0.isTaken || $0.isDisposed }
        let places = (0..<slots.count).map { slots.token(at: $0).index }
        #expect(places == Array(model.indices))
      default:
        called = []
        for index in 0..<slots.count { slots.observer(at: index).call(1) }
        #expect(called == model.filter { !$0.isTaken && !$0.isDisposed }.map(\.id))
      }
      #expect(slots.count == model.count)
    }
    let kept = Set(model.filter { !$0.isTaken }.map(\.id))
    #expect(Set(probes.filter { $0.value.probe != nil }.keys) == kept)
    _ = consume slots
    #expect(probes.values.allSatisfy { $0.probe == nil })
  }

  @Test func `an observer may add others while it is called`() {
    let hub = ObserverHub<Int>()
    let node = EquatableNode(0)
    var seen: [Int] = []
    let first = node.observe { value in
      seen.append(value)
      // Makes the buffer grow under the call that is running.
      for _ in 0..<100 where value == 1 { _ = node.observe { seen.append(10 + $0) } }
      seen.append(value)
    }
    node.write(1)
    #expect(seen == [0, 0, 1] + Array(repeating: 11, count: 100) + [1])
    first.dispose()
    withExtendedLifetime(hub) {}
  }

  private struct WeakProbe {
    weak var probe: Probe?

    init(_ probe: Probe) {
      self.probe = probe
    }
  }
}
