/// The path of a route without the type of its content.
struct DeepLinkPattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case word(String)
    case row(key: String)
  }

  let parts: [Part]

  init(_ parts: [Part]) {
    self.parts = parts
  }

  /// Creates a pattern of words only.
  init(words path: String) {
    self.init(Self.segments(path[...]).map { .word(String($0)) })
  }

  /// Splits a path without a leading slash at its slashes.
  static func segments(_ path: Substring) -> [Substring] {
    guard !path.isEmpty else { return [] }
    return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
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
  ///
  /// A row with a sign that separates the items of a query is private: the path may contain a query
  /// that has lost its question mark.
  func rows(in segments: [String]) -> [NavigationBundleRow]? {
    // A slash at the end does not matter.
    let parts = parts.last == .word("") ? parts.dropLast() : parts[...]
    let segments = segments.last == "" ? segments.dropLast() : segments[...]
    guard segments.count == parts.count else { return nil }
    var rows: [NavigationBundleRow] = []
    for (part, segment) in zip(parts, segments) {
      switch part {
      case .word(let word):
        guard word == segment else { return nil }
      case .row(let key):
        guard Self.isValue(segment) else { return nil }
        let isPrivate = DeepLinkError.beginning(of: segment) != segment
        rows.append(NavigationBundleRow(key: key, value: .text(segment), isPrivate: isPrivate))
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
    text != "" && text != "." && text != ".."
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
