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
  /// Values are also read as other programs write them, and an item that cannot be read is an error
  /// only if a spec names its row:
  ///
  /// | item | meaning |
  /// |---|---|
  /// | `tags=a&tags=b`, `tags[]=a&tags[]=b` | an array; an error if the row is not one |
  /// | `tags=a`, `tags[]=a` | an array of one element, if the row is an array |
  /// | `age=` | nil, if the row is optional and its type has no empty text as a value |
  /// | `flag` | true, if the row is a Boolean; otherwise like `flag=` |
  /// | `tags=a&tags[1]=b`, `name=%zz` | an error of the row |
  public init(query: String) {
    let items = QueryNotation.items(query[...])
    self.init(rows: QueryNotation.rows(items), source: .query)
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
