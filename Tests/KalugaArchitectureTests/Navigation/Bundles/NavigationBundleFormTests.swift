import Foundation
import KalugaArchitecture
import Testing

/// What goes out as a dictionary, as JSON or as a query comes back as it was.
struct NavigationBundleFormTests {
  @Test(arguments: Form.allCases)
  func `a bundle with a row of every kind comes back`(_ form: Form) throws {
    for content in [Everything.full, Everything()] {
      #expect(
        try Everything.bundleSpec.content(from: form.through(content.bundle.untyped)) == content
      )
    }
  }

  @Test(
    arguments: Form.allCases,
    [
      0, -0.0, 1, 0.1, -1.5, 1e22, 1e-7, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      9_007_199_254_740_994, -1e18, 1e19, .infinity, -.infinity, .nan,
    ] as [Double]
  )
  func `a double comes back, bit by bit`(_ form: Form, _ number: Double) throws {
    let back = try OneRow<Double>(.double).roundTrip(number, through: form)
    #expect(back.bitPattern == number.bitPattern)
  }

  @Test(
    arguments: Form.allCases,
    [0, -0.0, 0.1, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity]
      as [Float]
  )
  func `a float comes back, bit by bit`(_ form: Form, _ number: Float) throws {
    let back = try OneRow<Float>(.float).roundTrip(number, through: form)
    #expect(back.bitPattern == number.bitPattern)
  }

  @Test(arguments: Form.allCases)
  func `the ends of every integer come back`(_ form: Form) throws {
    func check<Number: FixedWidthInteger & Sendable>(_ type: Number.Type) throws {
      for number in [Number.min, .max, 0, 1] {
        #expect(try OneRow<Number>(.integer).roundTrip(number, through: form) == number)
      }
    }
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int128.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
  }

  @Test(
    arguments: Form.allCases,
    [
      "", " ", "\0", "\n", "\r\n", "\u{1B}[2J", "\"\\/", "&=?#%+;", "%41", "a.b[0]~", "Å",
      "A\u{30A}",
      "\u{301}", "👩‍👩‍👧‍👦", "\u{10FFFF}", "\u{202E}abc", "\u{FEFF}", "\u{FFFD}", "null", "true", "42",
      "[]",
    ]
  )
  func `any text comes back, scalar by scalar`(_ form: Form, _ text: String) throws {
    let back = try OneRow<String>(.string).roundTrip(text, through: form)
    #expect(Array(back.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    arguments: Form.allCases,
    [
      0, 1, -1, 999, 1_606_204_800_001, -62_135_596_800_000, 253_402_300_799_999,
      253_402_300_800_000, -99_999_999_999_999_999,
    ]
  )
  func `a date comes back with its milliseconds, whatever its year`(
    _ form: Form,
    _ number: Int
  ) throws {
    let date = Date(milliseconds: number)
    #expect(try OneRow<Date>(.date).roundTrip(date, through: form) == date)
  }

  @Test(arguments: Form.allCases)
  func `a date that is no number comes back`(_ form: Form) throws {
    for seconds in [Double.nan, .infinity, -.infinity] {
      let back = try OneRow<Date>(.date)
        .roundTrip(Date(timeIntervalSince1970: seconds), through: form)
      #expect("\(back.timeIntervalSince1970)" == "\(seconds)")
    }
  }

  @Test(arguments: Form.allCases)
  func `all three cases of an optional of an optional come back`(_ form: Form) throws {
    let row = OneRow<Int??>(.optional(.optional(.integer)))
    for value in [Int??.none, .some(.none), .some(.some(1))] {
      #expect(try row.roundTrip(value, through: form) == value)
    }
  }

  @Test(arguments: Form.allCases)
  func `nothing, empty and missing stay apart`(_ form: Form) throws {
    #expect(try OneRow<[Int]?>(.optional(.array(.integer))).roundTrip([], through: form) == [])
    #expect(try OneRow<[Int]?>(.optional(.array(.integer))).roundTrip(nil, through: form) == nil)
    #expect(try OneRow<String?>(.optional(.string)).roundTrip("", through: form) == "")
    #expect(try OneRow<Void?>(.optional(.unit)).roundTrip((), through: form) != nil)
    #expect(try OneRow<Void?>(.optional(.unit)).roundTrip(nil, through: form) == nil)
    let nested = OneRow<Box<Int?>?>(.optional(.bundle(OneRow<Int?>(.optional(.integer)).spec)))
    #expect(try nested.roundTrip(Box(value: nil), through: form) != nil)
    #expect(try nested.roundTrip(nil, through: form) == nil)
    let elements = OneRow<[Int?]>(.array(.optional(.integer)))
    #expect(try elements.roundTrip([nil, 1, nil], through: form) == [nil, 1, nil])
  }

  @Test(arguments: Form.allCases, ["", ".", "~", "[0]", "a.b", "\\", "a~", "%", "é&=", "]["])
  func `a key may hold anything`(_ form: Form, _ key: String) throws {
    let inner = SingleValueNavigationSpec<Int>(.integer, key: key)
    let outer = SingleValueNavigationSpec<Int>(.bundle(inner.spec), key: key)
    let back = try form.through(outer.bundle(42).untyped)
    #expect(try outer.spec.content(from: back, unknownKeys: .reported) == 42)
  }

  @Test(arguments: Form.allCases)
  func `a bundle of ninety-nine levels comes back, and a deeper one is refused`(
    _ form: Form
  ) throws {
    func nested(_ levels: Int) -> UntypedNavigationBundle {
      var spec = SingleValueNavigationSpec<Int>(.integer)
      for _ in 1..<levels { spec = SingleValueNavigationSpec(.bundle(spec.spec)) }
      return spec.bundle(1).untyped
    }
    #expect(try form.through(nested(99)).description != "{}")
    #expect(problems { try form.through(nested(101)) }.first?.contains("100 levels") == true)
  }

  @Test(arguments: Form.allCases)
  func `a value that JSON cannot hold is refused by the name of its row`(_ form: Form) {
    let row = OneRow<[Double]>(.codable())
    #expect(
      problems { try row.roundTrip([.nan], through: form) } == [
        "value: expected a value that can be written, "
          + "found <invalid: Array<Double> cannot be written as JSON>"
      ]
    )
  }

  @Test func `nothing is encoded until a form is asked for`() throws {
    let counter = Counter()
    let row = OneRow<Counted>(.codable())
    let bundle = row.spec.bundle(Box(value: Counted(counter: counter)))
    let untyped = { bundle.untyped }
    #expect(bundle.value.counter.count == 0)
    _ = SingleValueNavigationAction(Counted(counter: counter), .codable())
    #expect(counter.count == 0)
    _ = try untyped().json()
    #expect(counter.count == 1)
  }

  /// Counts how often it is encoded; on one thread only.
  private final class Counter: @unchecked Sendable {
    var count = 0
  }

  private struct Counted: Codable, Sendable {
    var counter = Counter()

    enum CodingKeys: CodingKey {}

    func encode(to encoder: any Encoder) throws {
      counter.count += 1
      _ = encoder.container(keyedBy: CodingKeys.self)
    }
  }
}
