import KalugaArchitecture

/// The values that were recorded, in order, and how many of them the test has inspected.
@MainActor
final class Recorded<Value>: RecordedByTest {
  let kind: ExhaustiveChecks
  let location: CallLocation
  /// What failures call the recorder.
  let name: String?
  private let advice: String
  private let text: (Value) -> String
  private var seenCount = 0

  /// How the recorded sequence has ended, for failures; nil if it has not, or the test knows.
  private var unseenEnd: String?

  /// All recorded values, inspected or not.
  private(set) var values: [Value] = []

  init(
    _ kind: ExhaustiveChecks,
    _ location: CallLocation,
    name: String? = nil,
    advice: String,
    text: @escaping (Value) -> String = { String(reflecting: $0) }
  ) {
    self.kind = kind
    self.location = location
    self.name = name
    self.advice = advice
    self.text = text
  }

  var count: Int { values.count + (unseenEnd == nil ? 0 : 1) }

  func append(_ value: Value) {
    values.append(value)
  }

  /// Notes the end of the sequence, which the test must inspect like a value.
  func append(end text: String) {
    unseenEnd = text
  }

  func seeEnd() {
    unseenEnd = nil
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
    if rest.isEmpty { return unseenEnd }
    let texts = rest.map(text).joined(separator: ", ")
    let what = "recorded but not inspected, \(rest.count) of \(values.count): [\(texts)]"
    return "\(name.map { "\($0): " } ?? "")\(what). \(advice)"
  }

  /// Marks all values as inspected, and returns those that were not.
  func seeRest() -> [Value] {
    let rest = Array(values[seenCount...])
    see(values.count)
    return rest
  }
}
