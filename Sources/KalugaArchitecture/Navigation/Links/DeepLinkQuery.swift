/// The query of a link, which may have keys and notations of other programs.
struct DeepLinkQuery {
  private let items: [QueryNotation.Pair]
  /// The position of the first character in an item that must be escaped, by the key of the item.
  private let flaws: [String: String.Index]

  init(_ query: Substring) {
    var items = QueryNotation.items(query)
    var flaws: [String: String.Index] = [:]
    for index in items.indices {
      guard let flaw = PercentEscapes.flaw(in: items[index].source) else { continue }
      items[index].value = .invalid("a character that must be percent-encoded")
      flaws[items[index].name] = flaws[items[index].name] ?? flaw
    }
    self.items = items
    self.flaws = flaws
  }

  var rows: [NavigationBundleRow] { QueryNotation.rows(items) }

  /// Returns how the link is to blame for the problem of a row, or nil if only the value is wrong.
  func cause(of problem: NavigationBundleError.Problem, in link: String) -> DeepLinkError? {
    let path = problem.path
    // The item may be an element of an array without its index.
    let array =
      path.last == "]" ? String(path[..<(path.lastIndex(of: "[") ?? path.endIndex)]) : path
    if let flaw = flaws[path] ?? flaws[array] ?? flaws["\(array)[]"] {
      return .invalidCharacter(at: flaw, of: link)
    }
    return items.count { $0.name == path } > 1 ? .repeatedKey(path) : nil
  }
}
