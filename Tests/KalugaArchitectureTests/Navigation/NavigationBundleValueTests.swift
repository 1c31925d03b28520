import Foundation
import KalugaArchitecture
import Testing

struct NavigationBundleValueTests {
  @Test func `each kind of value is recognised by its look`() {
    #expect(NavigationBundleValue.null.description == "nil")
    #expect(NavigationBundleValue.unit.description == "()")
    #expect(NavigationBundleValue.boolean(true).description == "true")
    #expect(NavigationBundleValue.integer(-42).description == "-42")
    #expect(NavigationBundleValue.double(4.5).description == "4.5")
    #expect(NavigationBundleValue.character("c").description == "'c'")
    #expect(NavigationBundleValue.string("text").description == "\"text\"")
    #expect(NavigationBundleValue.text("text").description == "\"text\"")
    #expect(NavigationBundleValue.array([.integer(1), .integer(2)]).description == "[1, 2]")
    #expect(NavigationBundleValue.array([]).description == "[]")
    #expect(NavigationBundleValue.bundle([]).description == "{}")
    #expect(NavigationBundleValue.serialized("[1]").description == "[1]")
  }

  @Test func `a whole double does not look like an integer`() {
    #expect(NavigationBundleValue.double(4).description == "4.0")
    #expect(NavigationBundleValue.integer(4).description == "4")
  }

  @Test func `quotes and backslashes are escaped, so that text cannot pretend to end`() {
    #expect(NavigationBundleValue.string(#"a", b: "c"#).description == #""a\", b: \"c""#)
    #expect(NavigationBundleValue.string(#"\n"#).description == #""\\n""#)
    #expect(NavigationBundleValue.character("'").description == #"'\''"#)
    #expect(NavigationBundleValue.string("it's").description == #""it's""#)
  }

  @Test func `line ends and tabs are written as escapes`() {
    #expect(NavigationBundleValue.string("a\nb\r\nc\td").description == #""a\nb\r\nc\td""#)
  }

  /// Everything that ends a line, moves a cursor, or turns the direction of writing; as numbers, so
  /// that no test report contains them.
  static let hostileScalars: [UInt32] = [
    0, 7, 8, 0xA, 0xB, 0xC, 0xD, 0x1B, 0x7F, 0x85, 0x9B, 0x200E, 0x2028, 0x2029, 0x202E, 0x2066,
    0xFEFF,
    0xE000,
  ]

  @Test(arguments: hostileScalars)
  func `no control character comes out raw, whatever holds it`(_ number: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(number))
    let text = "a\(scalar)b"
    let values: [NavigationBundleValue] = [
      .string(text), .text(text), .character(Character(scalar)), .serialized(text), .invalid(text),
      .array([.string(text)]), .bundle([NavigationBundleRow(key: "k", value: .string(text))]),
    ]
    let areRaw = values.map { $0.description.unicodeScalars.contains(scalar) }
    #expect(!areRaw.contains(true))
  }

  @Test(arguments: hostileScalars)
  func `no control character of a key comes out raw`(_ number: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(number))
    let row = NavigationBundleRow(key: "a\(scalar)b", value: .integer(1))
    let isRawInside = "\(NavigationBundleValue.bundle([row]))".unicodeScalars.contains(scalar)
    #expect(!isRawInside)
    let isRaw = row.description.unicodeScalars.contains(scalar)
    #expect(!isRaw)
  }

  @Test func `every control character of Unicode is escaped`() {
    let controls = (0...0x9F).compactMap(Unicode.Scalar.init)
      .filter { $0.properties.generalCategory == .control }
    #expect(controls.count == 65)
    let text = String(String.UnicodeScalarView(controls))
    let description = NavigationBundleValue.string(text).description
    #expect(description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test func `letters of all scripts stay readable`() {
    #expect(NavigationBundleValue.string("Åsa 東京 😀").description == "\"Åsa 東京 😀\"")
  }

  @Test(arguments: [
    Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e12),
    Date(timeIntervalSince1970: -1e12),
  ])
  func `a date far away prints in one line`(_ date: Date) {
    #expect(!NavigationBundleValue.date(date).description.isEmpty)
  }

  @Test func `a date that is no point in time prints without ending the program`() async {
    await #expect(processExitsWith: .success) {
      for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
        _ = NavigationBundleValue.date(Date(timeIntervalSince1970: seconds)).description
      }
    }
  }

  @Test func `values are equal by kind and content`() {
    #expect(NavigationBundleValue.string("a") != .text("a"))
    #expect(NavigationBundleValue.integer(1) != .double(1))
    #expect(NavigationBundleValue.array([.integer(1)]) == .array([.integer(1)]))
  }
}
