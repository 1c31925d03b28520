import Foundation
import KalugaArchitecture

/// The content of a bundle of one row, whatever its type.
struct Box<Value: Sendable>: Sendable {
  var value: Value
}

/// Passes one value through a bundle of one row with the key `value`.
struct OneRow<Value: Sendable> {
  let spec: NavigationBundleSpec<Box<Value>>

  init(_ type: NavigationBundleSpecType<Value>, isPrivate: Bool = false) {
    let row = NavigationBundleSpecRow("value", \Box<Value>.value, type, isPrivate: isPrivate)
    spec = NavigationBundleSpec({ Box(value: $0) }, row)
  }

  /// The rows of a value.
  func rows(_ value: Value) -> [NavigationBundleRow] {
    spec.bundle(Box(value: value)).rows
  }

  /// The value that is read from an untyped value.
  func read(_ value: NavigationBundleValue) throws -> Value {
    try spec.content(from: [NavigationBundleRow(key: "value", value: value)]).value
  }

  /// The problems of reading an untyped value; empty if there are none.
  func problems(_ value: NavigationBundleValue) -> [String] {
    problems(of: [NavigationBundleRow(key: "value", value: value)])
  }

  /// The problems of reading rows; empty if there are none.
  func problems(of rows: [NavigationBundleRow]) -> [String] {
    allProblems { try spec.content(from: rows) }
  }
}

/// A content with a private row.
struct Credentials: NavigationBundleContent, Codable, Hashable {
  var user: String
  var token: String

  enum Rows {
    static let user = NavigationBundleSpecRow("user", \Credentials.user, .string)
    static let token =
      NavigationBundleSpecRow("token", \Credentials.token, .string, isPrivate: true)
  }

  static let bundleSpec = NavigationBundleSpec(
    { Credentials(user: $0, token: $1) },
    Rows.user,
    Rows.token
  )
}

/// A content with an optional row and one with a default.
struct Profile: NavigationBundleContent, Codable, Hashable {
  var userID: String
  var age: Int?
  var tags: [String] = []

  enum Rows {
    static let userID = NavigationBundleSpecRow("userID", \Profile.userID, .string)
    static let age = NavigationBundleSpecRow("age", \Profile.age, .optional(.integer))
    static let tags =
      NavigationBundleSpecRow("tags", \Profile.tags, .array(.string).defaulting(to: []))
  }

  static let bundleSpec = NavigationBundleSpec(
    { Profile(userID: $0, age: $1, tags: $2) },
    Rows.userID,
    Rows.age,
    Rows.tags
  )
}

extension Date {
  /// A point in time by its milliseconds since 1970, like those of Kaluga's tests.
  init(milliseconds: Int) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

/// The problems of an attempt to read or write a bundle, in words; empty if there are none.
func problems<Value>(_ attempt: () throws -> Value) -> [String] {
  allProblems(attempt)
}

/// The same function, under a name that no method of a fixture hides.
private func allProblems<Value>(_ attempt: () throws -> Value) -> [String] {
  do {
    _ = try attempt()
    return []
  } catch let error as NavigationBundleError {
    return error.problems.map(\.description)
  } catch {
    return ["another error: \(error)"]
  }
}
