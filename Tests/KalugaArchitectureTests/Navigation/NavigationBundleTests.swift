import Foundation
import KalugaArchitecture
import Testing

/// Kaluga's `NavigationBundleTest` and `AndroidNavigationBundleTest`, with their values.
struct NavigationBundleTests {
  private struct Serialized: Codable, Hashable {
    var value: String
  }

  private struct Nested: NavigationBundleContent, Hashable {
    var string: String

    static let row = NavigationBundleSpecRow("NestedStringRow", \Nested.string, .string)
    static let bundleSpec = NavigationBundleSpec({ Nested(string: $0) }, row)
  }

  private struct Everything: NavigationBundleContent, Hashable {
    var boolean: Bool
    var serialized: Serialized
    var nested: Nested
    var optionalString: String?
    var optionalFloat: Float?
    var date: Date
    var dates: [Date]

    enum Rows {
      static let boolean = NavigationBundleSpecRow("Boolean", \Everything.boolean, .boolean)
      static let serialized = NavigationBundleSpecRow(
        "Serializable",
        \Everything.serialized,
        .codable()
      )
      static let nested = NavigationBundleSpecRow(
        "Nested",
        \Everything.nested,
        .bundle(Nested.bundleSpec)
      )
      static let optionalString = NavigationBundleSpecRow(
        "OptionalString",
        \Everything.optionalString,
        .optional(.string)
      )
      static let optionalFloat = NavigationBundleSpecRow(
        "OptionalFloat",
        \Everything.optionalFloat,
        .optional(.float)
      )
      static let date = NavigationBundleSpecRow("Date", \Everything.date, .date)
      static let dates = NavigationBundleSpecRow("Dates", \Everything.dates, .array(.date))
    }

    static let bundleSpec = NavigationBundleSpec(
      Everything.init(boolean:serialized:nested:optionalString:optionalFloat:date:dates:),
      Rows.boolean,
      Rows.serialized,
      Rows.nested,
      Rows.optionalString,
      Rows.optionalFloat,
      Rows.date,
      Rows.dates
    )
  }

  private let everything = Everything(
    boolean: false,
    serialized: Serialized(value: "Value"),
    nested: Nested(string: "NestedString"),
    optionalString: "Some String",
    optionalFloat: nil,
    date: Date(milliseconds: 1_606_204_800_000),
    dates: [Date(milliseconds: 1_606_204_800_001), Date(milliseconds: 1_606_204_800_002)]
  )

  @Test func `every row gives back what went in`() {
    let bundle = everything.bundle
    #expect(bundle.get(Everything.Rows.boolean) == false)
    #expect(bundle.get(Everything.Rows.serialized) == Serialized(value: "Value"))
    #expect(bundle.get(Everything.Rows.nested).bundle.get(Nested.row) == "NestedString")
    #expect(bundle.get(Everything.Rows.optionalString) == "Some String")
    #expect(bundle.get(Everything.Rows.optionalFloat) == nil)
    #expect(milliseconds(of: bundle.get(Everything.Rows.date)) == 1_606_204_800_000)
    #expect(
      bundle.get(Everything.Rows.dates).map(milliseconds) == [1_606_204_800_001, 1_606_204_800_002]
    )
  }

  @Test func `fields read without a cast and without try`() {
    let bundle = everything.bundle
    #expect(bundle.boolean == false)
    #expect(bundle.nested.bundle.string == "NestedString")
    #expect(bundle.optionalString?.count == 11)
    #expect(bundle.content == everything)
  }

  @Test func `a bundle survives its untyped form`() throws {
    let rows = everything.bundle.rows
    #expect(try Everything.bundleSpec.content(from: rows) == everything)
  }

  @Test func `rows keep the order of the spec`() {
    #expect(
      everything.rows.map(\.key) == [
        "Boolean", "Serializable", "Nested", "OptionalString", "OptionalFloat", "Date", "Dates",
      ]
    )
  }

  @Test func `the order in which untyped rows come does not matter`() throws {
    #expect(try Everything.bundleSpec.content(from: everything.rows.reversed()) == everything)
  }

  @Test func `a bundle prints its rows in one line`() {
    #expect(
      "\(everything.bundle)" == """
        {Boolean: false, Serializable: {"value":"Value"}, Nested: {NestedStringRow: \
        "NestedString"}, OptionalString: "Some String", OptionalFloat: nil, Date: \
        2020-11-24T08:00:00.000Z, Dates: [2020-11-24T08:00:00.001Z, 2020-11-24T08:00:00.002Z]}
        """
    )
  }

  @Test func `a single serialised value survives beside an unrelated key`() throws {
    let row = OneRow<Serialized>(.codable())
    let rows = row.rows(Serialized(value: "Value"))
    let extra = NavigationBundleRow(key: "Extra", value: .string("Unrelated"))
    #expect(try row.spec.content(from: [extra] + rows).value == Serialized(value: "Value"))
  }

  @Test func `empty data misses every row that is not optional, all at once`() {
    #expect(throws: NavigationBundleError.self) { try Everything.bundleSpec.content(from: []) }
    do throws(NavigationBundleError) {
      _ = try Everything.bundleSpec.content(from: [])
    } catch {
      #expect(
        error.problems.map(\.path) == ["Boolean", "Serializable", "Nested", "Date", "Dates"]
      )
      #expect(error.problems.allSatisfy { $0.found == "nothing" })
    }
  }

  @Test func `invalid JSON is an error`() {
    #expect(
      OneRow<Serialized>(.codable()).problems(.serialized("invalid json")) == [
        "value: expected Serialized as JSON, found invalid json"
      ]
    )
  }
}
