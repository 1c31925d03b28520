/// The path of a route, made of fixed words and rows of the route's content.
///
///     "settings/account"
///     ["users", .row(Profile.Rows.userID), "edit"]     users/{userID}/edit
///
/// A row of another content does not compile. Rows that are not in the path belong to the query.
public struct DeepLinkPath<Content>: Sendable {
  /// One part of a path, the text between two slashes.
  public struct Part: Sendable {
    let part: DeepLinkPattern.Part

    /// Returns a part that holds the value of a row, which must be a single, non-empty value.
    ///
    /// A private row cannot be in a path, because errors show paths. Put it into the query.
    public static func row<Value>(_ row: NavigationBundleSpecRow<Content, Value>) -> Part {
      Part(part: .row(key: row.key))
    }
  }

  let pattern: DeepLinkPattern
}

extension DeepLinkPath.Part: ExpressibleByStringLiteral {
  /// Creates a part that is a fixed word.
  public init(stringLiteral word: String) {
    self.init(part: .word(word))
  }
}

extension DeepLinkPath: ExpressibleByStringLiteral {
  /// Creates a path of fixed words, separated by slashes and without a leading slash.
  public init(stringLiteral path: String) {
    self.init(pattern: DeepLinkPattern(words: path))
  }
}

extension DeepLinkPath: ExpressibleByArrayLiteral {
  /// Creates a path of words and rows.
  public init(arrayLiteral parts: Part...) {
    self.init(pattern: DeepLinkPattern(parts.map(\.part)))
  }
}
