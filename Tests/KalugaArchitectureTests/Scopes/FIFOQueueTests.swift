import KalugaArchitecture
import Testing

struct FIFOQueueTests {
  @Test func `an empty queue has nothing to give`() {
    var queue = FIFOQueue<Int>()
    #expect(queue.isEmpty)
    #expect(queue.first == nil)
    #expect(queue.popFirst() == nil)
    #expect(queue.removeAll().isEmpty)
  }

  @Test(arguments: [1, 7, 42])
  func `a queue behaves like an array in any mix of calls`(seed: UInt64) {
    var state = seed
    func random(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    var queue = FIFOQueue<Int>()
    var model: [Int] = []
    for step in 0..<20_000 {
      // Grows in one phase and shrinks in the next, so that the storage is moved at all sizes.
      let appends: UInt64 = (step / 500).isMultiple(of: 2) ? 7 : 3
      if random(10) < appends {
        queue.append(step)
        model.append(step)
      } else if random(1000) == 0 {
        #expect(queue.removeAll() == model)
        model = []
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.isEmpty == model.isEmpty)
      #expect(queue.first == model.first)
    }
    #expect(queue.removeAll() == model)
    #expect(queue.isEmpty)
  }

  @Test func `a queue of optionals keeps its nils`() {
    var queue = FIFOQueue<Int?>()
    for value in [nil, 1, nil, nil] as [Int?] { queue.append(value) }
    #expect(queue.count == 4)
    #expect(queue.first == .some(nil))
    #expect(queue.popFirst() == .some(nil))
    #expect(queue.removeAll() == [1, nil, nil])
    #expect(queue.popFirst() == nil)
  }

  @Test func `what was taken is not kept alive`() {
    var queue = FIFOQueue<Probe>()
    let released = Log<Int>()
    for number in 0..<3 { queue.append(Probe { released.append(number) }) }
    _ = queue.popFirst()
    #expect(released.all == [0])
    _ = queue.popFirst()
    #expect(released.all == [0, 1])
  }
}
