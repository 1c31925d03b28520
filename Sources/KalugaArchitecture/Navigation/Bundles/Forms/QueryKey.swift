/// The key of a query's item: the way from the bundle to one value, and the kind of its end.
///
///     name              user.name            tags[0]            people[2].name
///     tags[]   an empty array     user.~   a bundle without rows     tags[1]~   nil
///
/// A backslash precedes `.`, `[`, `]`, `~` and itself where a row has them in its key.
struct QueryKey: Hashable {
  enum Step: Hashable {
    case row(String)
    case element(Int)
  }

  /// What the item's value is for.
  enum End: Hashable {
    case text
    case null
    case emptyArray
    case emptyBundle
  }

  var steps: [Step]
  var end: End

  init(steps: [Step], end: End) {
    self.steps = steps
    self.end = end
  }

  /// Reads a key; nil if it does not keep to the notation, to the letter, or leads too deep.
  ///
  /// Each key has one notation only: two that are written differently are different.
  init?(_ text: String) {
    if Self.isPlain(text) {
      steps = [.row(text)]
      end = .text
      return
    }
    var rest = text.unicodeScalars[...]
    guard let key = Self.row(&rest) else { return nil }
    steps = [.row(key)]
    end = .text
    while let sign = rest.popFirst() {
      switch sign {
      case "." where rest.elementsEqual("~".unicodeScalars):
        end = .emptyBundle
        return
      case ".":
        guard let key = Self.row(&rest) else { return nil }
        steps.append(.row(key))
      case "[":
        let digits = String(rest.prefix { $0 != "]" })
        rest = rest.dropFirst(digits.unicodeScalars.count)
        guard rest.popFirst() != nil else { return nil }
        if digits.isEmpty, rest.isEmpty {
          end = .emptyArray
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

  private static func row(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var key = String.UnicodeScalarView()
    while let scalar = rest.first, scalar == "\\" || !isSign(scalar) {
      rest.removeFirst()
      guard scalar == "\\" else {
        key.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst(), isSign(escaped) else { return nil }
      key.append(escaped)
    }
    return String(key)
  }

  /// The notation of a row's key, with a backslash before each sign.
  static func notation(ofRow key: String) -> String {
    guard !isPlain(key) else { return key }
    var text = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      if isSign(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// Whether a row's key is its own notation, which is the usual case.
  static func isPlain(_ key: String) -> Bool {
    key.utf8.allSatisfy { !isSign(Unicode.Scalar($0)) }
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "[", "]", "~", "\\": true
    default: false
    }
  }
}
