extension UntypedNavigationBundle {
  /// Reads a bundle from the query of a URL, without the question mark and with percent escapes.
  ///
  ///     name=Ada&user.age=36&tags[0]=a&tags[1]=b
  ///
  /// | key | is |
  /// |---|---|
  /// | `user.name=Ada` | a row of a nested bundle |
  /// | `tags[0]=a` | an element of an array, counted from 0 without a gap |
  /// | `tags[]=` | an empty array |
  /// | `user.~=` | a nested bundle without rows |
  /// | `tags[1]~=` | an element that is nil; rows that are nil are left out |
  /// | `a\.b=` | the row `a.b`: a backslash precedes `.`, `[`, `]`, `~` and `\` in a row's key |
  ///
  /// Values have no type of their own yet. A key that does not keep to the notation is that of a row
  /// as it stands there: links may carry the keys of others.
  ///
  /// - Throws: One problem with the path `query` if an escape is broken, or a key that appears
  ///   more than once.
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

  /// The bundle as the query of a URL, in the order of the rows and with percent escapes.
  ///
  /// `init(query:)` tells the notation.
  ///
  /// - Throws: Every row that cannot be written: a codable value that JSON has no notation for, or
  ///   too many levels.
  public func query(
    for purpose: NavigationBundlePurpose = .transfer
  ) throws(NavigationBundleError) -> String {
    QueryNotation.query(try writableRows(for: purpose))
  }
}
