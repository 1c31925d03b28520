extension UntypedNavigationBundle {
  /// Returns the rows for a purpose.
  ///
  /// - Throws: An error that lists each row that cannot be written.
  func writableRows(
    for purpose: NavigationBundlePurpose
  ) throws(NavigationBundleError) -> [NavigationBundleRow] {
    let rows = rows.included(for: purpose)
    let problems = NavigationBundleValue.bundle(rows).problemsOfWriting(depth: 0, isPrivate: false)
    guard problems.isEmpty else { throw NavigationBundleError(problems: problems) }
    return rows
  }
}

extension [NavigationBundleRow] {
  fileprivate func included(for purpose: NavigationBundlePurpose) -> Self {
    filter(purpose.includes).map { row in
      NavigationBundleRow(
        key: row.key,
        value: row.value.included(for: purpose),
        isPrivate: row.isPrivate,
        isSaved: row.isSaved
      )
    }
  }
}

extension NavigationBundleValue {
  fileprivate func included(for purpose: NavigationBundlePurpose) -> Self {
    switch self {
    case .array(let values): .array(values.map { $0.included(for: purpose) })
    case .bundle(let rows): .bundle(rows.included(for: purpose))
    default: self
    }
  }

  /// Returns the problems of this value and of its parts.
  fileprivate func problemsOfWriting(
    depth: Int,
    isPrivate: Bool
  ) -> [NavigationBundleError.Problem] {
    let deepest = UntypedNavigationBundle.deepest
    switch self {
    case .invalid:
      let reading = BundleReading().hiding(isPrivate)
      return [reading.misfit(expected: "a value that can be written", found: self)]
    case .array where depth == deepest, .bundle where depth == deepest:
      return [.init(path: "", expected: "at most \(deepest) levels", found: "more")]
    case .bundle(let rows):
      return rows.flatMap { row in
        row.value.problemsOfWriting(depth: depth + 1, isPrivate: isPrivate || row.isPrivate)
          .map { $0.inside(row: row.key.escapingControlCharacters()) }
      }
    case .array(let values):
      return values.enumerated().flatMap { index, value in
        value.problemsOfWriting(depth: depth + 1, isPrivate: isPrivate)
          .map { $0.inside(element: index) }
      }
    default: return []
    }
  }

  /// The text of a value without parts, or nil if the value has parts.
  ///
  /// ``NavigationBundleSpecType`` reads it back from ``NavigationBundleValue/text(_:)``.
  var text: String? {
    switch self {
    case .unit: ""
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): value.isNaN ? "nan" : "\(value)"
    case .character(let value): "\(value)"
    case .string(let text), .serialized(let text), .text(let text): text
    case .date(let date): DateNotation.text(date)
    case .null, .array, .bundle, .invalid: nil
    }
  }
}
