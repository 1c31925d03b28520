import Foundation
import KalugaArchitecture

/// The three forms that a bundle takes outside of the program.
enum Form: CaseIterable, CustomStringConvertible {
  case values
  case json
  case query

  var description: String {
    switch self {
    case .values: "values"
    case .json: "JSON"
    case .query: "query"
    }
  }

  /// What comes back after the form was written and read.
  func through(
    _ bundle: UntypedNavigationBundle,
    for purpose: NavigationBundlePurpose = .transfer
  ) throws -> UntypedNavigationBundle {
    switch self {
    case .values: try UntypedNavigationBundle(bundle.values(for: purpose))
    case .json: try UntypedNavigationBundle(json: bundle.json(for: purpose))
    case .query: try UntypedNavigationBundle(query: bundle.query(for: purpose))
    }
  }
}

extension OneRow {
  /// What comes back from a form of the value.
  func roundTrip(_ value: Value, through form: Form) throws -> Value {
    try spec.content(from: form.through(spec.bundle(Box(value: value)).untyped)).value
  }
}

extension NavigationBundleContent {
  /// The content as JSON text.
  var json: String { get throws { String(decoding: try bundle.untyped.json(), as: UTF8.self) } }
}

/// The problems of what is done, in words; empty if there are none.
func problems<Value>(_ read: () throws -> Value) -> [String] {
  do {
    _ = try read()
    return []
  } catch let error as NavigationBundleError {
    return error.problems.map(\.description)
  } catch {
    return ["another error: \(error)"]
  }
}

extension UntypedNavigationBundle {
  init(text: String) throws(NavigationBundleError) {
    try self.init(json: Data(text.utf8))
  }
}

/// A content with a row of every kind.
struct Everything: NavigationBundleContent, Hashable {
  var flag = false
  var small: Int8 = 0
  var large: UInt64 = 0
  var widest: Int128 = 0
  var single: Float = 0
  var double = 0.0
  var character: Character = "a"
  var text = ""
  var date = Date(timeIntervalSince1970: 0)
  var maybe: Int?
  var tags: [String] = []
  var matrix: [[Int?]] = []
  var people: [Credentials] = []
  var profile: Profile?
  var coded = Profile(userID: "")
  var secretToken = ""

  static let bundleSpec = NavigationBundleSpec(
    Everything.init(
      flag:
      small:
      large:
      widest:
      single:
      double:
      character:
      text:
      date:
      maybe:
      tags:
      matrix:
      people:
      profile:
      coded:
      secretToken:
    ),
    NavigationBundleSpecRow("flag", \Everything.flag, .boolean),
    NavigationBundleSpecRow("small", \Everything.small, .integer),
    NavigationBundleSpecRow("large", \Everything.large, .integer),
    NavigationBundleSpecRow("widest", \Everything.widest, .integer),
    NavigationBundleSpecRow("single", \Everything.single, .float),
    NavigationBundleSpecRow("double", \Everything.double, .double),
    NavigationBundleSpecRow("character", \Everything.character, .character),
    NavigationBundleSpecRow("text", \Everything.text, .string),
    NavigationBundleSpecRow("date", \Everything.date, .date),
    NavigationBundleSpecRow("maybe", \Everything.maybe, .optional(.integer)),
    NavigationBundleSpecRow("tags", \Everything.tags, .array(.string)),
    NavigationBundleSpecRow("matrix", \Everything.matrix, .array(.array(.optional(.integer)))),
    NavigationBundleSpecRow("people", \Everything.people, .array(.bundle(Credentials.bundleSpec))),
    NavigationBundleSpecRow("profile", \Everything.profile, .optional(.bundle(Profile.bundleSpec))),
    NavigationBundleSpecRow("coded", \Everything.coded, .codable()),
    NavigationBundleSpecRow("secretToken", \Everything.secretToken, .string, isPrivate: true)
  )

  static let full = Everything(
    flag: true,
    small: -128,
    large: .max,
    widest: .min,
    single: 0.1,
    double: .leastNonzeroMagnitude,
    character: "👩‍👩‍👧‍👦",
    text: "a&b=c %2F+\"\\/\n\u{0}\u{1B}é",
    date: Date(milliseconds: 1_606_204_800_001),
    maybe: -1,
    tags: ["", "x.y[0]~", "z"],
    matrix: [[], [1, nil, 3], [nil]],
    people: [Credentials(user: "ada", token: "sesame")],
    profile: Profile(userID: "7", age: nil, tags: []),
    coded: Profile(userID: "\"", age: 3, tags: ["\n"]),
    secretToken: "sesame"
  )
}
