import KalugaArchitecture

/// Replaces values deep in rows, which are found by the same paths that errors of bundles name.
struct TranscriptRowsEditor {
  /// The new value for what is at a path; nil leaves what is there, and looks inside.
  let replacement:
    (_ value: NavigationBundleValue, _ isPrivate: Bool, _ path: String) ->
      NavigationBundleValue?

  func edit(_ rows: [NavigationBundleRow], at path: String = "") -> [NavigationBundleRow] {
    rows.map { row in
      let path = path.isEmpty ? row.key : "\(path).\(row.key)"
      return NavigationBundleRow(
        key: row.key,
        value: edit(row.value, row.isPrivate, path),
        isPrivate: row.isPrivate
      )
    }
  }

  private func edit(
    _ value: NavigationBundleValue,
    _ isPrivate: Bool,
    _ path: String
  ) -> NavigationBundleValue {
    if let replacement = replacement(value, isPrivate, path) { return replacement }
    return switch value {
    case .bundle(let rows): .bundle(edit(rows, at: path))
    case .array(let values):
      .array(values.enumerated().map { edit($1, false, "\(path)[\($0)]") })
    default: value
    }
  }
}

extension NavigationBundleValue {
  /// The JSON text that prints like this value; nil if none does.
  var json: String? {
    switch self {
    case .boolean, .integer, .double: description
    case .serialized(let json): json
    case .string(let text), .text(let text): Self.json(text)
    case .array(let values):
      // One element that is no JSON: then the whole is none.
      values.contains { $0.json == nil }
        ? nil : "[\(values.compactMap(\.json).joined(separator: ","))]"
    case .bundle(let rows): rows.isEmpty ? "{}" : nil
    case .null, .unit, .character, .date, .invalid: nil
    }
  }

  private static func json(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
