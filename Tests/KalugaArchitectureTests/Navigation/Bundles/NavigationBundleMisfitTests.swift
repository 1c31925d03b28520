import Foundation
import KalugaArchitecture
import Testing

/// Values that a row does not take, and values that it takes in another notation.
struct NavigationBundleMisfitTests {
  private static let misfits: [(String, String, [NavigationBundleValue], texts: [String])] = [
    ("flag", "Bool", [.integer(1), .string("true")], ["", "TRUE", "yes", "1", "0", " true"]),
    (
      "small", "Int8",
      [
        .null, .unit, .boolean(true), .double(1), .character("1"), .string("1"), .serialized("1"),
        .array([.integer(1)]), .bundle([]), .invalid("1"), .integer(128), .integer(-129),
        .integer(300), .integer(.max), .integer(.min),
      ],
      ["", " 1", "1 ", "1.0", "1e3", "0x10", "one", "١", "--1", "1\n", "128", "-129"]
    ),
    ("large", "UInt64", [.integer(-1)], ["-1"]),
    (
      "double", "Double",
      // The integer would lose a digit.
      [
        .integer(9_007_199_254_740_993), .null, .boolean(true), .string("1.5"),
        .serialized("no number"),
      ],
      ["1e400", "-1e400", "", " 1", "1,5", "one", "1.5.5"]
    ),
    ("single", "Float", [.double(1e300)], ["1e300", "1e400", "-1e400"]),
    ("character", "Character", [.string("a")], ["", "ab", "🇳🇱🇧🇪", "a\n"]),
    ("text", "String", [.null, .character("a"), .integer(42)], []),
    (
      "date", "Date", [.integer(0), .string("2020-11-24T08:00:00Z")],
      [
        "", "yesterday", "2020-13-24T08:00:00Z", "2020-11-24T25:00:00Z", "1606204800",
        "2020-11-24", "2020-02-30T08:00:00Z", "2020-11-24T08:00:00Z and more",
        " 2020-11-24T08:00:00Z", "2020-11-24T08:00:00", "2020-11-24T08:60:00Z",
        "2020-11-24T08:00:00+01:60", "2020-11-24T08:00:00Z\n", "٢٠٢٠-11-24T08:00:00Z",
      ]
    ),
    ("maybe", "Int", [.string("x")], [""]),
    ("tags", "[String]", [.null, .string("a")], ["1,2"]),
    ("profile", "Profile", [.array([])], ["{}"]),
    (
      "coded", "Profile as JSON",
      [.serialized("no json"), .serialized(#"{"userID":7,"tags":[]}"#), .bundle([])], ["", "{}"]
    ),
  ]

  /// Kaluga Q27.
  @Test(arguments: misfits)
  func `a value that does not fit is an error that names the type and shows the value`(
    key: String,
    type: String,
    values: [NavigationBundleValue],
    texts: [String]
  ) {
    for value in values + texts.map({ .text($0) }) {
      let rows = Everything().rows.map {
        $0.key == key ? NavigationBundleRow(key: key, value: value) : $0
      }
      let found = problems { try Everything.bundleSpec.content(from: rows) }
      let remark = isOutOfRange(value, of: type) ? ", which is out of range" : ""
      #expect(found == ["\(key): expected \(type), found \(value)\(remark)"])
    }
  }

  /// Whether the value is a whole number, and another type of whole number is expected.
  private func isOutOfRange(_ value: NavigationBundleValue, of type: String) -> Bool {
    switch value {
    case .integer: type.contains("Int")
    case .text(let text): type.contains("Int") && text.wholeMatch(of: /-?[0-9]+/) != nil
    default: false
    }
  }

  /// Kaluga Q28: neither 0, nor false, nor empty.
  @Test(arguments: Form.allCases)
  func `a missing value is an error, and nil only for an optional`(form: Form) throws {
    let empty = try form.through(UntypedNavigationBundle(rows: []))
    let required = [
      "flag: expected Bool", "small: expected Int8", "large: expected UInt64",
      "widest: expected Int128", "single: expected Float", "double: expected Double",
      "character: expected Character", "text: expected String", "date: expected Date",
      "tags: expected [String]", "matrix: expected [[Int?]]", "people: expected [Credentials]",
      "coded: expected Profile", "secretToken: expected String",
    ]
    #expect(
      problems { try Everything.bundleSpec.content(from: empty) }
        == required.map { "\($0), found nothing" }
    )
    #expect(try empty.get(.optional(.integer)) == Int?.none)
    #expect(try empty.get(.optional(.bundle(Profile.bundleSpec))) == nil)
  }

  @Test func `a unit row says only that it is present`() throws {
    let row = OneRow<Void>(.unit)
    try row.read(.text(""))
    #expect(row.problems(.text("x")) == ["value: expected Void, found \"x\""])
    #expect(row.problems(of: []) == ["value: expected Void, found nothing"])
  }

  @Test func `a number that fits no row says so instead of being cut off`() {
    let row = OneRow<UInt128>(.integer)
    let problem = "UInt128 out of range"
    #expect(row.rows(.max).map(\.value) == [.invalid(problem)])
    #expect(
      row.problems(of: row.rows(.max)) == ["value: expected UInt128, found <invalid: \(problem)>"]
    )
  }

  @Test func `JSON knows numbers and truth values from text`() {
    let json = #"""
      {"flag": "true", "small": "4", "large": 1.5, "single": "4", "text": 42}
      """#
    let found = problems {
      try Everything.bundleSpec.content(from: UntypedNavigationBundle(text: json))
    }
    #expect(
      found.filter { !$0.hasSuffix(", found nothing") } == [
        #"flag: expected Bool, found "true""#, #"small: expected Int8, found "4""#,
        "large: expected UInt64, found 1.5", #"single: expected Float, found "4""#,
        "text: expected String, found 42",
      ]
    )
  }

  // MARK: Other notations

  @Test func `a value may be written in another notation`() throws {
    #expect(try OneRow<Double>(.double).read(.integer(42)) == 42)
    let digits = NavigationBundleValue.integer(76_322_090_175_726_580)
    #expect(try OneRow<Double>(.double).read(digits) == 7.632209017572658e16)
    #expect(try OneRow<Float>(.float).read(.integer(-42)) == -42)
    #expect(try OneRow<Double>(.double).read(.text("42")) == 42)
    #expect(try OneRow<Int?>(.optional(.integer)).read(.null) == nil)
    #expect(try OneRow<String?>(.optional(.string)).read(.text("")) == "")
    let zero = try UntypedNavigationBundle(text: #"{"value":-0}"#)
    #expect(try OneRow<UInt>(.integer).spec.content(from: zero).value == 0)
    let json = NavigationBundleValue.text(#"{"userID":"7","age":42,"tags":["a"]}"#)
    let profile = Profile(userID: "7", age: 42, tags: ["a"])
    #expect(try OneRow<Profile>(.codable()).read(json) == profile)
  }
}
