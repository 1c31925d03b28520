package import KalugaArchitecture

extension Session {
  /// One event of a session.
  package struct Step: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case move, back, choice, partlyCovered, background, foreground, wide, narrow, restart
      case answer, failure, diagnostic
    }

    /// The nanoseconds since the start of the session.
    package let at: Int64

    package let event: Kind

    /// The choice of the user, the service that answers, or the kind of a diagnostic.
    package var name: String?

    /// The index of the call that a service answers, because answers may overtake each other.
    package var call: Int?

    /// The JSON of a move or an answer.
    package var value: JSONValue?

    /// The type of the error.
    package var error: String?

    /// The text of an error or a diagnostic, if the recorder may record it.
    package var text: String?

    /// The paths of the redacted values.
    package var redacted: [String]?

    /// How often each service was called before a restart.
    package var calls: [String: Int]?

    package init(at: Int64, _ event: Kind, name: String? = nil, call: Int? = nil) {
      self.at = at
      self.event = event
      self.name = name
      self.call = call
    }

    /// Whether the value of a move or an answer is completely redacted.
    package var isMissing: Bool { value == nil && redacted != nil }

    /// The field that is missing, and what it must contain.
    var missingField: (name: String, expected: String)? {
      switch event {
      case .move where value == nil && redacted == nil: ("value", "a move")
      case .choice where name == nil: ("name", "the name of a choice")
      case .answer where name == nil: ("name", "the name of a service")
      case .answer where call == nil: ("call", "the index of a call")
      case .failure where error == nil: ("error", "the type of an error")
      case .diagnostic where name == nil: ("name", "the kind of a diagnostic")
      default: nil
      }
    }
  }
}

extension Session.Step: CustomStringConvertible {
  /// The event in plain words, in one line.
  package var description: String {
    let cause = [error, text].compactMap(\.self).joined(separator: ": ")
    let words =
      switch event {
      case .move: value?.words ?? "a move that is redacted"
      case .back: "the user goes back"
      case .choice: "the user chooses \(name ?? "")"
      case .partlyCovered: "the app is partly covered"
      case .background: "the app goes to the background"
      case .foreground: "the app comes to the foreground"
      case .wide: "the window gets wide"
      case .narrow: "the window gets narrow"
      case .restart: "the process ends, and a new process restores the app"
      case .answer where error != nil: "\(name ?? "") fails with \(cause)"
      case .answer: "\(name ?? "") answers \(value?.words ?? (isMissing ? "•••" : "null"))"
      case .failure: "the app fails with \(cause)"
      case .diagnostic:
        "the toolkit reports \([name, text].compactMap(\.self).joined(separator: ": "))"
      }
    let paths = redacted.map { "; redacted: \($0.joined(separator: ", "))" } ?? ""
    return (words + paths).escapingControlCharacters()
  }
}

extension JSONValue {
  /// The value in the form in which Swift writes it: an object like `{"tap":{"_0":1}}` as `tap(1)`.
  fileprivate var words: String {
    switch self {
    case .null: return "nil"
    case .boolean(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .number(let value): return "\(value)"
    case .decimal(let value): return "\(value)"
    case .string(let value): return "\"\(value)\""
    case .array(let elements): return "[\(elements.map(\.words).joined(separator: ", "))]"
    case .object(let members):
      if members.count == 1, case (let name, .object(let payload))? = members.first {
        return payload.isEmpty ? name : "\(name)(\(Self.list(payload)))"
      }
      return "{\(Self.list(members))}"
    }
  }

  private static func list(_ members: [String: JSONValue]) -> String {
    members.sorted { $0.key < $1.key }.map { name, value in
      name.hasPrefix("_") ? value.words : "\(name): \(value.words)"
    }.joined(separator: ", ")
  }
}
