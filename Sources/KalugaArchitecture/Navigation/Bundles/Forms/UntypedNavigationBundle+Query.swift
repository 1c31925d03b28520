extension UntypedNavigationBundle {
  /// Reads a bundle from the query of a URL, without the question mark and with percent escapes.
  ///
  ///     name=Ada&user.age=36&tags[0]=a&tags[1]=b
  ///
  /// | item | meaning |
  /// |---|---|
  /// | `user.name=Ada` | a row of a nested bundle |
  /// | `tags[0]=a` | an element of an array, counted from 0 without a gap |
  /// | `tags[]=` | an empty array |
  /// | `user.~=` | a nested bundle without rows |
  /// | `tags[1]~=` | an element that is nil (rows that are nil are omitted, including keys of a dictionary) |
  /// | `a\.b=` | the row `a.b`: a backslash precedes `.`, `[`, `]`, `~` and `\` in a row's key |
  ///
  /// The values have no type until a spec reads them. A key that does not match the notation is
  /// read literally as the key of a row, because a link may have keys of other programs.
  ///
  /// - Throws: An error with one problem. Its path is `query` if an escape is malformed, or the key
  ///   that appears more than once.
  public init(query: String) throws(NavigationBundleError) {
    do throws(QueryNotation.Problem) {
      self.init(rows: try QueryNotation.rows(query), isForeign: true)
    } catch {
      let problem: NavigationBundleError.Problem =
        switch error {
        case .badEscape:
          .init(path: "query", expected: "UTF-8 in percent escapes", found: "something else")
        case .repeatedKey(let key):
          .init(path: key.escapingControlCharacters(), expected: "one value", found: "several")
        }
      throw NavigationBundleError(problems: [problem])
    }
  }

  /// Returns the bundle as the query of a URL, in the order of the rows and with percent escapes.
  ///
  /// See `init(query:)` for the notation.
  ///
  /// - Throws: An error that lists each row that cannot be written. Such a row has a codable value
  ///   without a JSON notation, or too many levels.
  public func query(
    for purpose: NavigationBundlePurpose = .transfer
  ) throws(NavigationBundleError) -> String {
    QueryNotation.query(try writableRows(for: purpose))
  }
}
