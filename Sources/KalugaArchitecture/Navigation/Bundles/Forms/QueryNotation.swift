/// Reads and writes the query of a URL.
enum QueryNotation {
  /// One item of a query, such as `count=3`.
  struct Pair {
    /// The item as it is written.
    let source: Substring
    /// The key without escapes, or as it is written if an escape is malformed.
    let name: String
    /// Text, a unit if the item has no equals sign, or an invalid value.
    var value: NavigationBundleValue

    fileprivate init(_ source: Substring) {
      let key = Substring(source.utf8.prefix { $0 != UInt8(ascii: "=") })
      self.source = source
      name = PercentEscapes.decode(key) ?? String(key)
      if key.endIndex == source.endIndex {
        value = .unit
      } else {
        let text = source[source.utf8.index(after: key.endIndex)...]
        value = PercentEscapes.decode(text).map { .text($0) } ?? .invalid("no UTF-8 in escapes")
      }
    }

    fileprivate var isEmpty: Bool { value == .unit || value == .text("") }
  }

  static func items(_ query: Substring) -> [Pair] {
    query.utf8.split(separator: UInt8(ascii: "&")).map { Pair(Substring($0)) }
  }

  /// Returns the rows of the items, in the order in which their keys first appear.
  ///
  /// What contradicts itself or is malformed becomes an invalid value. It is an error only if a
  /// spec names the row, because other programs add keys of their own.
  static func rows(_ items: [Pair]) -> [NavigationBundleRow] {
    var root = QueryTree()
    for item in items { root.insert(item) }
    return root.rowsInOrder
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
  /// The texts of a key, which other programs repeat for each element of an array.
  private var texts: [NavigationBundleValue] = []
  /// The texts of a key that ends with `[]`.
  private var elementsInOrder: [NavigationBundleValue] = []
  /// The values of marks.
  private var marks: [NavigationBundleValue] = []
  private var rows: [String: QueryTree] = [:]
  private var keys: [String] = []
  private var elements: [Int: QueryTree] = [:]

  mutating func insert(_ item: QueryNotation.Pair) {
    // A mark must have no text.
    let key =
      QueryKey(item.name).flatMap { $0.mark == nil || item.isEmpty ? $0 : nil }
      ?? QueryKey(steps: [.row(item.name)], end: .text)
    insert(item.value, key, key.steps[...])
  }

  private mutating func insert(
    _ value: NavigationBundleValue,
    _ key: QueryKey,
    _ steps: ArraySlice<QueryKey.Step>
  ) {
    switch steps.first {
    case .row(let name):
      if rows[name] == nil { keys.append(name) }
      rows[name, default: QueryTree()].insert(value, key, steps.dropFirst())
    case .element(let index):
      elements[index, default: QueryTree()].insert(value, key, steps.dropFirst())
    case nil:
      if let mark = key.mark {
        marks.append(mark)
      } else if key.end == .nextElement {
        elementsInOrder.append(value)
      } else {
        texts.append(value)
      }
    }
  }

  var rowsInOrder: [NavigationBundleRow] {
    keys.compactMap { key in
      rows[key].map { NavigationBundleRow(key: key, value: $0.value) }
    }
  }

  /// The value of this node, which is invalid if its items contradict each other.
  private var value: NavigationBundleValue {
    let forms = [
      texts.isEmpty, elementsInOrder.isEmpty, marks.isEmpty, keys.isEmpty, elements.isEmpty,
    ]
    guard forms.count(where: { !$0 }) == 1, marks.count <= 1 else {
      return .invalid("several forms of one key")
    }
    if let mark = marks.first { return mark }
    if !keys.isEmpty { return .bundle(rowsInOrder) }
    if !texts.isEmpty { return texts.count == 1 ? texts[0] : .array(texts) }
    if !elementsInOrder.isEmpty {
      let isEmpty = elementsInOrder == [.text("")] || elementsInOrder == [.unit]
      return .array(isEmpty ? [] : elementsInOrder)
    }
    let present = (0..<elements.count).compactMap { elements[$0]?.value }
    return present.count == elements.count ? .array(present) : .invalid("elements are missing")
  }
}

extension QueryKey {
  /// The value of a key whose end determines it.
  fileprivate var mark: NavigationBundleValue? {
    switch end {
    case .text, .nextElement: nil
    case .null: .null
    case .emptyBundle: .bundle([])
    }
  }
}
