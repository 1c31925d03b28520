/// Names the rows of a bundle, so that a plain struct turns into rows and back.
///
///     NavigationBundleSpec<Profile>.codable()                                // the properties
///     NavigationBundleSpec(Profile.init, Rows.userID, Rows.age)              // rows of one's own
///
/// The initializer and the rows are checked against each other by the compiler: a bundle is always
/// complete. Rows keep the order of the properties, or that in which they are given here.
///
/// Kaluga: `NavigationBundleSpec`.
public struct NavigationBundleSpec<Content>: Sendable {
  private final class Parts: Sendable {
    let encode: @Sendable (Content) -> [NavigationBundleRow]
    let decode: @Sendable ([NavigationBundleRow], BundleReading) -> Decoded<Content>
    let privateKeys: Set<String>
    let hasPrivateParts: Bool

    init(
      encode: @escaping @Sendable (Content) -> [NavigationBundleRow],
      decode: @escaping @Sendable ([NavigationBundleRow], BundleReading) -> Decoded<Content>,
      privateKeys: Set<String>,
      hasPrivateParts: Bool
    ) {
      self.encode = encode
      self.decode = decode
      self.privateKeys = privateKeys
      self.hasPrivateParts = hasPrivateParts
    }
  }

  /// One reference: a bundle carries its spec, and each copy of the bundle counts all that it refers to.
  private let parts: Parts

  /// The keys of the rows that are private.
  var privateKeys: Set<String> { parts.privateKeys }

  /// Whether a row, or a row of a nested bundle, is private.
  var hasPrivateParts: Bool { parts.hasPrivateParts }

  /// Creates a spec; with private bundles, rows of nested bundles may be private.
  init(
    privateKeys: Set<String>,
    hasPrivateBundles: Bool,
    encode: @escaping @Sendable (Content) -> [NavigationBundleRow],
    decode: @escaping @Sendable ([NavigationBundleRow], BundleReading) -> Decoded<Content>
  ) {
    parts = Parts(
      encode: encode,
      decode: decode,
      privateKeys: privateKeys,
      hasPrivateParts: !privateKeys.isEmpty || hasPrivateBundles
    )
  }

  /// Creates a spec from what makes the content and a row for each of its arguments, in order.
  ///
  /// For rows that are not simply the properties of a `Codable` content: other keys and types, defaults,
  /// rows that are not saved.
  ///
  /// Two rows with the same key are a programming error, which stops the program. The compiler cannot
  /// see that two rows of the same type are in another order than the arguments: check that in a test
  /// with `expectBundleRoundTrip` of the test utilities.
  public init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Content,
    _ row: repeat NavigationBundleSpecRow<Content, each Value>
  ) {
    var encoders: [@Sendable (Content) -> NavigationBundleRow] = []
    var keys: Set<String> = []
    var privateKeys: Set<String> = []
    var hasPrivateBundles = false
    for row in repeat each row {
      // A mistake in the program's text, and silently losing one of the rows would be worse.
      precondition(
        keys.insert(row.key).inserted,
        "The spec of \(Content.self) has two rows with the key '\(row.key)'. Rename one of them."
      )
      if row.isPrivate { privateKeys.insert(row.key) }
      hasPrivateBundles = hasPrivateBundles || row.type.hasPrivateParts
      encoders.append { row.row(of: $0) }
    }
    self.init(
      privateKeys: privateKeys,
      hasPrivateBundles: hasPrivateBundles,
      encode: { [encoders] content in encoders.map { $0(content) } },
      decode: { [keys] rows, reading in
        let table = BundleRowTable(rows)
        var problems: [NavigationBundleError.Problem] = []
        let results = (repeat (each row).read(from: table, reading, problems: &problems))
        if reading.unknownKeys == .reported {
          problems += .unknownKeys(of: rows, known: keys.contains)
        }
        // Read all rows before giving up, so that one error lists everything that is wrong.
        guard problems.isEmpty, let content = try? make(repeat unwrap(each results)) else {
          return .problems(problems)
        }
        return .value(content)
      }
    )
  }

  /// Makes the bundle of a content.
  ///
  /// Kaluga: `toBundle`.
  public func bundle(_ content: Content) -> NavigationBundle<Content> where Content: Sendable {
    NavigationBundle(content, spec: self)
  }

  /// Reads a content from untyped rows.
  ///
  /// The initializer of the spec makes the content from the rows. It may change what it is given, for
  /// example sort two bounds or trim a text.
  ///
  /// - Parameters:
  ///   - rows: The rows, in any order; the first counts if there are several with one key.
  ///   - unknownKeys: What becomes of keys that the spec does not name.
  /// - Returns: The content, complete.
  /// - Throws: One error that lists every problem, if anything is missing or of the wrong type.
  public func content(
    from rows: [NavigationBundleRow],
    unknownKeys: NavigationBundleUnknownKeys = .ignored
  ) throws(NavigationBundleError) -> Content {
    try content(from: rows, BundleReading(unknownKeys: unknownKeys))
  }

  /// Reads a content from an untyped bundle: from JSON or a query.
  ///
  /// The same as with rows, except that JSON tells numbers and truth values from text.
  public func content(
    from bundle: UntypedNavigationBundle,
    unknownKeys: NavigationBundleUnknownKeys = .ignored
  ) throws(NavigationBundleError) -> Content {
    let reading = BundleReading(source: bundle.source, unknownKeys: unknownKeys)
    return try content(from: bundle.rows, reading)
  }

  private func content(
    from rows: [NavigationBundleRow],
    _ reading: BundleReading
  ) throws(NavigationBundleError) -> Content {
    switch decode(rows, reading) {
    case .value(let content): return content
    case .problems(let problems):
      throw NavigationBundleError(
        problems: problems.map { $0.path.isEmpty ? $0.inside(row: "\(Content.self)") : $0 }
      )
    }
  }

  func decode(_ rows: [NavigationBundleRow], _ reading: BundleReading) -> Decoded<Content> {
    parts.decode(rows, reading)
  }

  func rows(of content: Content) -> [NavigationBundleRow] {
    parts.encode(content)
  }
}

/// A row that could not be read; never leaves this file.
private struct Unread: Error {}

private func unwrap<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Unread() }
  return value
}
