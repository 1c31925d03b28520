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

  /// The one that came first stands in its hub, and only the others in the buffer.
  @Test(arguments: [true, false])
  func `an observer may add others while it is called`(isFirst: Bool) {
    let node = EquatableNode(0)
    var seen: [Int] = []
    if !isFirst { _ = node.observe { _ in } }
    let adding = node.observe { value in
      seen.append(value)
      // Makes the buffer grow under the call that is running.
      for _ in 0..<100 where value == 1 { _ = node.observe { seen.append(10 + $0) } }
      seen.append(value)
    }
    node.write(1)
    #expect(seen == [0, 0, 1] + Array(repeating: 11, count: 100) + [1])
    adding.dispose()
  }

  /// Closures stand in the buffer as one type, and are called as that of their hub.
  @Test func `observers may take values of any shape`() async {
    func seen<Value>(_ first: Value, _ second: Value) async -> [String] {
      let subject = InitializedSubject(wrappedValue: first, conflation: .never)
      var seen: [String] = []
      let probe = Probe()
      let released = WeakProbe(probe)
      func observer() -> @MainActor (Value) -> Void {
        { [probe] value in
          probe.calls += 1
          seen.append("\(value)")
        }
      }
      let tokens = (0..<3).map { _ in subject.observe(observer()) }
      subject.current = second
      let calls = withExtendedLifetime(consume probe) { $0.calls }
      #expect(calls == 6)
      for token in tokens { token.dispose() }
      await mainActorTurns(until: released.probe == nil)
      #expect(released.probe == nil)
      return seen
    }
    func expected(_ first: String, _ second: String) -> [String] {
      Array(repeating: first, count: 3) + Array(repeating: second, count: 3)
    }
    #expect(await seen((), ()) == expected("()", "()"))
    #expect(await seen((1, "a"), (2, "b")) == expected(#"(1, "a")"#, #"(2, "b")"#))
    #expect(await seen(1...2, 3...4) == expected("1...2", "3...4"))
    #expect(await seen([0.5], []) == expected("[0.5]", "[]"))
    #expect(await seen(1 as Any, "b" as Any) == expected("1", "b"))
    #expect(await seen(Int.self as Any.Type, String.self) == expected("Int", "String"))
    #expect(await seen(UInt8?.none, 7) == expected("nil", "Optional(7)"))
  }

  private struct WeakProbe {
    weak var probe: Probe?

    init(_ probe: Probe) {
      self.probe = probe
    }
  }
}
