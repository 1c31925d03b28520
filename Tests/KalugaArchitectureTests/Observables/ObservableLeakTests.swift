import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Nothing stays alive that nobody can use any more.
@MainActor
struct ObservableLeakTests {
  private final class Owner {
    var seen: [Int] = []
  }

  @Test func `a subject with a discarded token and its closure are released`() async {
    weak var released: InitializedSubject<Int>?
    let closures = Log<Int>()
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      released = subject
      _ = subject.observe { [end = closure { closures.append(1) }] _ in end() }
      subject.current = 1
    }
    await mainActorTurns(until: released == nil && closures.count == 1)
    #expect(released == nil)
    #expect(closures.count == 1)
  }

  @Test func `all flavours are released with discarded tokens`() async {
    weak var uninitialized: UninitializedSubject<Int>?
    weak var defaulted: DefaultSubject<Int>?
    weak var readSide: InitializedObservable<Int>?
    let closures = Log<Int>()
    do {
      let one = UninitializedSubject<Int>()
      let two = DefaultSubject(default: 0)
      let three = InitializedObservable(wrappedValue: 0)
      (uninitialized, defaulted, readSide) = (one, two, three)
      _ = one.observe { [end = closure { closures.append(1) }] _ in end() }
      _ = two.observe { [end = closure { closures.append(2) }] _ in end() }
      _ = three.observe { [end = closure { closures.append(3) }] _ in end() }
      one.post(1)
      two.post(1)
    }
    await mainActorTurns(
      until: uninitialized == nil && defaulted == nil && readSide == nil
        && closures.all.sorted() == [1, 2, 3]
    )
    #expect(uninitialized == nil)
    #expect(defaulted == nil)
    #expect(readSide == nil)
    #expect(closures.all.sorted() == [1, 2, 3])
  }

  /// The place of the first observer is built in, and what ends it as well.
  @Test(arguments: [true, false])
  func `a token that outlives its subject does not keep the closure`(isFirst: Bool) async {
    let closures = Log<Int>()
    let token: any Disposable
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      if !isFirst { _ = subject.observe { _ in } }
      token = subject.observe { [end = closure { closures.append(1) }] _ in end() }
    }
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
    token.dispose()
  }

  @Test func `a token is released after its disposal`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let first = subject.observe { _ in }
    weak var released: (any Disposable)?
    do {
      let token = subject.observe { _ in }
      released = token
      token.dispose()
    }
    await mainActorTurns(until: released == nil)
    #expect(released == nil)
    subject.current = 1
    first.dispose()
  }

  @Test func `the first token is released with its subject`() async {
    weak var released: (any Disposable)?
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      let token = subject.observe { _ in }
      released = token
      token.dispose()
      subject.current = 1
    }
    await mainActorTurns(until: released == nil)
    #expect(released == nil)
  }

  @Test func `a derived observable lives as long as it is observed and its subject lives`() async {
    let closures = Log<Int>()
    var seen: [Int] = []
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    _ = subject?.map { $0 + 1 }.map { $0 * 10 }.observe {
      [
        end = closure { closures.append(1) }
      ] value in
      end()
      seen.append(value)
    }
    subject?.current = 1
    #expect(seen == [10, 20])
    #expect(closures.count == 0)
    subject = nil
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }

  @Test func `a transform is released when its observable and observers are gone`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let transforms = Log<Int>()
    let bag = DisposeBag()
    weak var released: InitializedObservable<Int>?
    do {
      let derived = subject.map { [end = closure { transforms.append(1) }] value in
        end()
        return value
      }
      released = derived
      derived.observe { _ in }.addTo(bag)
    }
    await mainActorTurns()
    #expect(transforms.count == 0)
    bag.dispose()
    await mainActorTurns(until: released == nil && transforms.count == 1)
    #expect(released == nil)
    #expect(transforms.count == 1)
    subject.current = 1
  }

  @Test func `a combination is released when the last of its subjects is`() async {
    let closures = Log<Int>()
    var number: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    var text: DefaultSubject<String>? = DefaultSubject(default: "")
    if let number, let text {
      _ = combine(number, text) { "\($0)\($1)" }.observe {
        [
          end = closure { closures.append(1) }
        ] _ in
        end()
      }
    }
    number = nil
    await mainActorTurns()
    #expect(closures.count == 0)
    text?.current = "a"
    text = nil
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }

  @Test func `what is derived and observed after the subject is gone is released`() async {
    let closures = Log<Int>()
    do {
      var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 1)
      let first = subject?.map { $0 * 2 }
      subject = nil
      await mainActorTurns()
      let second = first?.map { $0 * 3 }
      _ = second?.observe { [end = closure { closures.append(1) }] _ in end() }
      #expect(second?.current == 6)
    }
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }

  @Test func `a derived observable releases its value when nobody observes it`() async {
    let released = Log<Int>()
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map(conflation: .never) { value in
      Probe { released.append(value) }
    }
    let token = derived.observe { _ in }
    subject.current = 1
    #expect(released.all == [0])
    token.dispose()
    await mainActorTurns(until: released.all == [0, 1])
    #expect(released.all == [0, 1])
  }

  @Test func `a subject releases the previous value`() {
    let released = Log<Int>()
    let subject = InitializedSubject(
      wrappedValue: Probe { released.append(0) },
      conflation: .never
    )
    _ = subject.observe { _ in }
    subject.current = Probe { released.append(1) }
    #expect(released.all == [0])
    subject.current = Probe { released.append(2) }
    #expect(released.all == [0, 1])
  }

  @Test func `posted values are released when they are replaced`() async {
    let released = Log<Int>()
    let subject = UninitializedSubject<Probe>(conflation: .never)
    await Task.detached {
      for number in 0..<3 { subject.post(Probe { released.append(number) }) }
    }.value
    await queuedWorkDidRun()
    await mainActorTurns(until: released.all == [0, 1])
    #expect(released.all == [0, 1])
  }

  @Test func `an owner that is captured weakly is released`() async {
    weak var released: Owner?
    let subject = InitializedSubject(wrappedValue: 0)
    do {
      let owner = Owner()
      released = owner
      _ = subject.observe { [weak owner] in owner?.seen.append($0) }
      #expect(owner.seen == [0])
    }
    #expect(released == nil)
    subject.current = 1
  }

  @Test func `many observers that came and went leave nothing behind`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map { $0 * 2 }
    let closures = Log<Int>()
    for number in 0..<2_000 {
      let token = derived.observe { [end = closure { closures.append(number) }] _ in end() }
      subject.current += 1
      token.dispose()
    }
    await mainActorTurns(until: closures.count == 2_000)
    #expect(closures.count == 2_000)
  }
}
