/// What the path of a route looks like, whatever its content.
struct DeepLinkPattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case word(String)
    case row(key: String)
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
  func rows(in segments: [String]) -> [NavigationBundleRow]? {
    guard segments.count == parts.count else { return nil }
    var rows: [NavigationBundleRow] = []
    for (part, segment) in zip(parts, segments) {
      switch part {
      case .word(let word):
        guard word == segment else { return nil }
      case .row(let key):
        guard Self.isValue(segment) else { return nil }
        rows.append(NavigationBundleRow(key: key, value: .text(segment)))
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
