extension UntypedNavigationBundle {
  /// The rows for a purpose, if they can all be written.
  func writableRows(
    for purpose: NavigationBundlePurpose,
    repeatedKeysOnly: Bool = false
  ) throws(NavigationBundleError) -> [NavigationBundleRow] {
    var writing = BundleWriting(purpose: purpose, repeatedKeysOnly: repeatedKeysOnly)
    let rows = writing.rows(rows, DecodingPath(), depth: 1)
    guard writing.problems.isEmpty else { throw NavigationBundleError(problems: writing.problems) }
    return rows
  }
}

/// Leaves out what is not for the purpose, and finds everything that no form can hold.
private struct BundleWriting {
  let purpose: NavigationBundlePurpose
  let repeatedKeysOnly: Bool
  var problems: [NavigationBundleError.Problem] = []

  mutating func rows(
    _ rows: [NavigationBundleRow],
    _ path: DecodingPath,
    depth: Int
  ) -> [NavigationBundleRow] {
    var keys: Set<String> = []
    return rows.compactMap { row in
      guard purpose.includes(row) else { return nil }
      let path = path.row(row.key.escapingControlCharacters(), isPrivate: row.isPrivate)
      if !keys.insert(row.key).inserted {
        problems.append(path.problem(expected: "one row", found: "another one with the same key"))
      }
      return NavigationBundleRow(
        key: row.key,
        value: value(row.value, path, depth: depth),
        isPrivate: row.isPrivate,
        isSaved: row.isSaved
      )
    }
  }

  private mutating func value(
    _ value: NavigationBundleValue,
    _ path: DecodingPath,
    depth: Int
  ) -> NavigationBundleValue {
    switch value {
    case .array, .bundle:
      guard repeatedKeysOnly || depth < UntypedNavigationBundle.deepest else {
        let expected = "at most \(UntypedNavigationBundle.deepest) levels"
        problems.append(path.problem(expected: expected, found: "more"))
        return value
      }
    case .invalid:
      guard !repeatedKeysOnly else { return value }
      problems.append(path.problem(expected: "a value that can be written", found: value))
    default: break
    }
    switch value {
    case .array(let values):
      return .array(
        values.enumerated().map { self.value($1, path.element($0), depth: depth + 1) }
      )
    case .bundle(let rows): return .bundle(self.rows(rows, path, depth: depth + 1))
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
