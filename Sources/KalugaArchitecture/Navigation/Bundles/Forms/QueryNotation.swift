/// Reads and writes the query of a URL.
enum QueryNotation {
  /// The reason why a text cannot be read as a query.
  enum Problem: Error {
    case badEscape
    case repeatedKey(String)
  }

  static func rows(_ query: some StringProtocol) throws(Problem) -> [NavigationBundleRow] {
    var names: Set<String> = []
    var items: [(name: String, text: String)] = []
    for item in Substring(query).utf8.split(separator: UInt8(ascii: "&")) {
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      let text = item[name.endIndex...].dropFirst()
      guard let name = PercentEscapes.decode(Substring(name)),
        let text = PercentEscapes.decode(Substring(text))
      else { throw .badEscape }
      guard names.insert(name).inserted else { throw .repeatedKey(name) }
      items.append((name, text))
    }
    return QueryTree.rows(items)
  }

  static func query(_ rows: [NavigationBundleRow]) -> String {
    var query = ""
    append(rows, of: nil, to: &query)
    return query
  }

  private static func append(
    _ rows: [NavigationBundleRow],
    of name: String?,
    to query: inout String
  ) {
    for row in rows {
      // Omit rows that are nil, because a missing row is read as nil.
      if case .null = row.value { continue }
      let key = QueryKey.notation(ofRow: row.key)
      append(row.value, name.map { "\($0).\(key)" } ?? key, to: &query)
    }
  }

  private static func append(
    _ value: NavigationBundleValue,
    _ name: String,
    to query: inout String
  ) {
    switch value {
    case .array(let values) where values.isEmpty: append("\(name)[]", "", to: &query)
    case .array(let values):
      for (index, value) in values.enumerated() {
        append(value, "\(name)[\(index)]", to: &query)
      }
    case .bundle(let rows) where rows.allSatisfy { $0.value == .null }:
      append("\(name).~", "", to: &query)
    case .bundle(let rows): append(rows, of: name, to: &query)
    default:
      if let text = value.text {
        append(name, text, to: &query)
      } else {
        append("\(name)~", "", to: &query)
      }
    }
  }

  private static func append(_ name: String, _ text: String, to query: inout String) {
    if !query.isEmpty { query += "&" }
    query += PercentEscapes.encode(name)
    query += "="
    query += PercentEscapes.encode(text)
  }
}

/// Builds rows from the items of a query.
private struct QueryTree {
  private var values: [NavigationBundleValue] = []
  private var rows: [String: QueryTree] = [:]
  private var keys: [String] = []
  private var elements: [Int: QueryTree] = [:]

  /// Returns the rows of the items, in the order in which their keys first appear.
  static func rows(
    _ items: [(name: String, text: String)]
  ) -> [NavigationBundleRow] {
    if items.allSatisfy({ QueryKey.isPlain($0.name) }) {
      return items.map { NavigationBundleRow(key: $0.name, value: .text($0.text)) }
    }
    var root = QueryTree()
    for (name, text) in items {
      var key = QueryKey(name) ?? QueryKey(steps: [.row(name)], end: .text)
      // A mark such as `[]` must have no text. Other programs write lists as `a[]=1`, a plain key.
      if key.end != .text, !text.isEmpty { key = QueryKey(steps: [.row(name)], end: .text) }
      root.insert(key.end.value(text), key.steps[...])
    }
    return root.rowsInOrder
  }

  private mutating func insert(_ value: NavigationBundleValue, _ steps: ArraySlice<QueryKey.Step>) {
    switch steps.first {
    case .row(let key):
      if rows[key] == nil { keys.append(key) }
      rows[key, default: QueryTree()].insert(value, steps.dropFirst())
    case .element(let index):
      elements[index, default: QueryTree()].insert(value, steps.dropFirst())
    case nil: values.append(value)
    }
  }

  private var rowsInOrder: [NavigationBundleRow] {
    keys.compactMap { key in
      rows[key].map { NavigationBundleRow(key: key, value: $0.value) }
    }
  }

  /// The value of this node, which is invalid if its items contradict each other.
  ///
  /// It is an error only if a spec names the row.
  private var value: NavigationBundleValue {
    switch (values.count, keys.isEmpty, elements.isEmpty) {
    case (1, true, true): return values[0]
    case (0, false, true): return .bundle(rowsInOrder)
    case (0, true, false):
      let present = (0..<elements.count).compactMap { elements[$0]?.value }
      return present.count == elements.count ? .array(present) : .invalid("elements are missing")
    default: return .invalid("several values of one key")
    }
  }
}

extension QueryKey.End {
  fileprivate func value(_ text: String) -> NavigationBundleValue {
    switch self {
    case .text: .text(text)
    case .null: .null
    case .emptyArray: .array([])
    case .emptyBundle: .bundle([])
    }
  }
}
