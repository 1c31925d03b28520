import KalugaArchitecture

/// The values that were recorded, in order, and how many of them the test has inspected.
@MainActor
final class Recorded<Value>: RecordedByTest {
  let kind: ExhaustiveChecks
  let location: CallLocation
  private let advice: String
  private var seenCount = 0

  /// All recorded values, inspected or not.
  private(set) var values: [Value] = []

  /// - Parameters:
  ///   - kind: The check that applies to these values.
  ///   - location: Where the recorder was created.
  ///   - advice: How a test inspects values, for failures.
  init(_ kind: ExhaustiveChecks, _ location: CallLocation, advice: String) {
    self.kind = kind
    self.location = location
    self.advice = advice
  }

  var count: Int { values.count }

  func append(_ value: Value) {
    values.append(value)
  }

  /// Marks the first values as inspected.
  func see(_ count: Int) {
    seenCount = max(seenCount, count)
  }

  /// Marks all values as inspected, and returns them.
  func seeAll() -> [Value] {
    see(values.count)
    return values
  }

  var unseen: String? {
    let rest = values[seenCount...]
    return rest.isEmpty
      ? nil
      : "recorded but not inspected, \(rest.count) of \(values.count): \(Array(rest)). \(advice)"
  }

  /// Marks all values as inspected, and returns those that were not.
  func seeRest() -> [Value] {
    let rest = Array(values[seenCount...])
    see(values.count)
    return rest
  }
}
