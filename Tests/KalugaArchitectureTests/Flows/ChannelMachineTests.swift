import KalugaArchitectureTestUtils
import Testing

@testable import KalugaArchitecture

/// The machine of a channel against an array.
@Suite(.timeLimit(.minutes(5)))
struct ChannelMachineTests {
  @Test(arguments: [(1, true), (1, false), (3, true), (3, false), (Int.max, true)], 1...5)
  func `random operations behave as in the model`(_ setting: (Int, Bool), _ seed: Int) {
    let (capacity, dropsOldest) = setting
    var random = SeededRandom(seed: seed)
    let alive = Tally()
    var machine = ChannelMachine<Tracked>(
      capacity: capacity,
      overflow: dropsOldest ? .dropOldest : .dropNewest
    )
    var queue: [Int] = []
    var waiters: [(id: Int, handOff: HandOff<Void>)] = []
    var dropped = 0
    for number in 0..<3000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let isFull = queue.count >= capacity
        if isFull { dropped += 1 }
        switch machine.send(Tracked(number, alive)) {
        case .queued(let event):
          #expect(!isFull || dropsOldest)
          #expect(event?.id == (isFull ? queue.removeFirst() : nil))
          queue.append(number)
        case .refused:
          #expect(isFull && !dropsOldest)
        }
      case 4..<8:
        let handOff = HandOff<Void>()
        switch machine.receive(else: handOff) {
        case .event(let event): #expect(!queue.isEmpty && event.id == queue.removeFirst())
        case .wait(let id):
          #expect(queue.isEmpty)
          waiters.append((id, handOff))
        case .end: Issue.record("nobody has closed the channel")
        }
      case 8:
        let waiter = machine.popWaiter()
        let expected = queue.isEmpty || waiters.isEmpty ? nil : waiters.removeFirst().handOff
        #expect(waiter === expected)
      default:
        guard let index = waiters.indices.randomElement(using: &random) else { break }
        machine.forgetWaiter(waiters.remove(at: index).id)
      }
      #expect(machine.droppedCount == dropped)
      #expect(alive.value == queue.count)
    }
    #expect(machine.close().count == waiters.count)
    for event in queue {
      guard case .event(let received) = machine.receive(else: HandOff()) else {
        Issue.record("what was queued is still delivered after the end")
        return
      }
      #expect(received.id == event)
    }
    guard case .end = machine.receive(else: HandOff()) else {
      Issue.record("a closed channel that is empty has ended")
      return
    }
    guard case .refused = machine.send(Tracked(-1, alive)) else {
      Issue.record("a closed channel takes nothing")
      return
    }
    #expect(machine.droppedCount == dropped)
    #expect(alive.value == 0)
  }
}
