import KalugaArchitecture
import Testing

struct NavigationBundleSpecTypeIntegerTests {
  private func roundTripsLimits<Value: FixedWidthInteger & Sendable>(
    of type: Value.Type
  ) throws -> Bool {
    let row = OneRow<Value>(.integer)
    for value in [Value.min, 0, 1, Value.max] {
      guard try row.roundTrip(value) == value else { return false }
      guard try row.read(.text("\(value)")) == value else { return false }
    }
    return true
  }

  @Test func `the limits of every width come back unchanged from rows and from text`() throws {
    #expect(try roundTripsLimits(of: Int.self))
    #expect(try roundTripsLimits(of: Int8.self))
    #expect(try roundTripsLimits(of: Int16.self))
    #expect(try roundTripsLimits(of: Int32.self))
    #expect(try roundTripsLimits(of: Int64.self))
    #expect(try roundTripsLimits(of: Int128.self))
    #expect(try roundTripsLimits(of: UInt.self))
    #expect(try roundTripsLimits(of: UInt8.self))
    #expect(try roundTripsLimits(of: UInt16.self))
    #expect(try roundTripsLimits(of: UInt32.self))
    #expect(try roundTripsLimits(of: UInt64.self))
  }

  @Test func `the largest number of 64 bits without sign prints all its digits`() {
    #expect(OneRow<UInt64>(.integer).encode(.max)?.description == "18446744073709551615")
  }

  @Test func `a number that fits no row says so instead of being cut off`() {
    let row = OneRow<UInt128>(.integer)
    #expect(row.encode(.max) == .invalid("UInt128 out of range"))
    #expect(
      row.problems(of: row.rows(.max)) == [
        "value: expected UInt128, found <invalid: UInt128 out of range>"
      ]
    )
    #expect(row.encode(UInt128(Int128.max)) == .integer(.max))
  }

  @Test(arguments: [128, -129, 300, Int128.max, Int128.min])
  func `a number too large for eight bits is an error`(_ number: Int128) {
    let row = OneRow<Int8>(.integer)
    #expect(row.problems(.integer(number)) == ["value: expected Int8, found \(number)"])
    #expect(row.problems(.text("\(number)")) == ["value: expected Int8, found \"\(number)\""])
  }

  @Test func `a negative number is an error where there is no sign`() {
    #expect(OneRow<UInt>(.integer).problems(.integer(-1)) == ["value: expected UInt, found -1"])
    #expect(
      OneRow<UInt64>(.integer).problems(.text("-1")) == ["value: expected UInt64, found \"-1\""]
    )
  }

  @Test(arguments: ["", " 1", "1 ", "1.0", "1e3", "0x10", "one", "١", "--1", "1\n"])
  func `text that is no whole number is an error`(_ text: String) {
    #expect(OneRow<Int>(.integer).problems(.text(text)).count == 1)
  }

  @Test(arguments: [
    NavigationBundleValue.null, .unit, .boolean(true), .double(1), .character("1"), .string("1"),
    .array([.integer(1)]), .bundle([]), .serialized("1"), .invalid("1"),
  ])
  func `a value of another type is no integer`(_ value: NavigationBundleValue) {
    #expect(
      OneRow<Int>(.integer).problems(value) == ["value: expected Int, found \(value.description)"]
    )
  }
}
