import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ObservablePublisherTests {
  private typealias Numbers = TestSubscriber<Int, Never>

  @Test func `the current value comes before subscribe returns, others before the write does`() {
    let subject = InitializedSubject(wrappedValue: 1)
    let subscriber = Numbers(demand: nil)
    subject.publisher.subscribe(subscriber)
    #expect(subscriber.values.all == [1])
    subject.current = 2
    #expect(subscriber.values.all == [1, 2])
    subject.current = 2
    #expect(subscriber.values.all == [1, 2])
    subscriber.cancel()
  }

  @Test func `a subscriber is called in turn with the observers`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let order = Log<String>()
    let bag = DisposeBag()
    subject.observe { order.append("a\($0)") }.addTo(bag)
    let cancellable = subject.publisher.sink { order.append("b\($0)") }
    subject.observe { order.append("c\($0)") }.addTo(bag)
    subject.current = 1
    #expect(order.all == ["a0", "b0", "c0", "a1", "b1", "c1"])
    cancellable.cancel()
  }

  @Test func `without demand the newest value waits, and comes with the request`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let subscriber = Numbers(demand: 0)
    subject.publisher.subscribe(subscriber)
    #expect(subscriber.values.all == [])
    for value in 1...3 { subject.current = value }
    subscriber.request(1)
    #expect(subscriber.values.all == [3])
    subject.current = 4
    subscriber.request(0)
    #expect(subscriber.values.all == [3])
    subscriber.request(2)
    #expect(subscriber.values.all == [3, 4])
    subject.current = 5
    subject.current = 6
    #expect(subscriber.values.all == [3, 4, 5])
    subscriber.cancel()
  }

  @Test func `a value that comes back before it was wanted is not received again`() {
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

  @Test func `where every write counts the value that comes back is received again`() {
    let subject = InitializedSubject(wrappedValue: 0, conflation: .never)
    let subscriber = Numbers(demand: 1)
    subject.publisher.subscribe(subscriber)
    subject.current = 0
    subscriber.request(1)
    #expect(subscriber.values.all == [0, 0])
    subscriber.cancel()
  }

  @Test func `values come on the main actor, wherever one subscribes and asks`() async throws {
    let subject = InitializedSubject(wrappedValue: 0)
    let publisher = subject.publisher
    let subscriber = Numbers(demand: 1)
    await Task.detached { publisher.subscribe(subscriber) }.value
    try await #expect(subscriber.values(1) == [0])
    subject.current = 1
    subject.current = 2
    await Task.detached { subscriber.request(1) }.value
    try await #expect(subscriber.values(2) == [0, 2])
    #expect(subscriber.elsewhere.value == 0)
    await Task.detached { subscriber.cancel() }.value
    subject.current = 3
    await mainActorTurns()
    #expect(subscriber.values.all == [0, 2])
  }

  @Test func `a subscriber may ask inside receive`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let subscriber = Numbers(demand: 1) { subscriber, value in
      if value == 0 { subscriber.request(1) }
      return value == 1 ? 1 : 0
    }
    subject.publisher.subscribe(subscriber)
    for value in 1...5 { subject.current = value }
    #expect(subscriber.values.all == [0, 1, 2])
    #expect(subscriber.overlaps.value == 0)
    subscriber.cancel()
  }

  @Test func `a subscriber may write inside receive, and all see the same order`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let seen = Log<Int>()
    let subscriber = Numbers(demand: nil) { _, value in
      MainActor.assumeIsolated { if value < 3 { subject.current = value + 1 } }
      return 0
    }
    let token = subject.observe { seen.append($0) }
    subject.publisher.subscribe(subscriber)
    #expect(subscriber.values.all == [0, 1, 2, 3])
    #expect(seen.all == [0, 1, 2, 3])
    #expect(subscriber.overlaps.value == 0)
    token.dispose()
    subscriber.cancel()
  }

  @Test func `one that writes while it catches up is not called inside its own call`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let subscriber = Numbers(demand: 0) { _, value in
      MainActor.assumeIsolated { if value < 3 { subject.current = value + 1 } }
      return 0
    }
    subject.publisher.subscribe(subscriber)
    subscriber.request(nil)
    #expect(subscriber.values.all == [0, 1, 2, 3])
    #expect(subscriber.overlaps.value == 0)
    subscriber.cancel()
  }

  @Test func `a subscriber may cancel inside receive, the first one included`() {
    let subject = InitializedSubject(wrappedValue: 0)
    for last in 0...1 {
      subject.current = 0
      let subscriber = Numbers(demand: nil) { subscriber, value in
        if value == last { subscriber.cancel() }
        return nil
      }
      subject.publisher.subscribe(subscriber)
      subject.current = 1
      subject.current = 2
      #expect(subscriber.values.all == Array(0...last))
    }
  }

  @Test func `a subscriber may cancel as soon as it has its subscription`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let subscriber = Numbers(demand: nil, onSubscription: { $0.cancel() })
    subject.publisher.subscribe(subscriber)
    subject.current = 1
    #expect(subscriber.values.count == 0)
  }

  @Test func `nothing yet and nil are values of their own`() throws {
    let subject = UninitializedSubject<Int?>()
    let seen = Log<String>()
    let cancellable = subject.publisher.sink { value in
      switch value {
      case .nothing: seen.append("nothing")
      case .value(nil): seen.append("nil")
      case .value(let number?): seen.append("\(number)")
      }
    }
    subject.post(nil)
    subject.post(1)
    #expect(seen.all == ["nothing", "nil", "1"])
    cancellable.cancel()
  }

  @Test func `it never completes: an observable keeps its value`() async throws {
    let scope = TaskScope()
    let observable = InitializedObservable(0, following: finite(1...2), in: scope)
    let subscriber = Numbers(demand: nil)
    observable.publisher.subscribe(subscriber)
    let states = ValueRecorder(following: observable.stateFlow)
    _ = try await states.next { $0 == 2 }
    await mainActorTurns(until: isEnded(observable))
    #expect(isEnded(observable))
    #expect(subscriber.values.all.last == 2)
    #expect(subscriber.completion.current == nil)
    subscriber.cancel()
  }

  private func isEnded(_ observable: InitializedObservable<Int>) -> Bool {
    if case .ended = observable.sourceState { true } else { false }
  }

  // MARK: What is kept

  @Test func `a subscription keeps a derived observable, and cancelling releases it at once`() {
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
    #expect(seen.all == [2, 4])
    #expect(derived != nil)
    cancellable.cancel()
    #expect(derived == nil)
    subject.current = 3
    #expect(seen.all == [2, 4])
  }

  @Test func `cancelling releases the subscriber, also if a value waits for demand`() async {
    let alive = Tally()
    let subject = InitializedSubject(wrappedValue: Tracked(0, alive))
    weak var released: TestSubscriber<Tracked, Never>?
    weak var subscription: AnyObject?
    do {
      let subscriber = TestSubscriber<Tracked, Never>(demand: 1)
      released = subscriber
      subject.publisher.subscribe(subscriber)
      subscription = subscriber.current
      #expect(subscription != nil)
      subject.current = Tracked(1, alive)
      #expect(alive.value == 2)
      subscriber.cancel()
    }
    // The subject does not keep what observed it.
    await mainActorTurns(until: released == nil && subscription == nil && alive.value == 1)
    #expect(released == nil)
    #expect(subscription == nil)
    #expect(alive.value == 1)
  }

  @Test func `a cancelled subscription that somebody keeps holds no value`() {
    let alive = Tally()
    let subject = InitializedSubject(wrappedValue: Tracked(0, alive))
    let subscriber = TestSubscriber<Tracked, Never>(demand: 0)
    subject.publisher.subscribe(subscriber)
    let kept = subscriber.current
    #expect(kept != nil)
    subscriber.cancel()
    subject.current = Tracked(1, alive)
    #expect(alive.value == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func `a view model whose subscription is cancelled with it is released`() async {
    final class Model: BaseLifecycleViewModel {
      @InitializedSubject var name = ""
      var seen = 0
      private var cancellables: Set<AnyCancellable> = []

      init() {
        super.init()
        $name.publisher.sink { [weak self] _ in self?.seen += 1 }.store(in: &cancellables)
      }
    }
    await expectReleased {
      let model = Model()
      model.name = "Ada"
      #expect(model.seen == 2)
      return model
    }
  }
}
