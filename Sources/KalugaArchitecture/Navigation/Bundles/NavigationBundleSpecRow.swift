/// Names one row of a bundle: its key, where its value is in the content, and its type.
///
/// Declare rows as `static let`: then a wrong type is reported at its line.
///
///     enum Rows {
///       static let userID = NavigationBundleSpecRow("userID", \Profile.userID, .string)
///       static let age = NavigationBundleSpecRow("age", \Profile.age, .optional(.integer))
///       static let token = NavigationBundleSpecRow("token", \Profile.token, .string, isPrivate: true)
///     }
///
/// Kaluga: `NavigationBundleSpecRow` (whose key is the name of its class).
public struct NavigationBundleSpecRow<Content, Value>: Sendable {
  /// The row's name, unique in its spec.
  public let key: String

  /// How the value is stored.
  public let type: NavigationBundleSpecType<Value>

  /// Whether the value must never be shown in a transcript, log or error.
  public let isPrivate: Bool

  /// Whether the value goes into save files; independent of whether it is private.
  ///
  /// What was left out is missing when the file is read: the row's type should then be
  /// ``NavigationBundleSpecType/optional(_:)`` or ``NavigationBundleSpecType/defaulting(to:)``, or
  /// reading fails with an error that names the row.
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

  /// Reads the row; nil if that is not possible, with the problems added to the list.
  func read(
    from rows: BundleRowTable,
    _ reading: BundleReading,
    problems: inout [NavigationBundleError.Problem]
  ) -> Value? {
    guard let row = rows[key] else {
      if let missing = type.missing { return missing() }
      problems.append(.init(path: key, expected: type.name, found: "nothing"))
      return nil
    }
    // Who wrote the row may know better than the spec that it must not be shown.
    switch type.decode(row.value, reading.hiding(isPrivate || row.isPrivate)) {
    case .value(let value): return value
    case .problems(let found):
      problems += found.map { $0.inside(row: key) }
      return nil
    }
  }
}
