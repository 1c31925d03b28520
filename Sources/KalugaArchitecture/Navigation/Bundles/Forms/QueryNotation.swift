/// Reads and writes the query of a URL.
enum QueryNotation {
  /// Why a text is no query of a bundle.
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
    var items: [String] = []
    append(rows, [], &items)
    return items.joined(separator: "&")
  }

  private static func append(
    _ rows: [NavigationBundleRow],
    _ steps: [QueryKey.Step],
    _ items: inout [String]
  ) {
    // A row that is missing reads as nil.
    for row in rows where row.value != .null {
      append(row.value, steps + [.row(row.key)], &items)
    }
  }

  private static func append(
    _ value: NavigationBundleValue,
    _ steps: [QueryKey.Step],
    _ items: inout [String]
  ) {
    func add(_ end: QueryKey.End, _ text: String = "") {
      let name = "\(QueryKey(steps: steps, end: end))"
      items.append("\(PercentEscapes.encode(name))=\(PercentEscapes.encode(text))")
    }
    switch value {
    case .array(let values) where values.isEmpty: add(.emptyArray)
    case .array(let values):
      for (index, value) in values.enumerated() {
        append(value, steps + [.element(index)], &items)
      }
    case .bundle(let rows) where rows.allSatisfy { $0.value == .null }: add(.emptyBundle)
    case .bundle(let rows): append(rows, steps, &items)
    default: if let text = value.text { add(.text, text) } else { add(.null) }
    }
  }
}
