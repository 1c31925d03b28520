/// The path of a route: fixed words, and rows of the route's content.
///
///     "settings/account"
///     ["users", .row(Profile.Rows.userID), "edit"]     users/{userID}/edit
///
/// A row of another content does not compile. Rows that are not in the path are in the query.
public struct DeepLinkPath<Content>: Sendable {
  /// One part of a path, between two slashes.
  public struct Part: Sendable {
    let part: DeepLinkPattern.Part

    /// A part that is the value of a row: one value, and not an empty one.
    ///
    /// A private row cannot be in a path, because errors show paths; put it into the query.
    public static func row<Value>(_ row: NavigationBundleSpecRow<Content, Value>) -> Part {
      Part(part: .row(key: row.key))
    }
  }

  let pattern: DeepLinkPattern
}

extension DeepLinkPath.Part: ExpressibleByStringLiteral {
  /// A part that is always the same word.
  public init(stringLiteral word: String) {
    self.init(part: .word(word))
  }
}

extension DeepLinkPath: ExpressibleByStringLiteral {
  /// A path of words alone, with slashes between them and none in front.
  public init(stringLiteral path: String) {
    self.init(pattern: DeepLinkPattern(words: path))
  }
}

extension DeepLinkPath: ExpressibleByArrayLiteral {
  /// A path of words and rows.
  public init(arrayLiteral parts: Part...) {
    self.init(pattern: DeepLinkPattern(parts.map(\.part)))
  }
}
