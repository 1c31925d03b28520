import KalugaArchitecture
import Testing

/// A disposed observation costs nothing from the next change on, even in the same job.
@MainActor
struct DisposedObservationTests {
  private let head = InitializedSubject(wrappedValue: 0)

  /// An object that its own derived value refers to without retaining it.
  @MainActor
  private final class Owner {
    let factor = 2
    var token: (any Disposable)?

    init(_ head: InitializedObservable<Int>) {
      token = head.map { [unowned self] in $0 * factor }.observe { _ in }
    }

    func end() { token?.dispose() }
  }

  @Test func `a derived value is not computed after the owner of its observation has gone`() {
    var owner: Owner? = Owner(head)
    owner?.end()
    weak let gone = owner
    owner = nil
    #expect(gone == nil)
    head.current = 1
    #expect(head.current == 1)
  }

  @Test func `writes in the same job do not compute a value that nobody observes any more`() {
    var computed = 0
    let derived = head.map { value -> Int in
      computed += 1
      return value
    }
    let token = derived.observe { _ in }
    token.dispose()
    let before = computed
    for value in 1...10 { head.current = value }
    #expect(computed == before)
    withExtendedLifetime(derived) {}
  }

  @Test func `a disposed chain of derived values lets go of its input at once`() {
    var computed = 0
    var end: InitializedObservable<Int> = head
    for _ in 0..<1_000 {
      end = end.map { value in
        computed += 1
        return value
      }
    }
    let token = end.observe { _ in }
    token.dispose()
    let before = computed
    head.current = 1
    #expect(computed == before)
  }

  @Test func `an observation that ends in a round is removed at the end of the round`() {
    var computed = 0
    var token: (any Disposable)?
    let derived = head.map { value -> Int in
      computed += 1
      return value
    }
    token = derived.observe { if $0 == 1 { token?.dispose() } }
    head.current = 1
    let before = computed
    head.current = 2
    #expect(computed == before)
    withExtendedLifetime(derived) {}
  }

  @Test func `observing and disposing in one job does not add up`() {
    var computed = 0
    for round in 1...1_000 {
      let derived = head.map { value -> Int in
        computed += 1
        return value
      }
      let token = derived.observe { _ in }
      head.current = round
      token.dispose()
    }
    // Each is computed for its own observation only: first, and after one write.
    #expect(computed <= 3_000)
  }

  @Test func `an object that a disposed closure captures may write while it is released`() {
    @MainActor
    final class Writer {
      let target: InitializedSubject<Int>

      init(_ target: InitializedSubject<Int>) { self.target = target }

      isolated deinit { target.current += 100 }
    }
    let other = InitializedSubject(wrappedValue: 0)
    var seen: [Int] = []
    let observation = head.observe { seen.append($0) }
    var writer: Writer? = Writer(head)
    let token = other.observe { [writer] _ in withExtendedLifetime(writer) {} }
    writer = nil
    token.dispose()
    head.current = 1
    #expect(seen.last == head.current)
    #expect(head.current == 1 || head.current == 101)
    observation.dispose()
  }
}
