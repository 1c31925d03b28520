/// The key of a query item: the path from the bundle to one value, and the kind of that value.
///
///     name              user.name            tags[0]            people[2].name
///     tags[]   an empty array, or the next element     user.~   a bundle without rows
///     tags[1]~   nil
///
/// In the key of a row, a backslash precedes `.`, `[`, `]`, `~` and the backslash itself.
struct QueryKey: Hashable {
  enum Step: Hashable {
    case row(String)
    case element(Int)
  }

  /// The kind of value that the item gives.
  enum End: Hashable {
    case text
    case null
    /// The next element of an array. Without text, and if it is the only one, an empty array.
    case nextElement
    case emptyBundle
  }

  var steps: [Step]
  var end: End

  init(steps: [Step], end: End) {
    self.steps = steps
    self.end = end
  }

  /// Reads a key.
  ///
  /// Returns nil if the text does not match the notation exactly, or has too many steps.
  ///
  /// Each key has exactly one notation, so keys that are written differently are different.
  init?(_ text: String) {
    var rest = text.utf8[...]
    guard let key = Self.row(&rest) else { return nil }
    steps = [.row(key)]
    end = .text
    while let sign = rest.popFirst() {
      switch Unicode.Scalar(sign) {
      case "." where rest.elementsEqual("~".utf8):
        end = .emptyBundle
        return
      case ".":
        guard let key = Self.row(&rest) else { return nil }
        steps.append(.row(key))
      case "[":
        let digits = String(Substring(rest.prefix { $0 != UInt8(ascii: "]") }))
        rest = rest.dropFirst(digits.utf8.count)
        guard rest.popFirst() != nil else { return nil }
        if digits.isEmpty, rest.isEmpty {
          end = .nextElement
          return
        }
        guard let index = Int(digits), index >= 0, "\(index)" == digits else { return nil }
        steps.append(.element(index))
      case "~" where rest.isEmpty: end = .null
      default: return nil
      }
      guard steps.count <= UntypedNavigationBundle.deepest else { return nil }
    }
  }

  private static func row(_ rest: inout Substring.UTF8View) -> String? {
    var key = ""
    while true {
      let plain = rest.prefix { !isSign(Unicode.Scalar($0)) }
      key += Substring(plain)
      rest = rest[plain.endIndex...]
      guard rest.first == UInt8(ascii: "\\") else { return key }
      rest.removeFirst()
      guard let sign = rest.popFirst().map({ Unicode.Scalar($0) }), isSign(sign) else { return nil }
      key.unicodeScalars.append(sign)
    }
  }

  /// Returns the notation of a row's key, with a backslash before each sign.
  static func notation(ofRow key: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      if isSign(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "[", "]", "~", "\\": true
    default: false
    }
  }
}
