import KalugaArchitecture

/// The values that were recorded, in order, and how many of them the test has inspected.
@MainActor
final class Recorded<Value>: RecordedByTest {
  let kind: ExhaustiveChecks
  let location: CallLocation
  private let advice: String
  private let text: (Value) -> String
  private var seenCount = 0

  /// All recorded values, inspected or not.
  private(set) var values: [Value] = []

  /// - Parameters:
  ///   - kind: The check that applies to these values.
  ///   - location: Where the recorder was created.
  ///   - advice: How a test inspects values, for failures.
  ///   - text: Describes a value, for failures.
  init(
    _ kind: ExhaustiveChecks,
    _ location: CallLocation,
    advice: String,
    text: @escaping (Value) -> String = { String(reflecting: $0) }
  ) {
    self.kind = kind
    self.location = location
    self.advice = advice
    self.text = text
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
    guard !rest.isEmpty else { return nil }
    let texts = rest.map(text).joined(separator: ", ")
    return "recorded but not inspected, \(rest.count) of \(values.count): [\(texts)]. \(advice)"
  }

  /// Marks all values as inspected, and returns those that were not.
  func seeRest() -> [Value] {
    let rest = Array(values[seenCount...])
    see(values.count)
    return rest
  }
}
