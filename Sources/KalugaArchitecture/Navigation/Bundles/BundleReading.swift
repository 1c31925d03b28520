/// The options and the state of one read of a bundle.
struct BundleReading: Sendable {
  /// The form from which rows are read.
  enum Form: Hashable, Sendable {
    /// Typed values, or text of unknown type.
    case rows
    /// JSON, in which numbers and Booleans differ from text.
    case json
    /// A link or the query of one, which other programs may have written.
    case query
  }

  var source = Form.rows
  /// Whether the row that is being read, or a row that contains it, is private.
  private(set) var isPrivate = false

  func hiding(_ isPrivate: Bool) -> BundleReading {
    var reading = self
    reading.isPrivate = reading.isPrivate || isPrivate
    return reading
  }

  // MARK: Other programs

  /// Returns whether a value is an empty text of a query, with or without an equals sign.
  func isEmptyText(_ value: NavigationBundleValue) -> Bool {
    source == .query && (value == .text("") || value == .unit)
  }

  /// Returns the elements of an array, or nil if the value is not an array.
  ///
  /// Other programs write an array of one element like a single value. An empty text could also be
  /// an empty array, so it is neither.
  func elements(of value: NavigationBundleValue) -> [NavigationBundleValue]? {
    switch value {
    case .array(let values): values
    case .text where source == .query && !isEmptyText(value): [value]
    default: nil
    }
  }

  // MARK: Problems

  /// Returns the name of a type in problems, which says how a query has to write the value.
  func name(of type: any BundleScalar.Type) -> String {
    source == .query ? type.nameInQueries : "\(type)"
  }

  /// Returns the name of an array in the problem of a value that is not an array.
  func name(ofArray name: String, insteadOf value: NavigationBundleValue) -> String {
    isEmptyText(value) ? "\(name), whose key ends with [] if it is empty" : name
  }

  /// Returns the error of a value that does not match.
  func refusal(
    expected: String,
    found: NavigationBundleValue,
    hasPrivateParts: Bool = false
  ) -> NavigationBundleError {
    NavigationBundleError(problems: [
      misfit(expected: expected, found: found, hasPrivateParts: hasPrivateParts)
    ])
  }

  /// Returns the problem of a value that does not match.
  ///
  /// Shows the value unless it is private.
  ///
  /// If the expected type has private parts, a value of a wrong type may contain one of them, so it
  /// is not shown either.
  func misfit(
    expected: String,
    found: NavigationBundleValue,
    hasPrivateParts: Bool = false
  ) -> NavigationBundleError.Problem {
    let shown =
      if source == .query, found == .unit {
        "a key without a value"
      } else {
        isOutOfRange(found, of: expected) ? "\(found), which is out of range" : "\(found)"
      }
    return NavigationBundleError.Problem(
      path: "",
      expected: expected,
      found: isPrivate || hasPrivateParts ? "<private>" : shown
    )
  }

  /// Returns whether a value is a whole number that the expected type, such as `Int8?`, cannot
  /// hold.
  private func isOutOfRange(_ value: NavigationBundleValue, of expected: String) -> Bool {
    guard expected.wholeMatch(of: /U?Int[0-9]*\??/) != nil else { return false }
    return switch value {
    case .integer: true
    case .text(let text): source != .json && text.wholeMatch(of: /[+-]?[0-9]+/) != nil
    default: false
    }
  }
}

extension NavigationBundleError.Problem {
  /// Returns the problem with a path that begins at the bundle around this row.
  ///
  /// Paths are built from the inside to the outside, so valid data needs no text.
  func inside(row key: String) -> Self {
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return Self(path: key + separator + path, expected: expected, found: found)
  }

  /// Returns the problem with a path that begins at the array around this element.
  func inside(element index: Int) -> Self { inside(row: "[\(index)]") }
}
