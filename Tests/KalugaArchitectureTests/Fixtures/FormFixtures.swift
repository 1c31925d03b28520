import Foundation
import KalugaArchitecture

/// The forms that a bundle takes outside of a spec.
enum Form: String, CaseIterable {
  case rows
  case json
  case query

  /// The forms whose text depends on the purpose of writing.
  static let written: [Form] = [.json, .query]

  /// Writes the bundle in this form and returns the bundle that is read back.
  func through(
    _ bundle: UntypedNavigationBundle,
    for purpose: NavigationBundlePurpose = .transfer
  ) throws -> UntypedNavigationBundle {
    switch self {
    case .rows: try UntypedNavigationBundle(rows: bundle.rows)
    case .json: try UntypedNavigationBundle(json: bundle.json(for: purpose))
    case .query: UntypedNavigationBundle(query: try bundle.query(for: purpose))
    }
  }
}

extension OneRow {
  /// Writes the value in a form and returns the value that is read back.
  func roundTrip(_ value: Value, through form: Form) throws -> Value {
    try spec.content(from: form.through(spec.bundle(Box(value: value)).untyped)).value
  }
}

extension UntypedNavigationBundle {
  init(text: String) throws(NavigationBundleError) {
    try self.init(json: Data(text.utf8))
  }

  /// The bundle as JSON text.
  var text: String { get throws { String(decoding: try json(), as: UTF8.self) } }
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
  var date = Date(milliseconds: 0)
  var maybe: Int?
  var deep: Int??
  var level = 1
  var tags: [String] = []
  var matrix: [[Int?]] = []
  var people: [Credentials] = []
  var profile: Profile?
  var coded = Profile(userID: "")
  var secretToken = ""

  static let small = NavigationBundleSpecRow("small", \Everything.small, .integer)

  static let bundleSpec = NavigationBundleSpec(
    Everything.init,
    NavigationBundleSpecRow("flag", \Everything.flag, .boolean),
    small,
    NavigationBundleSpecRow("large", \Everything.large, .integer),
    NavigationBundleSpecRow("widest", \Everything.widest, .integer),
    NavigationBundleSpecRow("single", \Everything.single, .float),
    NavigationBundleSpecRow("double", \Everything.double, .double),
    NavigationBundleSpecRow("character", \Everything.character, .character),
    NavigationBundleSpecRow("text", \Everything.text, .string),
    NavigationBundleSpecRow("date", \Everything.date, .date),
    NavigationBundleSpecRow("maybe", \Everything.maybe, .optional(.integer)),
    NavigationBundleSpecRow("deep", \Everything.deep, .optional(.optional(.integer))),
    NavigationBundleSpecRow("level", \Everything.level, .integer.defaulting(to: 1)),
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
    deep: .some(nil),
    level: 2,
    tags: ["", "x.y[0]~", "z"],
    matrix: [[], [1, nil, 3], [nil]],
    people: [Credentials(user: "ada", token: "sesame")],
    profile: Profile(userID: "7"),
    coded: Profile(userID: "\"", age: 3, tags: ["\n"]),
    secretToken: "sesame"
  )
}
