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
  /// The scheme is none of the app's.
  case wrongScheme(expected: [String], found: String)
  /// The host is none of those that the app has for the scheme.
  case wrongHost(expected: [String], found: String)
  /// No route has this path, and no route of the joined modules, if the table joins some.
  ///
  /// In the known paths, rows are in braces.
  case unknownPath(found: String, known: [String], modules: [String] = [])
  /// The link has a part that links of this app never have: a user, or a port other than the
  /// scheme's default.
  case unexpectedPart(name: String, found: String)
  /// The link has more than one value for a row that is not an array.
  case repeatedKey(String)
  /// The rows of the link do not match the spec of the route with this path.
  case badContent(path: String, NavigationBundleError)
  /// No route writes a link for these screens.
  case noLink(screens: [String])
  /// Routes of two joined modules have paths that read the same links.
  case samePath(paths: [String], modules: [String])
  /// A module is joined twice, with the same embedding.
  case joinedTwice(module: String)
  /// The route with this path writes a link for the expected screens, but reading it gives others.
  ///
  /// An earlier route may read the link, or `screens` and `content` of the route do not match. With
  /// equal names, the content differs. The found screens are nil if the link cannot be read.
  case misread(path: String, expected: [String], found: [String]?)
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
        + Self.quoted(link.utf8.contains(UInt8(ascii: "@")) ? beforeColon(link) : link)
    case .invalidCharacter(let link, let position): Self.invalidCharacter(at: position, of: link)
    case .wrongScheme(let expected, let found):
      "scheme: expected \(Self.choice(expected)), found \(Self.quoted(found))"
    case .wrongHost(let expected, let found):
      "host: expected \(Self.choice(expected)), found \(Self.quoted(found))"
    case .unknownPath(let found, let known, _):
      "path: expected one of \(Self.list(known)), found \(Self.quoted(found))"
    case .unexpectedPart("port", let found): "port: expected none, found \(Self.quoted(found))"
    // A user is always private.
    case .unexpectedPart(let name, _): "\(name): expected none, found one"
    case .repeatedKey(let key):
      "query: expected the key \(NavigationBundleValue.string(key)) once, found it several times"
    case .badContent(let path, let error): "link to \(Self.list([path])): \(error)"
    case .noLink(let screens):
      "no link leads to [\(screens.joined(separator: ", "))]"
    case .samePath(let paths, let modules):
      "paths: expected different ones, found "
        + zip(paths, modules).map { "\(Self.list([$0])) of \($1)" }.joined(separator: " and ")
    case .joinedTwice(let module): "the links of \(module) are joined twice"
    case .misread(let path, let expected, let found):
      "the link of the route \(Self.list([path])) "
        + Self.misreading(found?.joined(separator: ", "), expected.joined(separator: ", "))
    }
  }

  private static func misreading(_ found: String?, _ expected: String) -> String {
    guard let found else { return "cannot be read, expected [\(expected)]" }
    return found == expected
      ? "is read as [\(found)] with other content" : "is read as [\(found)], expected [\(expected)]"
  }

  /// Quotes a part of an untrusted link, with control characters escaped.
  ///
  /// Shows only the text up to the first sign that may belong to a query, because a query may have
  /// private values, and without a route it is not known which. The query may have lost its question
  /// mark, and a percent sign may begin a sign that was escaped twice. The sign itself is shown: it
  /// may be what is wrong.
  static func quoted(_ text: String) -> String {
    let beginning = beginning(of: text)
    let shown = beginning == text ? text : beginning + "…"
    return NavigationBundleValue.string(shown).description
  }

  /// Returns the text up to the first sign that may belong to a query.
  ///
  /// The search is by Unicode scalar, because a combining accent would hide the sign.
  static func beginning(of text: String) -> String {
    let scalars = text.unicodeScalars
    let sign = scalars.firstIndex { "?#&=%".unicodeScalars.contains($0) }
    return sign.map { String(scalars[...$0]) } ?? text
  }

  private static func list(_ texts: [String]) -> String {
    texts.map { NavigationBundleValue.string($0).description }.joined(separator: ", ")
  }

  private static func choice(_ texts: [String]) -> String {
    texts.count == 1 ? list(texts) : "one of \(list(texts))"
  }

  static func invalidCharacter(at index: String.Index, of link: String) -> DeepLinkError {
    .invalidCharacter(link: link, position: link.distance(from: link.startIndex, to: index) + 1)
  }

  /// Shows the character itself only where a link has no private values.
  private static func invalidCharacter(at position: Int, of link: String) -> String {
    let before = link.prefix(position - 1)
    let isPublic =
      !link.utf8.contains(UInt8(ascii: "@")) && !before.utf8.contains(where: "?#&=%".utf8.contains)
    guard isPublic, let character = link.dropFirst(position - 1).first.map(String.init) else {
      return "not a link: character \(position) must be percent-encoded, "
        + "such as \"%20\" for a space"
    }
    let shown = NavigationBundleValue.string(character)
    if character == "%" {
      return "not a link: \(shown) must begin an escape in UTF-8, such as \"%20\" for a space, "
        + "or be written as \"%25\""
    }
    if !character.utf8.allSatisfy({ $0 < 0x80 }), isHost(before) {
      return "not a link: \(shown) cannot be in a host, whose form in links begins with \"xn--\""
    }
    return "not a link: \(shown) must be written as \"\(PercentEscapes.encode(character))\""
  }

  /// Returns whether the host of a link continues after its beginning.
  private static func isHost(_ beginning: Substring) -> Bool {
    beginning.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).last
      .map { $0.startIndex != beginning.startIndex && !$0.contains("/") } ?? false
  }

  private func beforeColon(_ text: String) -> String {
    String(text.unicodeScalars.prefix { $0 != ":" })
  }
}

extension DeepLinkError: CustomDebugStringConvertible {
  /// Says what is wrong, and what the app's developer can do about it.
  public var debugDescription: String {
    switch self {
    case .unknownPath(_, _, let modules) where !modules.isEmpty:
      "\(description). The joined modules are \(modules.joined(separator: ", ")). Join that of the link."
    case .samePath: "\(description). Join one with words in front: `path:` of its DeepLinkModule."
    case .joinedTwice: "\(description). Embed it in another case, or join all its routes once."
    case .noLink: "\(description). Add a route for these screens."
    case .misread:
      "\(description). Let the route read what it writes, and put it before others that read it."
    default: description
    }
  }
}
