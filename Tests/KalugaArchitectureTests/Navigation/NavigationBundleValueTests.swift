import Foundation
import KalugaArchitecture
import Testing

/// How values of bundles print.
struct NavigationBundleValueTests {
  private static let values: [(NavigationBundleValue, String)] = [
    (.null, "nil"), (.unit, "()"), (.boolean(true), "true"), (.integer(-42), "-42"),
    (.integer(Int128(UInt64.max)), "18446744073709551615"), (.double(4.5), "4.5"),
    (.double(4), "4.0"), (.character("c"), "'c'"), (.string("text"), #""text""#),
    (.text("text"), #""text""#), (.array([.integer(1), .null]), "[1, nil]"), (.array([]), "[]"),
    (.bundle([]), "{}"), (.serialized("[1]"), "[1]"), (.invalid("why"), "<invalid: why>"),
    (.date(Date(milliseconds: 1_606_204_800_001)), "2020-11-24T08:00:00.001Z"),
    // Text cannot pretend to end.
    (.string(#"a", b: "c"#), #""a\", b: \"c""#), (.string(#"\n"#), #""\\n""#),
    (.string("it's"), #""it's""#), (.character("'"), #"'\''"#),
    (.string("a\nb\r\nc\td"), #""a\nb\r\nc\td""#), (.string("Åsa 東京 😀"), #""Åsa 東京 😀""#),
  ]

  @Test(arguments: values)
  func `each kind of value prints in its own form`(value: NavigationBundleValue, text: String) {
    #expect(value.description == text)
  }

  /// All controls of Unicode, and what ends a line or turns the direction of writing; as numbers,
  /// so that no report of a test contains them.
  private static let hostileScalars: [UInt32] =
    [Array(0...0x1F), Array(0x7F...0x9F)].joined()
    + [0x200E, 0x2028, 0x2029, 0x202E, 0x2066, 0xFEFF, 0xE000]

  @Test(arguments: hostileScalars)
  func `no control character is printed raw, wherever it is`(_ number: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(number))
    let text = "a\(scalar)b"
    let row = NavigationBundleRow(key: text, value: .string(text))
    let values: [NavigationBundleValue] = [
      .string(text), .text(text), .character(Character(scalar)), .serialized(text),
      .invalid(text), .array([.string(text)]), .bundle([row]),
    ]
    let isRaw = (values.map(\.description) + [row.description]).map {
      $0.unicodeScalars.contains(scalar)
    }
    #expect(!isRaw.contains(true))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e12, -1e12])
  func `a distant date, and one that is not finite, can be printed`(_ seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(!NavigationBundleValue.date(date).description.isEmpty)
  }
}
