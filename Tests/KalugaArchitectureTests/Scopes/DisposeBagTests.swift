import KalugaArchitecture
import Testing

struct DisposeBagTests {
  private let bag = DisposeBag()
  private let log = Log<Int>()

  /// An item that logs its number, and then does something else.
  private func item(
    _ number: Int,
    then action: @escaping @Sendable () -> Void = {}
  ) -> SimpleDisposable {
    SimpleDisposable { [log] in
      log.append(number)
      action()
    }
  }

  @Test func `disposal follows insertion order across plain and nested items`() {
    let nested = DisposeBag()
    item(1).addTo(nested)
    bag.add(nested)
    bag.add(item(3))
    nested.add(item(2))
    item(4).addTo(bag)
    bag.dispose()
    #expect(log.all == [1, 2, 3, 4])
  }

  /// Kaluga 1.1: a bag is not one-shot, and a late item waits for the next dispose.
  @Test func `a bag can be used again after dispose`() {
    bag.add(item(1))
    bag.dispose()
    bag.add(item(2))
    #expect(log.all == [1])
    bag.dispose()
    bag.dispose()
    #expect(log.all == [1, 2])
  }

  @Test func `a bag disposes what it holds when it is released`() {
    var bag: DisposeBag? = DisposeBag()
    let nested = DisposeBag()
    bag?.add(item(1))
    nested.add(item(2))
    bag?.add(nested)
    #expect(log.all.isEmpty)
    bag = nil
    #expect(log.all == [1, 2])
  }

  /// Kaluga Q11: a `ConcurrentModificationException`.
  @Test func `a handler may add to the bag that is being disposed`() {
    bag.add(item(1) { [bag, late = item(3)] in bag.add(late) })
    bag.add(item(2))
    bag.dispose()
    #expect(log.all == [1, 2])
    bag.dispose()
    #expect(log.all == [1, 2, 3])
  }

  @Test func `a handler may dispose the bag and items that are being disposed`() {
    let late = item(2)
    bag.add(
      item(1) { [bag] in
        bag.dispose()
        late.dispose()
      }
    )
    bag.add(item(3))
    bag.add(late)
    bag.dispose()
    #expect(log.all == [1, 2, 3])
  }

  /// Kaluga Q11: a stack overflow.
  @Test func `the same item twice, and bags that contain each other, are disposed once`() {
    let other = DisposeBag()
    bag.add(other)
    other.add(bag)
    bag.add(bag)
    let last = item(2)
    bag.add(last)
    bag.add(last)
    other.add(item(1))
    bag.dispose()
    #expect(log.all == [1, 2])
  }

  @Test func `a disposed bag releases its items, whose deinit may use the bag`() {
    weak var released: SimpleDisposable?
    do {
      let item = SimpleDisposable(
        onDispose: closure { [bag, late = item(1)] in
          bag.add(late)
          bag.dispose()
        }
      )
      released = item
      bag.add(item)
    }
    #expect(released != nil)
    bag.dispose()
    #expect(log.all == [1])
    #expect(released == nil)
  }

  @Test @MainActor func `a bag ends observations`() {
    let subject = InitializedSubject(wrappedValue: 0)
    var seen: [Int] = []
    var bag: DisposeBag? = DisposeBag()
    if let bag { subject.observe { seen.append($0) }.addTo(bag) }
    subject.current = 1
    bag = nil
    subject.current = 2
    #expect(seen == [0, 1])
  }
}
