import KalugaArchitecture
import Testing

/// Observations that end with a value.
@MainActor
struct ObserveUntilTests {
  private let subject = InitializedSubject(wrappedValue: 0)
  private let releases = ReleaseLog()

  @Test func `the value that fulfils the condition is the last one`() {
    var seen: [Int] = []
    var asked: [Int] = []
    let token = subject.observe {
      asked.append($0)
      return $0 >= 2
    } _: {
      seen.append($0)
    }
    for value in 1...4 { subject.current = value }
    #expect(seen == [0, 1, 2])
    #expect(asked == [0, 1, 2])
    token.dispose()
  }

  @Test func `an observation that ends in its first call leaves no observer`() async {
    var seen: [Int] = []
    do {
      let onNext = releases.observer { seen.append($0) }
      _ = subject.observe(until: { $0 == 0 }, onNext)
    }
    await until(releases.count == 1)
    subject.current = 1
    #expect(seen == [0])
  }

  @Test(arguments: [0, 1])
  func `a write in the last call does not call again`(last: Int) {
    var seen: [Int] = []
    let all = DisposeBag()
    subject.observe(until: { $0 == last }) { [subject] value in
      seen.append(value)
      if value == last { subject.current = 10 }
    }.addTo(all)
    subject.current = 1
    #expect(seen == Array(0...last))
    #expect(subject.current == (last == 0 ? 1 : 10))
  }

  @Test func `the token ends the observation earlier`() {
    var seen: [Int] = []
    let token = subject.observe(until: { $0 == 9 }) { seen.append($0) }
    subject.current = 1
    token.dispose()
    subject.current = 9
    #expect(seen == [0, 1])
  }

  @Test func `an observable that never changes again is seen once`() {
    let constant = InitializedObservable(wrappedValue: 1)
    for isLast in [true, false] {
      var seen: [Int] = []
      let token = constant.observe(until: { _ in isLast }) { seen.append($0) }
      #expect(seen == [1])
      token.dispose()
    }
  }

  @Test func `an observation whose condition disposes it makes no further call`() {
    let bag = DisposeBag()
    var seen: [Int] = []
    subject.observe {
      if $0 == 1 { bag.dispose() }
      return false
    } _: {
      seen.append($0)
    }.addTo(bag)
    subject.current = 1
    #expect(seen == [0])
  }
}
