import Dispatch
import KalugaArchitecture
import Testing

struct DisposeBagTests {
  private let log = Log<Int>()

  private func item(_ number: Int) -> SimpleDisposable {
    SimpleDisposable { [log] in log.append(number) }
  }

  @Test func `disposal follows insertion order across plain and nested items`() {
    let bag = DisposeBag()
    let nested = DisposeBag()
    item(1).addTo(nested)
    bag.add(nested)
    bag.add(item(2))
    nested.add(item(3))
    item(4).addTo(bag)
    bag.dispose()
    #expect(log.all == [1, 3, 2, 4])
  }

  /// Kaluga 1.1: a bag is not one-shot, and a late item waits for the next dispose.
  @Test func `a bag can be used again after dispose`() {
    let bag = DisposeBag()
    bag.add(item(1))
    bag.dispose()
    bag.add(item(2))
    #expect(log.all == [1])
    bag.dispose()
    bag.dispose()
    #expect(log.all == [1, 2])
  }

  @Test func `a nested bag can be used again after the outer one was disposed`() {
    let bag = DisposeBag()
    let nested = DisposeBag()
    nested.addTo(bag)
    bag.dispose()
    nested.add(item(1))
    bag.dispose()
    #expect(log.all.isEmpty)
    nested.dispose()
    #expect(log.all == [1])
  }

  @Test func `a bag disposes what it holds when it is released`() {
    var bag: DisposeBag? = DisposeBag()
    bag?.add(item(1))
    let nested = DisposeBag()
    nested.add(item(2))
    bag?.add(nested)
    #expect(log.all.isEmpty)
    bag = nil
    #expect(log.all == [1, 2])
  }

  /// Kaluga Q11: a `ConcurrentModificationException`.
  @Test func `a handler may add to the bag that is being disposed`() {
    let bag = DisposeBag()
    bag.add(
      SimpleDisposable { [item = item(2), log] in
        log.append(1)
        bag.add(item)
      }
    )
    bag.add(item(3))
    bag.dispose()
    #expect(log.all == [1, 3])
    bag.dispose()
    #expect(log.all == [1, 3, 2])
  }

  @Test func `a handler may dispose the bag that is being disposed`() {
    let bag = DisposeBag()
    bag.add(
      SimpleDisposable { [log] in
        log.append(1)
        bag.dispose()
      }
    )
    bag.add(item(2))
    bag.dispose()
    #expect(log.all == [1, 2])
  }

  @Test func `a handler may dispose other items of the bag that is being disposed`() {
    let bag = DisposeBag()
    let late = item(3)
    bag.add(item(1))
    bag.add(
      SimpleDisposable { [log] in
        late.dispose()
        log.append(2)
      }
    )
    bag.add(late)
    bag.dispose()
    #expect(log.all == [1, 3, 2])
  }

  /// Kaluga Q11: a stack overflow.
  @Test func `bags that contain each other are disposed once`() {
    let one = DisposeBag()
    let other = DisposeBag()
    one.add(other)
    other.add(one)
    one.add(one)
    one.add(item(1))
    other.add(item(2))
    one.dispose()
    #expect(log.all == [2, 1])
  }

  @Test func `the same item twice is disposed once`() {
    let bag = DisposeBag()
    let item = item(1)
    bag.add(item)
    bag.add(item)
    bag.dispose()
    #expect(log.all == [1])
  }

  @Test func `a bag releases its items when it is disposed`() {
    let bag = DisposeBag()
    weak var released: SimpleDisposable?
    do {
      let item = item(1)
      released = item
      bag.add(item)
    }
    #expect(released != nil)
    bag.dispose()
    #expect(released == nil)
  }

  @Test func `an item's deinit may come back to the bag`() {
    let bag = DisposeBag()
    let log = log
    bag.add(
      SimpleDisposable(
        onDispose: closure {
          bag.add(SimpleDisposable { log.append(2) })
          bag.dispose()
        }
      )
    )
    bag.dispose()
    #expect(log.all == [2])
  }

  @Test @MainActor func `a bag ends observations`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    var seen: [Int] = []
    var bag: DisposeBag? = DisposeBag()
    if let bag { subject.observe { seen.append($0) }.addTo(bag) }
    subject.current = 1
    bag = nil
    subject.current = 2
    #expect(seen == [0, 1])
  }

  @Test func `adding while another thread disposes loses nothing and disposes nothing twice`() {
    for _ in 0..<20 {
      let bag = DisposeBag()
      let log = Log<Int>()
      DispatchQueue.concurrentPerform(iterations: 4) { worker in
        for number in 0..<200 {
          if worker == 3 {
            bag.dispose()
          } else {
            bag.add(SimpleDisposable { log.append(worker * 200 + number) })
          }
        }
      }
      bag.dispose()
      #expect(log.all.sorted() == Array(0..<600))
    }
  }
}
