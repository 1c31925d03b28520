/// Counts the calls that match a pattern.
struct CallTally<each Parameter: Sendable> {
  typealias Call = MockCall<repeat each Parameter>

  let pattern: CallPattern<repeat each Parameter>
  private(set) var fitting: [Call] = []
  private(set) var total = 0
  private var tail: [(call: Call, fits: Bool)] = []

  init(_ pattern: CallPattern<repeat each Parameter>) {
    self.pattern = pattern
  }

  mutating func count(_ calls: [Call]) {
    for call in calls {
      let fits = pattern.fits(call)
      if fits { fitting.append(call) }
      total += 1
      if tail.count == listedCallLimit { tail.removeFirst() }
      tail.append((call, fits))
    }
  }

  /// The newest calls, for failures.
  var newest: [(text: String, fits: Bool)] { tail.map { ($0.call.text, $0.fits) } }
}
