/// A string in Swift source: its fixed parts, without what is interpolated between them.
struct StringLiteral {
  private(set) var parts = [""]

  /// As it stands in the source, nearly: for messages.
  var text: String { parts.joined(separator: "…") }

  /// Whether a text has the fixed parts, one behind the other.
  func isShown(in text: String) -> Bool {
    var rest = text[...]
    return parts.allSatisfy { part in
      if part.isEmpty { return true }
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
  }

  /// Whether it is a sentence, or so much of one that somebody is to read it.
  var isSentence: Bool { text.split(separator: " ").count >= 5 }

  private mutating func append(_ character: Character) {
    parts[parts.count - 1].append(character)
  }

  private mutating func beginPart() {
    parts.append("")
  }
}

extension StringLiteral {
  /// What the program says where it stops: the messages of all preconditions and fatal errors of a source.
  static func messagesOfStops(in source: String) -> [StringLiteral] {
    messages(of: /(?:precondition(?:Failure)?|fatalError)\(/, in: source)
  }

  /// The strings that calls pass.
  ///
  /// - Parameters:
  ///   - call: The name of what is called, with the parenthesis behind it.
  ///   - source: Where to look.
  /// - Returns: One for each call, put together if it is of several parts.
  static func messages(of call: Regex<Substring>, in source: String) -> [StringLiteral] {
    source.matches(of: call).map { call in
      var depth = 1
      let arguments = source[call.range.upperBound...].prefix { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth > 0
      }
      // One that is too long for a line is put together with +.
      return all(in: String(arguments)).reduce(into: StringLiteral()) { message, literal in
        message.parts[message.parts.count - 1] += literal.parts[0]
        message.parts += literal.parts.dropFirst()
      }
    }
  }

  /// The strings of one line each in a source, but those in comments and in interpolations.
  static func all(in source: String) -> [StringLiteral] {
    source.split(separator: "\n")
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .flatMap(all(inLine:))
  }

  private static func all(inLine line: Substring) -> [StringLiteral] {
    var literals: [StringLiteral] = []
    var current: StringLiteral?
    var depth = 0  // of parentheses in an interpolation
    var isNested = false  // in a string in an interpolation
    var rest = line
    while let character = rest.popFirst() {
      switch (character, depth) {
      case ("\"", 0):
        if let current { literals.append(current) }
        current = current == nil ? StringLiteral() : nil
      case ("\\", 0):
        let escaped = rest.popFirst()
        if escaped == "(" { depth = 1 }
        // A line break is where another part begins, as is an interpolation.
        if escaped == "(" || escaped == "n" {
          current?.beginPart()
        } else if let escaped {
          current?.append(escaped)
        }
      case (_, 0): current?.append(character)
      case ("\"", _): isNested.toggle()
      case ("(", _) where !isNested: depth += 1
      case (")", _) where !isNested: depth -= 1
      default: break
      }
    }
    return literals
  }
}
