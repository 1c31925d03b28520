import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ObservablePublisherTests {
  @Test func `a subscriber is called like an observer, before subscribe and writes return`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let order = Log<String>()
    let bag = DisposeBag()
    subject.observe { order.append("a\($0)") }.addTo(bag)
    let cancellable = subject.publisher.sink { order.append("b\($0)") }
    subject.observe { order.append("c\($0)") }.addTo(bag)
    subject.current = 1
    subject.current = 1
    #expect(order.all == ["a0", "b0", "c0", "a1", "b1", "c1"])
    cancellable.cancel()
  }

  @Test func `a value that returns to the received one before there is demand is dropped`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let subscriber = Numbers(demand: 1)
    subject.publisher.subscribe(subscriber)
    subject.current = 1
    subject.current = 0
    subscriber.request(1)
    #expect(subscriber.values.all == [0])
    subject.current = 2
    #expect(subscriber.values.all == [0, 2])
    subscriber.cancel()
  }

  @Test func `an equal value is received again if every write counts`() {
    let subject = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    let subscriber = Numbers(demand: 1)
    subject.publisher.subscribe(subscriber)
    subject.current = 0
    subscriber.request(1)
    #expect(subscriber.values.all == [0, 0])
    subscriber.cancel()
  }

  @Test func `a subscriber can ask inside receive`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let subscriber = Numbers(demand: 1) { subscriber, value in
      if value == 0 { subscriber.request(1) }
      return value == 1 ? 1 : 0
    }
    subject.publisher.subscribe(subscriber)
    for value in 1...5 { subject.current = value }
    #expect(subscriber.values.all == [0, 1, 2])
    #expect(subscriber.violations.all == [])
    subscriber.cancel()
  }

  @Test(arguments: [nil, 0])
  func `a subscriber can write inside receive, and all see the same order`(demand: Int?) {
    let subject = InitializedSubject(wrappedValue: 0)
    let seen = Log<Int>()
    let subscriber = Numbers(demand: demand) { _, value in
      MainActor.assumeIsolated { if value < 3 { subject.current = value + 1 } }
      return 0
    }
    let token = subject.observe { seen.append($0) }
    subject.publisher.subscribe(subscriber)
    subscriber.request(nil)
    #expect(subscriber.values.all == [0, 1, 2, 3])
    #expect(seen.all == [0, 1, 2, 3])
    #expect(subscriber.violations.all == [])
    token.dispose()
    subscriber.cancel()
  }

  @Test func `nothing yet and nil are values of their own`() {
    let subject = UninitializedSubject<Int?>()
    let seen = Log<ObservableOptional<Int?>>()
    let cancellable = subject.publisher.sink { seen.append($0) }
    subject.post(nil)
    subject.post(1)
    #expect(seen.all == [.nothing, .value(nil), .value(1)])
    cancellable.cancel()
  }

  @Test func `it does not complete when the source of the observable ends`() async throws {
    let scope = TaskScope()
    let observable = InitializedObservable(0, following: finite(1...2), in: scope)
    let subscriber = Numbers(demand: nil)
    observable.publisher.subscribe(subscriber)
    await scope.waitUntilEmpty()
    guard case .ended = observable.sourceState else {
      Issue.record("\(observable.sourceState)")
      return
    }
    #expect(subscriber.values.all.last == 2)
    #expect(!subscriber.isCompleted)
    subscriber.cancel()
  }

  // MARK: What is kept

  @Test func `a subscription keeps a derived observable, and cancelling releases it`() {
    let subject = InitializedSubject(wrappedValue: 1)
    weak var derived: InitializedObservable<Int>?
    let seen = Log<Int>()
    let cancellable: AnyCancellable
    do {
      let doubled = subject.map { 2 * $0 }
      derived = doubled
      cancellable = doubled.publisher.sink { seen.append($0) }
    }
    subject.current = 2
    #expect(derived != nil)
    cancellable.cancel()
    #expect(derived == nil)
    subject.current = 3
    #expect(seen.all == [2, 4])
  }

  @Test(arguments: [0, 1, nil])
  func `cancelling releases the subscriber, the subscription and values that wait`(
    demand: Int?
  ) async {
    let alive = Tally()
    let subject = InitializedSubject(wrappedValue: Tracked(0, alive))
    weak var released: TestSubscriber<Tracked, Never>?
    weak var subscription: AnyObject?
    do {
      let subscriber = TestSubscriber<Tracked, Never>(demand: demand)
      released = subscriber
      subject.publisher.subscribe(subscriber)
      subscription = subscriber.currentSubscription
      #expect(subscription != nil)
      subject.current = Tracked(1, alive)
      subscriber.cancel()
    }
    await until(released == nil && subscription == nil && alive.value == 1)
  }

  @Test func `a subscriber that cancels in its first call is not kept by the subject`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let alive = Tally()
    subject.publisher.subscribe(
      Numbers(demand: nil) { [tracked = Tracked(1, alive)] subscriber, _ in
        subscriber.cancel()
        return withExtendedLifetime(tracked) { 0 }
      }
    )
    subject.current = 1
    #expect(alive.value == 0)
  }

  @Test func `a cancelled subscription that is kept holds no value`() {
    let alive = Tally()
    let subject = InitializedSubject(wrappedValue: Tracked(0, alive))
    let subscriber = TestSubscriber<Tracked, Never>(demand: 0)
    subject.publisher.subscribe(subscriber)
    let kept = subscriber.currentSubscription
    #expect(kept != nil)
    subscriber.cancel()
    subject.current = Tracked(1, alive)
    #expect(alive.value == 1)
    withExtendedLifetime(kept) {}
  }
}
