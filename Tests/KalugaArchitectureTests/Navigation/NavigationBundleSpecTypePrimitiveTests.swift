import Foundation
import KalugaArchitecture
import Testing

struct NavigationBundleSpecTypePrimitiveTests {
  // MARK: Unit and boolean

  @Test func `a unit row only says that it is there`() throws {
    let row = OneRow<Void>(.unit)
    #expect(row.encode(()) == .unit)
    #expect(row.rows(()).bundleDescription == "{value: ()}")
    try row.roundTrip(())
    try row.read(.text(""))
    #expect(row.problems(.text("x")) == ["value: expected Void, found \"x\""])
    #expect(row.problems(of: []) == ["value: expected Void, found nothing"])
  }

  @Test(arguments: [true, false])
  func `a truth value comes back from rows and from text`(_ value: Bool) throws {
    let row = OneRow<Bool>(.boolean)
    #expect(try row.roundTrip(value) == value)
    #expect(try row.read(.text("\(value)")) == value)
  }

  @Test(arguments: ["", "TRUE", "yes", "1", "0", " true"])
  func `only true and false are truth values`(_ text: String) {
    #expect(
      OneRow<Bool>(.boolean).problems(.text(text)) == ["value: expected Bool, found \"\(text)\""]
    )
  }

  @Test func `neither a number nor a string is a truth value`() {
    #expect(OneRow<Bool>(.boolean).problems(.integer(1)) == ["value: expected Bool, found 1"])
    #expect(
      OneRow<Bool>(.boolean).problems(.string("true")) == ["value: expected Bool, found \"true\""]
    )
  }

  // MARK: Text

  @Test(arguments: [
    "", " ", "Ada", "\n", "a\r\nb", "\0", "\u{1B}[2J", "ÅÅ", "👩‍👩‍👧‍👦", "\u{301}", "\u{202E}abc", "\"\\'",
    "\u{FFFD}", "&=?#%2F+",
  ])
  func `any string comes back unchanged, scalar by scalar`(_ text: String) throws {
    let row = OneRow<String>(.string)
    #expect(Array(try row.roundTrip(text).unicodeScalars) == Array(text.unicodeScalars))
    #expect(Array(try row.read(.text(text)).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `a character is no string and a string no character`() {
    #expect(
      OneRow<String>(.string).problems(.character("a")) == ["value: expected String, found 'a'"]
    )
    #expect(
      OneRow<Character>(.character).problems(.string("a")) == [
        "value: expected Character, found \"a\""
      ]
    )
  }

  @Test(arguments: ["a", "👩‍👩‍👧‍👦", "e\u{301}", "\r\n", "\0", "🇳🇱", "'"] as [Character])
  func `one character may be a cluster of many scalars`(_ character: Character) throws {
    let row = OneRow<Character>(.character)
    let scalars = Array(character.unicodeScalars)
    #expect(Array(try row.roundTrip(character).unicodeScalars) == scalars)
    #expect(Array(try row.read(.text("\(character)")).unicodeScalars) == scalars)
  }

  @Test(arguments: ["", "ab", "🇳🇱🇧🇪", "a\n"])
  func `text of no or several characters is no character`(_ text: String) {
    #expect(OneRow<Character>(.character).problems(.text(text)).count == 1)
  }

  // MARK: Date

  @Test(arguments: [
    0, 1_606_204_800_000, 1_606_204_800_001, 1_606_204_800_999, -1, -62_135_596_800_000,
  ])
  func `a date keeps its milliseconds in rows, in its description and in a link`(
    _ number: Int
  ) throws {
    let row = OneRow<Date>(.date)
    let date = Date(milliseconds: number)
    #expect(try row.roundTrip(date) == date)
    let text = try #require(row.encode(date)).description
    #expect(milliseconds(of: try row.read(.text(text))) == number)
  }

  @Test func `a date prints as in ISO 8601`() {
    #expect(
      NavigationBundleValue.date(Date(milliseconds: 1_606_204_800_001)).description
        == "2020-11-24T08:00:00.001Z"
    )
  }

  @Test(arguments: [
    "2020-11-24T08:00:00Z", "2020-11-24T08:00:00.000Z", "2020-11-24T09:00:00+01:00",
    "2020-11-24T03:00:00-05:00",
  ])
  func `a link may write one point in time in several ways`(_ text: String) throws {
    #expect(
      milliseconds(of: try OneRow<Date>(.date).read(.text(text))) == 1_606_204_800_000
    )
  }

  @Test(arguments: [
    "", "yesterday", "2020-13-24T08:00:00Z", "2020-11-24T25:00:00Z", "1606204800", "2020-11-24",
    "2020-02-30T08:00:00Z", "2020-11-24T08:00:00Z and more", " 2020-11-24T08:00:00Z",
    "2020-11-24T08:00:00", "2020-11-24T08:60:00Z", "2020-11-24T08:00:00Z\n", "٢٠٢٠-11-24T08:00:00Z",
  ])
  func `text that is no date is an error`(_ text: String) {
    #expect(
      OneRow<Date>(.date).problems(.text(text)) == [
        "value: expected Date, found \(NavigationBundleValue.text(text))"
      ]
    )
  }

  @Test func `a number is no date`() {
    #expect(OneRow<Date>(.date).problems(.integer(0)) == ["value: expected Date, found 0"])
  }
}
