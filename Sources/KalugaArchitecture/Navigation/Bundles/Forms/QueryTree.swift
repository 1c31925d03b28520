/// Puts the items of a query together to rows.
struct QueryTree {
  private var values: [NavigationBundleValue] = []
  private var rows: [String: QueryTree] = [:]
  private var keys: [String] = []
  private var elements: [Int: QueryTree] = [:]

  /// The rows of the items, in the order in which their keys first appear.
  static func rows(
    _ items: [(name: String, text: String)]
  ) -> [NavigationBundleRow] {
    if items.allSatisfy({ QueryKey.isPlain($0.name) }) {
      return items.map { NavigationBundleRow(key: $0.name, value: .text($0.text)) }
    }
    var root = QueryTree()
    for (name, text) in items {
      var key = QueryKey(name) ?? QueryKey(steps: [.row(name)], end: .text)
      // A mark with a text behind it is not a mark. Others write their lists as `a[]=1&a[]=2`.
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

  /// What does not fit together is invalid only here: it does not matter if no spec names the row.
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
