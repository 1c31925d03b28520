/// Names the rows of a bundle, so that a plain struct turns into rows and back.
///
///     let spec = NavigationBundleSpec(Profile.init, Rows.userID, Rows.age)
///
/// The initializer and the rows are checked against each other by the compiler: a bundle is always
/// complete. Rows keep the order in which they are given here.
///
/// Kaluga: `NavigationBundleSpec`.
public struct NavigationBundleSpec<Content>: Sendable {
  private let encoders: [@Sendable (Content) -> NavigationBundleRow]
  let decode: @Sendable ([NavigationBundleRow], DecodingPath) -> Decoded<Content>

  /// Creates a spec from what makes the content and a row for each of its arguments, in order.
  ///
  /// Two rows with the same key are a programming error, which stops the program.
  public init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Content,
    _ row: repeat NavigationBundleSpecRow<Content, each Value>
  ) {
    var encoders: [@Sendable (Content) -> NavigationBundleRow] = []
    var keys: Set<String> = []
    for row in repeat each row {
      // A mistake in the program's text, and silently losing one of the rows would be worse.
      precondition(
        keys.insert(row.key).inserted,
        "The spec of \(Content.self) has two rows with the key '\(row.key)'. Rename one of them."
      )
      encoders.append { row.row(of: $0) }
    }
    self.encoders = encoders
    decode = { rows, path in
      let rows = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
      var problems: [NavigationBundleError.Problem] = []
      let results = (repeat (each row).read(from: rows, path, problems: &problems))
      // Read all rows before giving up, so that one error lists everything that is wrong.
      guard problems.isEmpty, let content = try? make(repeat unwrap(each results)) else {
        return .problems(problems)
      }
      return .value(content)
    }
  }

  /// Makes the bundle of a content.
  ///
  /// Kaluga: `toBundle`.
  public func bundle(_ content: Content) -> NavigationBundle<Content> where Content: Sendable {
    NavigationBundle(content, spec: self)
  }

  /// Reads a content from untyped rows; keys that the spec does not name are ignored.
  ///
  /// - Throws: One error that lists every problem, if anything is missing or of the wrong type.
  public func content(from rows: [NavigationBundleRow]) throws(NavigationBundleError) -> Content {
    switch decode(rows, DecodingPath()) {
    case .value(let content): return content
    case .problems(let problems): throw NavigationBundleError(problems: problems)
    }
  }

  func rows(of content: Content) -> [NavigationBundleRow] {
    encoders.map { $0(content) }
  }
}

/// A row that could not be read; never leaves this file.
private struct Unread: Error {}

private func unwrap<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Unread() }
  return value
}
