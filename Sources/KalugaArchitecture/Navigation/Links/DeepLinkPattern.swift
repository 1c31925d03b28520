/// What the path of a route looks like, whatever its content.
struct DeepLinkPattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case word(String)
    case row(key: String)
  }

  /// What stands between two slashes of a link.
  struct Segment {
    let text: String
    /// Whether it has unescaped signs of a query.
    ///
    /// They may come from a query whose question mark got lost, with what is private in it: such a text
    /// must not be taken for a value, which errors show.
    let isQuery: Bool

    /// Reads a segment; nil if its escapes are broken.
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

  /// A pattern of words alone.
  init(words path: String) {
    self.init(Self.segments(path).map { .word(String($0)) })
  }

  /// What stands between the slashes of a path without the slash in front.
  static func segments(_ path: some StringProtocol) -> [Substring] {
    guard !path.isEmpty else { return [] }
    return Substring(path).split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The rows that a path has, if it is one of these.
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

  /// The path for some rows, with escapes, and the rows that are not in it.
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
            .init(path: key, expected: "one value that is not empty", found: "something else")
          ])
        }
        path += "/" + PercentEscapes.encode(text)
      }
    }
    return (path, rest)
  }

  /// Whether a text can be one part of a path: whoever hands links on drops empty parts and dots.
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
