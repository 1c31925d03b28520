extension UntypedNavigationBundle {
  /// The rows for a purpose, if they can all be written.
  func writableRows(
    for purpose: NavigationBundlePurpose
  ) throws(NavigationBundleError) -> [NavigationBundleRow] {
    var writing = BundleWriting(purpose: purpose)
    let rows = writing.rows(rows, depth: 1, isPrivate: false)
    guard writing.problems.isEmpty else { throw NavigationBundleError(problems: writing.problems) }
    return rows
  }
}

/// Leaves out what is not for the purpose, and finds everything that no form can hold.
private struct BundleWriting {
  let purpose: NavigationBundlePurpose
  var problems: [NavigationBundleError.Problem] = []

  mutating func rows(
    _ rows: [NavigationBundleRow],
    depth: Int,
    isPrivate: Bool
  ) -> [NavigationBundleRow] {
    let rows = purpose == .transfer ? rows : rows.filter(purpose.includes)
    return rows.map { row in
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
  /// The notation of a single value as text, which ``NavigationBundleSpecType`` reads from
  /// ``NavigationBundleValue/text(_:)``; nil for what is no single value.
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
