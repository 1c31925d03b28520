/// Describes one row of a bundle by its key, the property of the content, and the type.
///
/// Declare each row as a `static let`, so that the compiler reports a wrong type at the row's line.
///
///     enum Rows {
///       static let userID = NavigationBundleSpecRow("userID", \Profile.userID, .string)
///       static let age = NavigationBundleSpecRow("age", \Profile.age, .optional(.integer))
///       static let pin = NavigationBundleSpecRow("pin", \Profile.pin, .string, isPrivate: true)
///     }
///
/// Kaluga: `NavigationBundleSpecRow` (whose key is the name of its class).
public struct NavigationBundleSpecRow<Content, Value>: Sendable {
  /// The name of the row, unique in its spec.
  public let key: String

  /// The type that converts the value to its untyped form and back.
  public let type: NavigationBundleSpecType<Value>

  /// Whether the value is private and never shown in a transcript, log or error.
  public let isPrivate: Bool

  /// Whether the value is written for ``NavigationBundlePurpose/saving``, whether it is private or
  /// not.
  ///
  /// A ``NavigationSnapshot`` contains it in any case, because it encodes whole destinations.
  /// A row that is not saved is missing when the bundle is read again. Give it a type made with
  /// ``NavigationBundleSpecType/optional(_:)`` or ``NavigationBundleSpecType/defaulting(to:)``.
  /// Otherwise reading fails with an error that names the row.
  public let isSaved: Bool

  let get: any KeyPath<Content, Value> & Sendable

  /// Creates a row.
  public init(
    _ key: String,
    _ get: any KeyPath<Content, Value> & Sendable,
    _ type: NavigationBundleSpecType<Value>,
    isPrivate: Bool = false,
    isSaved: Bool = true
  ) {
    self.key = key
    self.get = get
    self.type = type
    self.isPrivate = isPrivate
    self.isSaved = isSaved
  }

  func row(of content: Content) -> NavigationBundleRow {
    NavigationBundleRow(
      key: key,
      value: type.encode(content[keyPath: get]),
      isPrivate: isPrivate,
      isSaved: isSaved
    )
  }

  /// Reads the row.
  ///
  /// Returns nil and appends the problems if that is not possible.
  func read(
    from rows: [NavigationBundleRow],
    _ reading: BundleReading,
    problems: inout [NavigationBundleError.Problem]
  ) -> Value? {
    guard let row = rows.first(where: { $0.key == key }) else {
      if let missing = type.missing { return missing() }
      problems.append(.init(path: key, expected: type.name, found: "nothing"))
      return nil
    }
    // The row may be private even if the spec does not say so.
    do throws(NavigationBundleError) {
      return try type.decode(row.value, reading.hiding(isPrivate || row.isPrivate))
    } catch {
      problems += error.problems.map { $0.inside(row: key) }
      return nil
    }
  }
}
