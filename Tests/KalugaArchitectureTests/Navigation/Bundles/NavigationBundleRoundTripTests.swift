import Foundation
import KalugaArchitecture
import Testing

/// A value that is written in any form is read as it was.
struct NavigationBundleRoundTripTests {
  /// Checks that values come back: alone, in an optional and in an array.
  private func check<Value: Sendable, Part: Equatable>(
    _ form: Form,
    _ type: NavigationBundleSpecType<Value>,
    _ values: [Value],
    by part: (Value) -> Part
  ) throws {
    let optional = OneRow<Value?>(.optional(type))
    let list = OneRow<[Value]>(.array(type))
    for value in values {
      #expect(try part(OneRow(type).roundTrip(value, through: form)) == part(value))
      #expect(try optional.roundTrip(value, through: form).map(part) == part(value))
    }
    #expect(try optional.roundTrip(nil, through: form) == nil)
    #expect(try list.roundTrip(values, through: form).map(part) == values.map(part))
    #expect(try list.roundTrip([], through: form).isEmpty)
  }

  private func check<Value: Sendable & Equatable>(
    _ form: Form,
    _ type: NavigationBundleSpecType<Value>,
    _ values: [Value]
  ) throws {
    try check(form, type, values) { $0 }
  }

  @Test(arguments: Form.allCases)
  func `the limits of each integer width round-trip`(form: Form) throws {
    func checkLimits<each Number: FixedWidthInteger & Sendable>(
      of _: repeat (each Number).Type
    ) throws {
      repeat try check(form, .integer, [(each Number).min, .max, 0, 1])
    }
    try checkLimits(of: Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self)
    try checkLimits(of: UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self)
    try check(form, .integer, [UInt128(0), UInt128(Int128.max)])
  }

  @Test(arguments: Form.allCases)
  func `floating-point numbers round-trip bit by bit`(form: Form) throws {
    let doubles: [Double] = [
      0, -0.0, 1, 0.1, -1.5, 1e22, 1e-7, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      9_007_199_254_740_994, 7.632209017572658e16, -1e18, 1e19, 1e23, .infinity, -.infinity, .nan,
    ]
    try check(form, .double, doubles, by: \.bitPattern)
    let floats: [Float] = [
      0, -0.0, 0.1, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan,
    ]
    try check(form, .float, floats, by: \.bitPattern)
  }

  @Test(arguments: Form.allCases)
  func `text round-trips scalar by scalar`(form: Form) throws {
    let characters: [Character] = ["a", "👩‍👩‍👧‍👦", "e\u{301}", "\r\n", "\0", "🇳🇱", "'"]
    try check(form, .character, characters) { Array($0.unicodeScalars) }
    let texts = [
      "", " ", "\0", "\n", "\r\n", "\u{1B}[2J", "\"\\/'", "&=?#%+;", "%41", "a.b[0]~", "Å",
      "A\u{30A}", "\u{301}", "👩‍👩‍👧‍👦", "\u{10FFFF}", "\u{202E}abc", "\u{FEFF}", "\u{FFFD}", "null",
      "true", "42", "[]",
    ]
    try check(form, .string, texts) { Array($0.unicodeScalars) }
  }

  @Test(arguments: Form.allCases)
  func `dates round-trip with their milliseconds, whatever their year`(form: Form) throws {
    let numbers = [
      0, 1, -1, 999, 1_606_204_800_001, -62_135_596_800_000, 253_402_300_799_999,
      253_402_300_800_000, -99_999_999_999_999_999,
    ]
    try check(form, .date, numbers.map(Date.init(milliseconds:)))
    let noTimes = [Double.nan, .infinity, -.infinity].map(Date.init(timeIntervalSince1970:))
    try check(form, .date, noTimes) { "\($0.timeIntervalSince1970)" }
  }

  @Test(arguments: Form.allCases)
  func `values of all other types round-trip`(form: Form) throws {
    try check(form, .unit, [()]) { _ in true }
    try check(form, .boolean, [true, false])
    try check(form, .array(.array(.string)), [[[], ["a"], ["b", ""]]])
    try check(form, .array(.optional(.integer)), [[nil, 1, nil]] as [[Int?]])
    try check(form, .optional(.optional(.integer)), [nil, .some(nil), 1] as [Int??])
    try check(form, .optional(.array(.integer)), [nil, [], [3, 1, 2, 1]] as [[Int]?])
    try check(form, .optional(.string), [nil, ""] as [String?])
    try check(form, .bundle(Profile.bundleSpec), [Profile(userID: "7", age: 1, tags: ["a"])])
    let empty = OneRow<Int?>(.optional(.integer)).spec
    try check(form, .optional(.bundle(empty)), [nil, Box(value: nil)]) { $0.map(\.value) }
    try check(form, .codable(), [Profile(userID: "Å\n", age: 3, tags: ["x"])])
    try check(form, .optional(.codable()), [nil, Profile(userID: "7")] as [Profile?])
    try check(form, .codable(), ["", "text"] as [String])
    try check(form, .codable(), [nil, 42] as [Int?])
    try check(form, .codable(), [["a": [1, 2]]] as [[String: [Int]]])
  }

  @Test(arguments: Form.allCases)
  func `a bundle with a row of every kind round-trips`(form: Form) throws {
    for content in [Everything.full, Everything()] {
      let back = try form.through(content.bundle.untyped)
      #expect(try Everything.bundleSpec.content(from: back) == content)
    }
  }

  /// Kaluga Q27: keys are not names of classes, and a bundle is a type like any other.
  @Test(arguments: Form.allCases, ["", ".", "~", "[0]", "a.b", "\\", "a~", "%", "é&=", "]["])
  func `a key may hold anything`(form: Form, key: String) throws {
    let inner = SingleValueNavigationSpec<Int>(.integer, key: key)
    let outer = SingleValueNavigationSpec<Int>(.bundle(inner.spec), key: key)
    let back = try form.through(outer.bundle(42).untyped)
    #expect(try outer.spec.content(from: back) == 42)
  }

  @Test(arguments: Form.written)
  func `ninety-nine levels of bundles round-trip, and more are refused`(form: Form) throws {
    func spec(_ levels: Int) -> SingleValueNavigationSpec<Int> {
      let innermost = SingleValueNavigationSpec<Int>(.integer)
      return (1..<levels).reduce(innermost) { spec, _ in .init(.bundle(spec.spec)) }
    }
    let allowed = try form.through(spec(99).bundle(1).untyped)
    #expect(try spec(99).spec.content(from: allowed) == 1)
    let refused = problems { try form.through(spec(101).bundle(1).untyped) }
    #expect(refused.first?.contains("100 levels") == true)
  }

  /// Kaluga Q27: the mistake is found when the value is written, and not when the action is made.
  @Test(arguments: Form.written)
  func `a value that JSON cannot hold is refused by the name of its row`(form: Form) {
    let action = SingleValueNavigationAction([Double.nan], .codable(), key: "number")
    #expect(action.value.first?.isNaN == true)
    #expect(
      problems { try form.through(action.bundle.untyped) } == [
        "number: expected a value that can be written, "
          + "found <invalid: Array<Double> cannot be written as JSON>"
      ]
    )
  }
}
