import Foundation
import KalugaArchitecture
import Testing

/// Kaluga's value types, and what was wrong with its bundles.
struct NavigationBundleKalugaTests {
  private enum Grade: Int, Codable {
    case good = 1
  }

  private func check<Value: Sendable & Equatable>(
    _ type: NavigationBundleSpecType<Value>,
    _ value: Value
  ) throws {
    for form in Form.allCases {
      #expect(try OneRow(type).roundTrip(value, through: form) == value)
      #expect(try OneRow(.optional(type)).roundTrip(value, through: form) == value)
      #expect(try OneRow(.optional(type)).roundTrip(nil, through: form) == nil)
      #expect(try OneRow(.array(type)).roundTrip([value, value], through: form) == [value, value])
      #expect(try OneRow(.array(type)).roundTrip([], through: form) == [])
    }
  }

  @Test func `every value type of Kaluga has its spec type, alone, optional and in arrays`() throws
  {
    for form in Form.allCases { try OneRow<Void>(.unit).roundTrip((), through: form) }
    try check(.boolean, true)
    try check(.integer, Int8.min)
    try check(.integer, Int16.min)
    try check(.integer, Int32.min)
    try check(.integer, Int64.min)
    try check(.integer, Int.max)
    try check(.float, Float.pi)
    try check(.double, Double.pi)
    try check(.character, "c")
    try check(.string, "text")
    try check(.date, Date(milliseconds: 1_606_204_800_001))
    try check(.bundle(Profile.bundleSpec), Profile(userID: "7", age: 1, tags: ["a"]))
    try check(.codable(), Grade.good)
  }

  // MARK: Q27

  @Test func `Q27: the type of a value is checked when it is read, and named`() {
    let row = OneRow<Int>(.integer)
    #expect(row.problems(.string("1")) == [#"value: expected Int, found "1""#])
  }

  @Test func `Q27: keys are chosen and not names of classes`() {
    let one = SingleValueNavigationSpec<Int>(.integer, key: "one")
    let two = SingleValueNavigationSpec<Int>(.integer, key: "two")
    #expect([one.bundle(1).rows[0].key, two.bundle(1).rows[0].key] == ["one", "two"])
  }

  @Test func `Q27: a nested bundle is a type like any other`() throws {
    let inner = SingleValueNavigationSpec<String>(.string, key: "inner")
    let outer = SingleValueNavigationSpec<String>(.bundle(inner.spec), key: "outer")
    #expect(outer.bundle("x").rows.bundleDescription == #"{outer: {inner: "x"}}"#)
    #expect(try outer.bundle("x").untyped.query() == "outer.inner=x")
  }

  @Test func `Q27: making an action of a value that JSON cannot hold does not fail`() {
    let action = SingleValueNavigationAction([Double.nan], .codable(), key: "number")
    #expect(action.value.first?.isNaN == true)
    #expect(
      problems { try action.bundle.untyped.json() } == [
        "number: expected a value that can be written, "
          + "found <invalid: Array<Double> cannot be written as JSON>"
      ]
    )
  }

  @Test func `Q27: a freshly made type of a collection reads what another one wrote`() throws {
    let written = SingleValueNavigationSpec<[String: [Int]]>(.codable()).bundle(["a": [1]])
    #expect(try written.untyped.get(.codable()) == ["a": [1]])
    let list = SingleValueNavigationSpec<[[Int]]>(.array(.array(.integer))).bundle([[1], []])
    #expect(try list.untyped.get(.array(.array(.integer))) == [[1], []])
  }

  @Test func `Q27: an optional codable row needs no type of its own`() throws {
    let spec = SingleValueNavigationSpec<Profile?>(.optional(.codable())).spec
    #expect(try spec.content(from: []) == nil)
    #expect(try spec.content(from: spec.bundle(Profile(userID: "7")).rows)?.userID == "7")
  }

  // MARK: Q28

  @Test(arguments: Form.allCases)
  func `Q28: a missing primitive is an error and neither 0 nor false`(_ form: Form) throws {
    let empty = try form.through(UntypedNavigationBundle(rows: []))
    #expect(problems { try empty.get(.boolean) } == ["value: expected Bool, found nothing"])
    #expect(
      problems { try empty.get(.integer as NavigationBundleSpecType<Int>) }
        == ["value: expected Int, found nothing"]
    )
    #expect(
      problems { try empty.get(.integer as NavigationBundleSpecType<Int8>) }
        == ["value: expected Int8, found nothing"]
    )
    #expect(problems { try empty.get(.double) } == ["value: expected Double, found nothing"])
    #expect(problems { try empty.get(.float) } == ["value: expected Float, found nothing"])
    #expect(problems { try empty.get(.character) } == ["value: expected Character, found nothing"])
    #expect(
      problems { try Everything.bundleSpec.content(from: empty) }.count
        == Everything().rows.count - 2
    )
  }

  @Test(arguments: Form.allCases)
  func `Q28: a missing optional is nil, not 0, and does not fail`(_ form: Form) throws {
    let empty = try form.through(UntypedNavigationBundle(rows: []))
    #expect(try empty.get(.optional(.integer)) == Int?.none)
    #expect(try empty.get(.optional(.boolean)) == nil)
    #expect(try empty.get(.optional(.double)) == nil)
    #expect(try empty.get(.optional(.string)) == nil)
  }
}
