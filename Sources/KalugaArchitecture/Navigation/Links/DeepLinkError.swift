/// A link does not lead anywhere, or no link leads there; says which part is wrong.
public enum DeepLinkError: Error, Hashable, Sendable {
  /// The link has more bytes than the app looks at.
  case tooLong(limit: Int, found: Int)
  /// The text is no URL.
  case malformed(link: String)
  /// The scheme is not the app's.
  case wrongScheme(expected: String, found: String)
  /// The host is not the app's.
  case wrongHost(expected: String, found: String)
  /// No route has this path; rows of the known ones are in braces.
  case unknownPath(found: String, known: [String])
  /// The link has a part that no link of this app has.
  case unexpectedPart(name: String, found: String)
  /// A key stands in the query more than once.
  case repeatedKey(String)
  /// What the link carries does not fit the spec of the route with this path.
  case badContent(path: String, NavigationBundleError)
  /// No route leads to these screens and no others.
  case noLink(screens: [String])
}

extension DeepLinkError: CustomReflectable {
  /// Nothing: links may hold what is private, and a `dump` would not leave it out as the description does.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DeepLinkError: CustomStringConvertible {
  /// Which part is wrong, what was expected and what was found.
  public var description: String {
    switch self {
    case .tooLong(let limit, let found):
      "not a link: expected at most \(limit) bytes, found \(found)"
    case .malformed(let link):
      // What stands before an `@` may be a user and a password, whatever is broken about them.
      "not a link: expected scheme://host/path, found "
        + quoted(link.utf8.contains(UInt8(ascii: "@")) ? beforeColon(link) : link)
    case .wrongScheme(let expected, let found):
      "scheme: expected \(quoted(expected)), found \(quoted(found))"
    case .wrongHost(let expected, let found):
      "host: expected \(quoted(expected)), found \(quoted(found))"
    case .unknownPath(let found, let known):
      "path: expected one of \(known.map(quoted).joined(separator: ", ")), found \(quoted(found))"
    case .unexpectedPart("port", let found): "port: expected none, found \(quoted(found))"
    // A fragment may be the rest of a private value that had a `#` in it; a user is private as such.
    case .unexpectedPart(let name, _): "\(name): expected none, found one"
    case .repeatedKey(let key):
      "query: expected the key \(NavigationBundleValue.string(key)) once, found it several times"
    case .badContent(let path, let error): "link to \(quoted(path)): \(error)"
    case .noLink(let screens):
      "no link leads to [\(screens.joined(separator: ", "))]. Add a route for these screens."
    }
  }

  /// Links come from strangers: what they contain is shown with everything odd escaped.
  ///
  /// What follows one of these signs may be the query, or what a broken link has in its place. That may
  /// be private, and without a route nobody can tell. The sign may also be an escape that was escaped
  /// once more, or have an accent, which makes another character of it.
  private func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix { !"?#&=%".unicodeScalars.contains($0) }
    return NavigationBundleValue.string(String(shown)).description
  }

  private func beforeColon(_ text: String) -> String {
    String(text.unicodeScalars.prefix { $0 != ":" })
  }
}
