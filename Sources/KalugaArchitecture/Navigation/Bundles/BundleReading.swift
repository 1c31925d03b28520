/// What reading has to know beside the spec.
struct BundleReading: Sendable {
  /// Where rows come from.
  enum Form: Hashable, Sendable {
    /// Typed values, or text of unknown type.
    case rows
    /// JSON, which tells numbers and truth values from text.
    case json
  }

  var source = Form.rows
  var unknownKeys = NavigationBundleUnknownKeys.ignored
  /// Whether the row that is being read, or one around it, is private.
  private(set) var isPrivate = false

  func hiding(_ isPrivate: Bool) -> BundleReading {
    var reading = self
    reading.isPrivate = reading.isPrivate || isPrivate
    return reading
  }

  /// A value that does not fit; shown unless it is private.
  ///
  /// With private parts inside of what is expected, a value that does not even fit the outside may hold
  /// one of them.
  func misfit(
    expected: String,
    found: NavigationBundleValue,
    hasPrivateParts: Bool = false
  ) -> NavigationBundleError.Problem {
    let found = isPrivate || hasPrivateParts ? "<private>" : found.description
    return NavigationBundleError.Problem(path: "", expected: expected, found: found)
  }
}

/// The result of reading a row.
enum Decoded<Value> {
  case value(Value)
  /// What is wrong, with paths that begin at this value.
  case problems([NavigationBundleError.Problem])
}

extension NavigationBundleError.Problem {
  /// The problem as that of a bundle which has it in this row.
  ///
  /// Paths grow from the inside to the outside, so that data without problems costs no text.
  func inside(row key: String) -> Self {
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return Self(path: key + separator + path, expected: expected, found: found)
  }

  /// The problem as that of an array which has it in this element.
  func inside(element index: Int) -> Self { inside(row: "[\(index)]") }
}

extension [NavigationBundleError.Problem] {
  /// The problems of rows whose keys the spec does not name; keys of foreign data may be anything.
  static func unknownKeys(of rows: [NavigationBundleRow], known: (String) -> Bool) -> Self {
    rows.filter { !known($0.key) }.map { row in
      let key = row.key.escapingControlCharacters()
      return Element(path: key, expected: "no such row", found: "one")
    }
  }
}

/// Finds rows by their keys; the first one counts if there are several with one key.
struct BundleRowTable {
  private let rows: [NavigationBundleRow]
  /// Only for many rows: few are found faster without.
  private let index: [String: Int]?

  init(_ rows: [NavigationBundleRow]) {
    self.rows = rows
    index =
      rows.count <= 16
      ? nil : Dictionary(rows.indices.map { (rows[$0].key, $0) }) { first, _ in first }
  }

  subscript(key: String) -> NavigationBundleRow? {
    guard let index else { return rows.first { $0.key == key } }
    return index[key].map { rows[$0] }
  }
}
