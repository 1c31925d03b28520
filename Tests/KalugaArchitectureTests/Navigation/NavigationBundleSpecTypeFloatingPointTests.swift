import KalugaArchitecture
import Testing

struct NavigationBundleSpecTypeFloatingPointTests {
  private static let doubles: [Double] = [
    0, 1, -1.5, 0.1, .pi, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude,
    .infinity, -.infinity, .ulpOfOne,
  ]

  @Test(arguments: doubles)
  func `a double comes back from rows and from text`(_ number: Double) throws {
    let row = OneRow<Double>(.double)
    #expect(try row.roundTrip(number) == number)
    #expect(try row.read(.text("\(number)")) == number)
  }

  @Test func `a negative zero keeps its sign`() throws {
    #expect(try OneRow<Double>(.double).roundTrip(-0.0).sign == .minus)
    #expect(try OneRow<Float>(.float).roundTrip(-0.0).sign == .minus)
  }

  @Test func `what is not a number stays so`() throws {
    #expect(try OneRow<Double>(.double).roundTrip(.nan).isNaN)
    #expect(try OneRow<Float>(.float).roundTrip(.nan).isNaN)
    #expect(try OneRow<Double>(.double).read(.text("nan")).isNaN)
  }

  @Test(
    arguments: [
      0, 1, -1.5, 0.1, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity,
    ] as [Float]
  )
  func `a float comes back from rows and from text`(_ number: Float) throws {
    let row = OneRow<Float>(.float)
    #expect(try row.roundTrip(number) == number)
    #expect(try row.read(.text("\(number)")) == number)
  }

  @Test func `whole numbers read as floating-point numbers`() throws {
    #expect(try OneRow<Double>(.double).read(.integer(42)) == 42)
    #expect(try OneRow<Float>(.float).read(.integer(-42)) == -42)
    #expect(try OneRow<Double>(.double).read(.text("42")) == 42)
  }

  @Test func `a whole number that would lose digits is an error`() {
    #expect(
      OneRow<Double>(.double).problems(.integer(9_007_199_254_740_993)) == [
        "value: expected Double, found 9007199254740993"
      ]
    )
  }

  @Test func `a finite number too large for a float is an error`() {
    #expect(
      OneRow<Float>(.float).problems(.double(1e300)) == ["value: expected Float, found 1e+300"]
    )
    #expect(
      OneRow<Float>(.float).problems(.text("1e300")) == ["value: expected Float, found \"1e300\""]
    )
  }

  @Test(arguments: ["1e400", "-1e400"])
  func `a finite number in text that is too large does not become infinity`(_ text: String) {
    #expect(
      OneRow<Float>(.float).problems(.text(text)) == ["value: expected Float, found \"\(text)\""]
    )
    #expect(
      OneRow<Double>(.double).problems(.text(text)) == ["value: expected Double, found \"\(text)\""]
    )
  }

  @Test(arguments: ["", " 1", "1,5", "one", "1.5.5"])
  func `text that is no number is an error`(_ text: String) {
    #expect(
      OneRow<Double>(.double).problems(.text(text)) == ["value: expected Double, found \"\(text)\""]
    )
  }

  @Test(arguments: [NavigationBundleValue.null, .boolean(true), .string("1.5"), .serialized("1.5")])
  func `a value of another type is no number`(_ value: NavigationBundleValue) {
    #expect(
      OneRow<Double>(.double).problems(value) == [
        "value: expected Double, found \(value.description)"
      ]
    )
  }
}
