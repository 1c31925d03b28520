import KalugaArchitecture

/// Values in the order in which they came, and how many of them the test has looked at.
@MainActor
final class Recorded<Value>: RecordedByTest {
  let kind: ExhaustiveChecks
  let location: CallLocation
  private let advice: String
  private var seenCount = 0

  /// All that came, whether anybody looks at it or not.
  private(set) var values: [Value] = []

  /// - Parameters:
  ///   - kind: The kind of check that is about the values.
  ///   - location: Where the recorder was made.
  ///   - advice: How a test looks at values.
  init(_ kind: ExhaustiveChecks, _ location: CallLocation, advice: String) {
    self.kind = kind
    self.location = location
    self.advice = advice
  }

  var count: Int { values.count }

  func append(_ value: Value) {
    values.append(value)
  }

  /// Notes that the test has looked at the first values.
  func see(_ count: Int) {
    seenCount = max(seenCount, count)
  }

  /// Everything, all of which the test looks at now.
  func seeAll() -> [Value] {
    see(values.count)
    return values
  }

  var unseen: String? {
    let rest = values[seenCount...]
    return rest.isEmpty
      ? nil : "the test did not look at \(rest.count) of \(values.count), \(Array(rest)): \(advice)"
  }

  /// The values that the test has not looked at; it does so now.
  func seeRest() -> [Value] {
    let rest = Array(values[seenCount...])
    see(values.count)
    return rest
  }
}
