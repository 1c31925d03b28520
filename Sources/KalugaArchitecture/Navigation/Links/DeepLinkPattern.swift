/// The path of a route without the type of its content.
struct DeepLinkPattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case word(String)
    case row(key: String)
  }

  /// The text between two slashes of a link.
  struct Segment {
    let text: String
    /// Whether the segment has an unescaped `&` or `=`.
    ///
    /// Such a segment may be a query that has lost its question mark, and may hold private values.
    /// It must not be read as the value of a row, because errors show that value.
    let isQuery: Bool

    /// Reads a segment.
    ///
    /// Returns nil if an escape is malformed.
    init?(_ escaped: Substring) {
      guard let text = PercentEscapes.decode(escaped) else { return nil }
      self.text = text
      isQuery = escaped.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "=") }
    }
  }

  let parts: [Part]

  init(_ parts: [Part]) {
    self.parts = parts
  }

  /// Creates a pattern of words only.
  init(words path: String) {
    self.init(Self.segments(path).map { .word(String($0)) })
  }

  /// Splits a path without a leading slash at its slashes.
  static func segments(_ path: some StringProtocol) -> [Substring] {
    guard !path.isEmpty else { return [] }
    return Substring(path).split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The words in front of the first row.
  var beginning: String {
    var words: [String] = []
    for part in parts {
      guard case .word(let word) = part else { return words.map { "\($0)/" }.joined() }
      words.append(word)
    }
    return words.joined(separator: "/")
  }

  /// Returns the rows of a path, or nil if the path does not match this pattern.
  func rows(in segments: [Segment]) -> [NavigationBundleRow]? {
    guard segments.count == parts.count else { return nil }
    var rows: [NavigationBundleRow] = []
    for (part, segment) in zip(parts, segments) {
      switch part {
      case .word(let word):
        guard word == segment.text else { return nil }
      case .row(let key):
        guard !segment.isQuery, Self.isValue(segment.text) else { return nil }
        rows.append(NavigationBundleRow(key: key, value: .text(segment.text)))
      }
    }
    return rows
  }

  /// Returns the escaped path for some rows, and the rows that the path does not contain.
  func path(
    with rows: [NavigationBundleRow]
  ) throws(NavigationBundleError) -> (path: String, rest: [NavigationBundleRow]) {
    var rest = rows
    var path = ""
    for part in parts {
      switch part {
      case .word(let word): path += "/" + PercentEscapes.encode(word)
      case .row(let key):
        let index = rest.firstIndex { $0.key == key }
        guard let text = index.flatMap({ rest.remove(at: $0).value.text }), Self.isValue(text)
        else {
          throw NavigationBundleError(problems: [
            .init(path: key, expected: "a single, non-empty value", found: "something else")
          ])
        }
        path += "/" + PercentEscapes.encode(text)
      }
    }
    return (path, rest)
  }

  /// Returns whether a text can be one part of a path.
  ///
  /// Programs that pass links on may remove empty parts and the parts `.` and `..`.
  private static func isValue(_ text: String) -> Bool {
    !["", ".", ".."].contains(text)
  }
}

extension DeepLinkPattern: CustomStringConvertible {
  /// The path with the keys of its rows in braces: `users/{userID}/edit`.
  var description: String {
    parts.map { part in
      switch part {
      case .word(let word): word
      case .row(let key): "{\(key)}"
      }
    }
    .joined(separator: "/")
  }
}
