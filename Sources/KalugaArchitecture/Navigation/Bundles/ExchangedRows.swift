#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds rows that a spec names in another order than its initializer takes them.
///
/// The compiler cannot: the rows have the same type. What was read goes into the content, and out
/// again by the rows' key paths: a row that then holds what was read for another one, and not what
/// was read for itself, has been exchanged with it.
struct ExchangedRows {
  /// A row with what was read for it, and what the content holds in its place.
  struct Row {
    let key: String
    let type: ObjectIdentifier
    let read: NavigationBundleValue
    let held: NavigationBundleValue
  }

  private let rows: [Row]

  /// Looks at the rows of one content.
  init(_ rows: [Row]) {
    // An initializer may change what it is given, as trim a text: that alone is nothing wrong.
    self.rows = rows.filter { !$0.held.isIdentical(to: $0.read) }
  }

  /// A problem for each row that holds what was read for another, or none.
  func problems(_ path: DecodingPath) -> [NavigationBundleError.Problem] {
    rows.compactMap { row in
      let other = rows.first {
        $0.key != row.key && $0.type == row.type && row.held.isIdentical(to: $0.read)
      }
      guard let other else { return nil }
      return path.row(row.key, isPrivate: true).problem(
        expected: "its own value",
        found: "that of \(path.row(other.key, isPrivate: true).text): "
          + "the spec names its rows in another order than the initializer takes them"
      )
    }
  }
}

extension NavigationBundleValue {
  /// Whether the two are written the same; unlike with `==`, what is not a number is itself.
  func isIdentical(to other: NavigationBundleValue) -> Bool {
    switch (self, other) {
    case (.double(let one), .double(let other)):
      one.bitPattern == other.bitPattern
    case (.date(let one), .date(let other)):
      one.timeIntervalSinceReferenceDate.bitPattern
        == other.timeIntervalSinceReferenceDate.bitPattern
    case (.array(let ones), .array(let others)):
      ones.count == others.count && zip(ones, others).allSatisfy { $0.isIdentical(to: $1) }
    case (.bundle(let ones), .bundle(let others)):
      ones.count == others.count
        && zip(ones, others).allSatisfy { $0.key == $1.key && $0.value.isIdentical(to: $1.value) }
    default: self == other
    }
  }
}
