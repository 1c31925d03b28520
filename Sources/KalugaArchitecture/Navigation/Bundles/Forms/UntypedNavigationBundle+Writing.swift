extension UntypedNavigationBundle {
  /// Returns the rows for a purpose.
  ///
  /// - Throws: An error that lists each row that cannot be written.
  func writableRows(
    for purpose: NavigationBundlePurpose
  ) throws(NavigationBundleError) -> [NavigationBundleRow] {
    var writing = BundleWriting(purpose: purpose)
    let rows = writing.rows(rows, depth: 1, isPrivate: false)
    guard writing.problems.isEmpty else { throw NavigationBundleError(problems: writing.problems) }
    return rows
  }
}

/// Omits rows that are not meant for a purpose, and finds values that cannot be written.
private struct BundleWriting {
  let purpose: NavigationBundlePurpose
  var problems: [NavigationBundleError.Problem] = []

  mutating func rows(
    _ rows: [NavigationBundleRow],
    depth: Int,
    isPrivate: Bool
  ) -> [NavigationBundleRow] {
    rows.filter(purpose.includes).map { row in
      let start = problems.count
      let isPrivate = isPrivate || row.isPrivate
      let value = value(row.value, depth: depth, isPrivate: isPrivate)
      for index in start..<problems.count {
        problems[index] = problems[index].inside(row: row.key.escapingControlCharacters())
      }
      return NavigationBundleRow(
        key: row.key,
        value: value,
        isPrivate: row.isPrivate,
        isSaved: row.isSaved
      )
    }
  }

  private mutating func value(
    _ value: NavigationBundleValue,
    depth: Int,
    isPrivate: Bool
  ) -> NavigationBundleValue {
    let isDeepest = depth >= UntypedNavigationBundle.deepest
    switch value {
    case .invalid:
      let reading = BundleReading().hiding(isPrivate)
      problems.append(reading.misfit(expected: "a value that can be written", found: value))
      return value
    case .array where isDeepest, .bundle where isDeepest:
      let expected = "at most \(UntypedNavigationBundle.deepest) levels"
      problems.append(.init(path: "", expected: expected, found: "more"))
      return value
    case .bundle(let rows):
      return .bundle(self.rows(rows, depth: depth + 1, isPrivate: isPrivate))
    case .array(let values):
      return .array(
        values.enumerated().map { index, value in
          let start = problems.count
          defer {
            for problem in start..<problems.count {
              problems[problem] = problems[problem].inside(element: index)
            }
          }
          return self.value(value, depth: depth + 1, isPrivate: isPrivate)
        }
      )
    default: return value
    }
  }
}

extension NavigationBundleValue {
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
