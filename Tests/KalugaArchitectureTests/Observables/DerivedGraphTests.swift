import KalugaArchitecture
import Testing

/// Cases of a fresh reader that fail: values that observers miss, and values that are computed more
/// than once or for nobody.
@MainActor
@Suite
struct DerivedGraphTests {
  @Test
  func `an observer gets a value whose computation has observed its input`() {
    let id = InitializedSubject(wrappedValue: 1)
    let doubled = id.map { $0 * 2 }
    var tokens: [any Disposable] = []
    // For example, the transform makes a model that observes `doubled` in its initializer.
    let text = doubled.map { value in
      tokens.append(doubled.observe { _ in })
      return value + 1
    }
    let reader = id.observe { _ in _ = text.current }
    var seen: [Int] = []
    tokens.append(text.observe { seen.append($0) })
    id.current = 2
    #expect(text.current == 5)
    #expect(seen == [3, 5])
    for token in tokens { token.dispose() }
    reader.dispose()
  }

  @Test
  func `a read of used diamonds asks a getter once that reads an unused derived value`() {
    let source = InitializedSubject(wrappedValue: 0)
    let unused = source.map { $0 + 1 }.map { $0 * 2 }
    var asked = 0
    var top = InitializedObservable {
      asked += 1
      return unused.current
    }
    for _ in 0..<10 {
      let below = top
      top = combine(below.map { $0 }, below.map { $0 + 1 }) { ($0 + $1) % 1000 }
    }
    let token = top.observe { _ in }
    asked = 0
    _ = top.current
    #expect(asked == 1)
    token.dispose()
  }

  @Test
  func `a write computes a newly selected unused value a limited number of times`() {
    let source = InitializedSubject(wrappedValue: 0)
    var computations = 0
    let pages = (0..<2).map { page in
      source.map { value in
        computations += 1
        return value * 10 + page
      }.map { $0 + 1 }
    }
    var top = source.flatMapLatest { pages[$0 % 2] }
    for _ in 0..<10 {
      let below = top
      top = combine(below.map { $0 }, below.map { $0 + 1 }) { ($0 + $1) % 1000 }
    }
    let reader = source.observe { _ in _ = top.current }
    let token = top.observe { _ in }
    computations = 0
    source.current = 1
    #expect(computations <= 10)
    token.dispose()
    reader.dispose()
  }

  @Test
  func `a read of a long chain computes each value once, though one of them writes a subject`() {
    let log = InitializedSubject(wrappedValue: 0)
    var computations = 0
    var end: InitializedObservable<Int> = InitializedSubject(wrappedValue: 0)
    for level in 0..<103 {
      end = end.map { value in
        computations += 1
        if level == 50 { log.current += 1 }
        return value + 1
      }
    }
    #expect(end.current == 103)
    #expect(computations <= 2 * 103)
  }

  @Test
  func `a read computes a value once that several unused selections share`() {
    let source = InitializedSubject(wrappedValue: 0)
    var computations = 0
    let shared = source.map { value in
      computations += 1
      return value + 1
    }
    let sum = combine((0..<10).map { _ in source.flatMapLatest { _ in shared } }) {
      $0.reduce(0, +)
    }
    #expect(sum.current == 10)
    #expect(computations == 1)
  }

  @Test
  func `a call that disposes the last observer of a derived value prevents its computation`() {
    let head = InitializedSubject(wrappedValue: 1)
    var token: (any Disposable)?
    let first = head.observe { if $0 == 2 { token?.dispose() } }
    var computations = 0
    // With `[unowned self]` in the transform, the owner may be gone: the process ends.
    token = head.map { value in
      computations += 1
      return value
    }.observe { _ in }
    computations = 0
    head.current = 2
    #expect(computations == 0)
    first.dispose()
  }

  @Test
  func `derived values that are observed and disposed inside a call are not computed for nobody`() {
    let source = InitializedSubject(wrappedValue: 0)
    let start = InitializedSubject(wrappedValue: 0)
    var computations = 0
    let caller = start.observe { _ in
      for round in 1...100 {
        let token = source.map { value in
          computations += 1
          return value
        }.observe { _ in }
        source.current = round
        token.dispose()
      }
    }
    #expect(computations == 200)
    caller.dispose()
  }

  @Test
  func `a write does not compute values again that can never change`() {
    let constant = InitializedObservable(wrappedValue: 3)
    var computations = 0
    let fixed = constant.map { value in
      computations += 1
      return value
    }.map { $0 + 1 }
    let source = InitializedSubject(wrappedValue: 0)
    let token = combine(source, fixed) { $0 + $1 }.observe { _ in }
    computations = 0
    for value in 1...10 { source.current = value }
    #expect(computations == 0)
    token.dispose()
  }
}
