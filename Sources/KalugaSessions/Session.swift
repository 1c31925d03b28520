#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What happened in an app: moves, answers of services and failures, each with its time.
///
/// A ``SessionRecorder`` makes it, and ``json()`` writes it as a file with one event on each line.
/// `kaluga-replay` turns the file into a test.
public struct Session: Codable, Hashable, Sendable {
  private static let version = 1

  private let version: Int

  /// The number of events that happened before the first one that the session contains.
  public let droppedCount: Int

  /// The events, oldest first.
  package var steps: [Step]

  /// How often each service has been called since the app started, or since the last restart.
  package let calls: [String: Int]

  package init(steps: [Step], droppedCount: Int = 0, calls: [String: Int] = [:]) {
    version = Self.version
    self.droppedCount = droppedCount
    self.steps = steps
    self.calls = calls
  }

  /// Reads a session from the JSON that ``json()`` returns.
  ///
  /// - Throws: An error that names the damaged field, and what was expected and found there. It
  ///   quotes no value.
  public init(_ json: Data) throws(SessionError) {
    struct Head: Decodable {
      let version: Int
    }
    do {
      let found = try JSONDecoder().decode(Head.self, from: json).version
      guard found == Self.version else {
        throw SessionError.wrongVersion(expected: Self.version, found: found)
      }
      self = try JSONDecoder().decode(Session.self, from: json)
    } catch let error as SessionError {
      throw error
    } catch {
      throw SessionError(error, reading: json)
    }
    try Self.check([droppedCount], "droppedCount")
    try Self.check(calls.values, "calls")
    for (index, step) in steps.enumerated() {
      if let (field, expected) = step.missingField {
        throw .damaged(field: "steps[\(index)].\(field)", expected: expected, found: "nothing")
      }
      try Self.check([step.at], "steps[\(index)].at")
      try Self.check(step.call.map { [$0] } ?? [], "steps[\(index)].call")
      try Self.check((step.calls ?? [:]).values, "steps[\(index)].calls")
    }
  }

  /// Refuses numbers that no recorder writes, and with which a recorder or a replay might overflow.
  private static func check<Number: FixedWidthInteger>(
    _ numbers: some Sequence<Number>,
    _ field: String
  ) throws(SessionError) {
    for number in numbers where !(0...Number.max / 2).contains(number) {
      throw .damaged(
        field: field,
        expected: "a number from 0 to \(Number.max / 2)",
        found: "another number"
      )
    }
  }

  /// Returns the session as JSON, with one event on each line.
  ///
  /// Invisible characters are escaped, so that the text can be pasted into source code.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let lines = try steps.map { "    \(try text($0))" }.joined(separator: ",\n")
    let json = """
      {
        "version": \(version),
        "droppedCount": \(droppedCount),
        "calls": \(try text(calls)),
        "steps": [
      \(lines)
        ]
      }

      """
    return json.escapingInvisibleCharacters()
  }
}

extension String {
  /// Replaces invisible characters by JSON's escapes.
  ///
  /// JSON has them only inside strings, except for the line breaks between its values.
  fileprivate func escapingInvisibleCharacters() -> String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\n": result.unicodeScalars.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
