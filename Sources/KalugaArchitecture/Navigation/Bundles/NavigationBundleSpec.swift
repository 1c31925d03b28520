/// Names the rows of a bundle, and converts a plain struct to rows and back.
///
///     NavigationBundleSpec<Profile>.codable()                          // a row for each property
///     NavigationBundleSpec(Profile.init, Rows.userID, Rows.age)        // explicit rows
///
/// The compiler checks explicit rows against the arguments of the initializer, so a bundle is
/// always complete. The rows have the order of the properties, or the order in which they are
/// passed.
///
/// Kaluga: `NavigationBundleSpec`.
public struct NavigationBundleSpec<Content>: Sendable {
  typealias Decode =
    @Sendable ([NavigationBundleRow], BundleReading) throws(NavigationBundleError) -> Content

  private let encode: @Sendable (Content) -> [NavigationBundleRow]

  /// Reads a content, or throws its problems with paths that begin at its rows.
  let decode: Decode

  /// The keys of the private rows.
  let privateKeys: Set<String>

  /// Whether a row, or a row of a nested bundle, is private.
  let hasPrivateParts: Bool

  /// Creates a spec.
  ///
  /// `hasPrivateBundles` says whether nested bundles may have private rows.
  init(
    privateKeys: Set<String>,
    hasPrivateBundles: Bool,
    encode: @escaping @Sendable (Content) -> [NavigationBundleRow],
    decode: @escaping Decode
  ) {
    self.encode = encode
    self.decode = decode
    self.privateKeys = privateKeys
    hasPrivateParts = !privateKeys.isEmpty || hasPrivateBundles
  }

  /// Creates a spec from an initializer of the content and a row for each of its arguments, in
  /// order.
  ///
  /// Use it if the rows differ from the properties of a `Codable` content, for example by other
  /// keys or types, by defaults, or by rows that are not saved.
  ///
  /// Two rows with the same key are a programming error and stop the program. The compiler cannot
  /// detect that two rows of the same type are in the wrong order. Check the order in a test with
  /// `expectBundleRoundTrip` of the test utilities.
  public init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Content,
    _ row: repeat NavigationBundleSpecRow<Content, each Value>
  ) {
    var encoders: [@Sendable (Content) -> NavigationBundleRow] = []
    var keys: Set<String> = []
    var privateKeys: Set<String> = []
    var hasPrivateBundles = false
    for row in repeat each row {
      // A programming error. Silently losing one of the rows would be worse than stopping.
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
      decode: { rows, reading throws(NavigationBundleError) in
        var problems: [NavigationBundleError.Problem] = []
        let results = (repeat (each row).read(from: rows, reading, problems: &problems))
        // Read all rows even after a problem, so that one error lists all problems.
        guard problems.isEmpty, let content = try? make(repeat unwrap(each results)) else {
          throw NavigationBundleError(problems: problems)
        }
        return content
      }
    )
  }

  /// Returns the bundle of a content.
  ///
  /// Kaluga: `toBundle`.
  public func bundle(_ content: Content) -> NavigationBundle<Content> where Content: Sendable {
    NavigationBundle(content, spec: self)
  }

  /// Reads a content from untyped rows.
  ///
  /// The spec passes the values to the initializer of the content. That initializer may change
  /// them, for example sort two bounds or trim a text.
  ///
  /// - Parameter rows: The rows in any order. Those that the spec does not name are ignored. If
  ///   several rows have the same key, the first one is used.
  /// - Returns: The complete content.
  /// - Throws: One error that lists all rows that are missing or have the wrong type.
  public func content(
    from rows: [NavigationBundleRow]
  ) throws(NavigationBundleError) -> Content {
    try content(from: rows, BundleReading())
  }

  /// Reads a content from an untyped bundle, which was made from JSON or a query.
  ///
  /// Works like reading from rows, with two exceptions. In JSON, numbers and Booleans are not read
  /// from text. In a query, what other programs write is read, as
  /// ``UntypedNavigationBundle/init(query:)`` says.
  public func content(
    from bundle: UntypedNavigationBundle
  ) throws(NavigationBundleError) -> Content {
    try content(from: bundle.rows, BundleReading(source: bundle.source))
  }

  func content(
    from rows: [NavigationBundleRow],
    _ reading: BundleReading
  ) throws(NavigationBundleError) -> Content {
    do throws(NavigationBundleError) {
      return try decode(rows, reading)
    } catch {
      throw NavigationBundleError(
        problems: error.problems.map { $0.path.isEmpty ? $0.inside(row: "\(Content.self)") : $0 }
      )
    }
  }

  /// Returns the rows of a content, in the order of the spec.
  ///
  /// The result contains all rows, also private ones and those that are not saved, and their values
  /// are complete. The descriptions and mirrors of the rows redact private values. To write the
  /// rows, make an ``UntypedNavigationBundle`` of them, and choose a ``NavigationBundlePurpose``.
  ///
  /// Each call converts all values. A value that cannot be converted becomes
  /// ``NavigationBundleValue/invalid(_:)`` with the reason.
  public func rows(of content: Content) -> [NavigationBundleRow] {
    encode(content)
  }
}

/// Signals that a row could not be read.
///
/// Never leaves this file.
private struct Unread: Error {}

private func unwrap<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Unread() }
  return value
}
