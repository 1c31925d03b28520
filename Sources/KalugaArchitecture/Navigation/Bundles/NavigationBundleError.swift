/// Untyped data did not fit a bundle's spec, or a bundle its form; lists every problem at once.
public struct NavigationBundleError: Error, Hashable, Sendable {
  /// What is wrong with one row.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The keys from the outermost bundle to the row, with array positions: `user.tags[2]`.
    ///
    /// `JSON` or `query` if the data could not be read at all.
    public let path: String

    /// The type that the spec names.
    public let expected: String

    /// What there was; never the content of a private row.
    public let found: String

    /// Names the row, what was expected and what was found.
    public var description: String {
      "\(path): expected \(expected), found \(found)"
    }

    package init(path: String, expected: String, found: String) {
      self.path = path
      self.expected = expected
      self.found = found
    }
  }

  /// All problems, in the order of the spec's rows.
  public let problems: [Problem]

  package init(problems: [Problem]) {
    self.problems = problems
  }
}

extension NavigationBundleError: CustomStringConvertible {
  /// All problems in one line.
  public var description: String {
    problems.map(\.description).joined(separator: "; ")
  }
}
