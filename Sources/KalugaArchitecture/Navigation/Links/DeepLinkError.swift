/// The reason why a link cannot be read, or why no link leads to some screens.
///
/// The description names the part of the link that is wrong.
public enum DeepLinkError: Error, Hashable, Sendable {
  /// The link has more bytes than the app accepts.
  case tooLong(limit: Int, found: Int)
  /// The text is not a URL.
  case malformed(link: String)
  /// The link contains a character, such as a space or an emoji, that must be percent-encoded.
  ///
  /// The position of the first character is 1.
  case invalidCharacter(link: String, position: Int)
  /// The scheme is not the app's.
  case wrongScheme(expected: String, found: String)
  /// The host is not the app's.
  case wrongHost(expected: String, found: String)
  /// No route has this path.
  ///
  /// In the known paths, rows are in braces.
  case unknownPath(found: String, known: [String])
  /// The link has a part that links of this app never have: a user, a port or a fragment.
  case unexpectedPart(name: String, found: String)
  /// The link has more than one value for a key.
  case repeatedKey(String)
  /// The rows of the link do not match the spec of the route with this path.
  case badContent(path: String, NavigationBundleError)
  /// No route leads to exactly these screens.
  case noLink(screens: [String])
}

extension DeepLinkError: CustomReflectable {
  /// An empty mirror, because a `dump` would show private parts of a link that the description
  /// omits.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DeepLinkError: CustomStringConvertible {
  /// Says which part is wrong, what was expected and what was found, in words that the users of the
  /// app can read.
  public var description: String {
    switch self {
    case .tooLong(let limit, let found):
      "not a link: expected at most \(limit) bytes, found \(found)"
    case .malformed(let link):
      // The text in front of an `@` may be a user and a password, even in a malformed link.
      "not a link: expected scheme://host/path, found "
        + quoted(link.utf8.contains(UInt8(ascii: "@")) ? beforeColon(link) : link)
    case .invalidCharacter(let link, let position): Self.invalidCharacter(at: position, of: link)
    case .wrongScheme(let expected, let found):
      "scheme: expected \(quoted(expected)), found \(quoted(found))"
    case .wrongHost(let expected, let found):
      "host: expected \(quoted(expected)), found \(quoted(found))"
    case .unknownPath(let found, let known):
      "path: expected one of \(known.map(quoted).joined(separator: ", ")), found \(quoted(found))"
    case .unexpectedPart("port", let found): "port: expected none, found \(quoted(found))"
    // A user is always private. A fragment may be the rest of a private value that contains a `#`.
    case .unexpectedPart(let name, _): "\(name): expected none, found one"
    case .repeatedKey(let key):
      "query: expected the key \(NavigationBundleValue.string(key)) once, found it several times"
    case .badContent(let path, let error): "link to \(quoted(path)): \(error)"
    case .noLink(let screens):
      "no link leads to [\(screens.joined(separator: ", "))]"
    }
  }

  /// Quotes a part of an untrusted link, with control characters escaped.
  ///
  /// Shows only the text before the first sign that may belong to a query, because a query may have
  /// private values, and without a route it is not known which. In a malformed link, the query may
  /// have lost its question mark, and a percent sign may begin a sign that was escaped twice. The
  /// search is by Unicode scalar, because a combining accent would hide the sign.
  private func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix { !"?#&=%".unicodeScalars.contains($0) }
    return NavigationBundleValue.string(String(shown)).description
  }

  /// Shows the character itself only where a link has no private values.
  private static func invalidCharacter(at position: Int, of link: String) -> String {
    let before = link.prefix(position - 1).utf8
    let isPublic =
      !link.utf8.contains(UInt8(ascii: "@")) && !before.contains(where: "?#&=%".utf8.contains)
    guard isPublic, let character = link.dropFirst(position - 1).first.map(String.init) else {
      return "not a link: character \(position) must be percent-encoded, "
        + "such as \"%20\" for a space"
    }
    let shown = NavigationBundleValue.string(character)
    return "not a link: \(shown) must be written as \"\(PercentEscapes.encode(character))\""
  }

  private func beforeColon(_ text: String) -> String {
    String(text.unicodeScalars.prefix { $0 != ":" })
  }
}

extension DeepLinkError: CustomDebugStringConvertible {
  /// Says what is wrong, and what the app's developer can do about it.
  public var debugDescription: String {
    if case .noLink = self { "\(description). Add a route for these screens." } else { description }
  }
}
