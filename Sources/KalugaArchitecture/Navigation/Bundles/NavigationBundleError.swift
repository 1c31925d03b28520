/// The problems of untyped data that does not match a spec, or of a bundle that cannot be written.
///
/// One error lists all problems.
public struct NavigationBundleError: Error, Hashable, Sendable {
  /// One problem of a row.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The keys and array positions from the outermost bundle to the row, such as `user.tags[2]`.
    ///
    /// The path is `JSON` or `query` if the data could not be read at all.
    public let path: String

    /// The type that the spec expects.
    public let expected: String

    /// The value that was found, without the content of private rows.
    public let found: String

    /// Says what was expected in the row and what was found.
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
