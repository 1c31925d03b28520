import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

struct TranscriptValueTests {
  private func line(_ value: NavigationBundleValue) -> String {
    "push     a → b \([NavigationBundleRow(key: "v", value: value)].bundleDescription)   [a, b]"
  }

  private func read(_ line: String) throws -> NavigationBundleValue {
    let transcript = try TransitionTranscript(parsing: line)
    #expect(transcript.description == line + "\n")
    return try #require(transcript.entries.first?.rows.first).value
  }

  static let values: [NavigationBundleValue] = [
    .null, .unit, .boolean(true), .boolean(false),
    .integer(0), .integer(-42), .integer(.max), .integer(.min),
    .double(4.5), .double(4), .double(-0.0), .double(1e20), .double(.leastNonzeroMagnitude),
    .double(.infinity),
    .double(-.infinity), .double(.greatestFiniteMagnitude), .double(.pi),
    .character("c"), .character("'"), .character("\""), .character("\\"), .character("\r\n"),
    .character("👩‍👩‍👧"), .character("e\u{301}"), .character("\u{301}"), .character("\u{0}"),
    .string(""), .string("Ada"), .string(#"a", b: "c"#), .string("a\nb\r\nc\td\\"),
    .string("\\u{41}"),
    .string("\u{202E}\u{1B}[2J\u{7F}\u{E000}\u{10FFFD}"), .string("\u{301}accent first"),
    .string("it's, {x: 1}   [a]"), .string("東京 😀"), .string("<private>"), .string("nil"),
    .date(Date(timeIntervalSince1970: 0)), .date(Date(timeIntervalSince1970: 1_700_000_000.123)),
    .date(.distantPast), .date(.distantFuture), .date(Date(timeIntervalSince1970: 1e12)),
    .array([]), .array([.integer(1), .string("a, b"), .null]), .array([.array([.array([])])]),
    .bundle([]), .bundle([NavigationBundleRow(key: "a", value: .bundle([]))]),
    .bundle([
      NavigationBundleRow(key: "a b", value: .unit), NavigationBundleRow(key: "", value: .null),
      NavigationBundleRow(key: "a", value: .null, isPrivate: true),
    ]),
    .serialized(#"{"a":[1,2.5,-1e+20,true,false,null,"x\/y\u0000\"\\"],"b":{}}"#),
    .serialized("[1,2]"), .serialized("null"), .serialized(#"[{"a":1},{"b":2}]"#),
    .serialized(#"{"a":"😀\#u{202E}"}"#), .serialized(#""a\/b""#),
    .invalid("Foo cannot be written as JSON"), .invalid("Array<Int> is > [1], {2}\\"),
  ]

  @Test(arguments: values)
  func `each kind of value reads back from what it prints`(_ value: NavigationBundleValue) throws {
    let read = try read(line(value))
    switch value {
    case .date(let date):
      guard case .date(let found) = read else { Issue.record("no date: \(read)"); return }
      #expect(abs(found.timeIntervalSince(date)) < 0.001)
    default: #expect(read == value)
    }
  }

  @Test func `what looks the same reads as the simpler of both`() throws {
    #expect(try read(line(.text("a"))) == .string("a"))
    #expect(try read(line(.serialized("1"))) == .integer(1))
    #expect(try read(line(.serialized("\"a\""))) == .string("a"))
    #expect(try read(line(.serialized("[1]"))) == .array([.integer(1)]))
    #expect(try read(line(.serialized("{}"))) == .bundle([]))
  }

  @Test func `no number prints, and reads, as none`() throws {
    for number in [Double.nan, -.nan, .signalingNaN, Double(nan: 5, signaling: false)] {
      guard case .double(let found) = try read(line(.double(number))) else {
        Issue.record("no double")
        continue
      }
      #expect(found.isNaN)
    }
  }

  @Test(arguments: [
    "01", "+1", "1.", ".5", "0x10", "1_000", "Infinity", "NAN", "True", "NULL", "( )", "''", "'",
    "\"",
    "[", "{", "[1,", "[1, ]", "[, 1]", "{a: }", "{a}", "{a:1}", "2024-02-30T00:00:00.000Z",
    "2024-01-01T00:00:00Z", "2024-01-01", "2024-01-01T00:00:00.000+00:00", "<private>x", "<>",
    #"{"a":}"#, #"{"a":1"#, "[1,2,]", "[01,2]", #"["\q"]"#, "\u{7}", "1 2", "\"\u{1B}\"",
  ])
  func `every other notation is refused`(_ text: String) {
    #expect(throws: TranscriptError.self) {
      try TransitionTranscript(parsing: "push     a → b {v: \(text)}   [a, b]")
    }
  }

  @Test func `deep text is refused and exhausts nothing`() {
    for opening in ["[", "{a: ", "{\"a\":", "[{\"a\":[", "[[{a: "] {
      let text = String(repeating: opening, count: 50_000)
      #expect(throws: TranscriptError.self) {
        try TransitionTranscript(parsing: "push     a → b {v: \(text)}   [a, b]")
      }
    }
  }

  @Test func `a value of allowed depth reads back`() throws {
    var value = NavigationBundleValue.integer(1)
    for _ in 0..<60 { value = .array([value]) }
    #expect(try read(line(value)) == value)
  }

  /// The rows are the first level.
  @Test func `values have sixty-four levels at most`() throws {
    func nested(_ levels: Int) -> NavigationBundleValue {
      (1..<levels).reduce(.array([])) { value, _ in .array([value, .integer(1)]) }
    }
    #expect(try read(line(nested(63))) == nested(63))
    #expect(throws: TranscriptError.self) { try read(line(nested(64))) }
  }

  @Test func `JSON has sixty-four levels at most, however much stands before them`() throws {
    func json(_ levels: Int) -> String {
      let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      return #"{"a":["# + String(repeating: "1,", count: 100) + nested + "]}"
    }
    #expect(try read(line(.serialized(json(60)))) == .serialized(json(60)))
    #expect(throws: TranscriptError.self) { try read(line(.serialized(json(70)))) }
  }

  // MARK: Properties

  @Test(arguments: UInt64(0)..<8)
  func `random values read back`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<400 {
      let value = RandomValue.make(depth: 4, &random)
      #expect(try read(line(value)) == value)
    }
  }

  @Test(arguments: UInt64(0)..<8)
  func `damaged lines are refused, or print the same again`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var accepted = 0
    for _ in 0..<1000 {
      var scalars = Array(line(RandomValue.make(depth: 3, &random)).unicodeScalars)
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<scalars.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scalars.remove(at: place)
        case 1:
          scalars.insert(scalars[Int.random(in: 0..<scalars.count, using: &random)], at: place)
        case 2: scalars.insert(RandomValue.scalar(&random), at: place)
        default: scalars.swapAt(place, Int.random(in: 0..<scalars.count, using: &random))
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      guard !text.unicodeScalars.contains("\n"), !text.unicodeScalars.contains("\r") else {
        continue
      }
      do throws(TranscriptError) {
        let read = try TransitionTranscript(parsing: text)
        #expect(Array(read.description.unicodeScalars.dropLast()) == scalars)
        accepted += 1
      } catch {
        #expect(error.line == 1)
        #expect((1...text.count + 1).contains(error.column))
      }
    }
    #expect(accepted > 0)
  }
}

/// Values of every kind that reads back as itself.
private enum RandomValue {
  static func make(depth: Int, _ random: inout SeededRandom) -> NavigationBundleValue {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 9), using: &random) {
    case 0: .null
    case 1: .unit
    case 2: .boolean(.random(using: &random))
    case 3:
      .integer(Int128(Int64(bitPattern: random.next())) << Int.random(in: 0..<64, using: &random))
    case 4:
      .double(
        Double(
          sign: .plus,
          exponent: .random(in: -300...300, using: &random),
          significand: .random(in: 1..<2, using: &random)
        )
      )
    case 5: .character(Character(scalar(&random)))
    case 6:
      .date(
        Date(
          timeIntervalSinceReferenceDate: Double(
            Int.random(in: -3_000_000_000...3_000_000_000, using: &random)
          )
        )
      )
    case 7: .serialized(#"{"\#(Int.random(in: 0..<9, using: &random))":[1,"é"]}"#)
    case 8: .string(text(&random))
    case 9:
      .array(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in make(depth: depth - 1, &random) }
      )
    case 10: .bundle([])
    default:
      .bundle(
        (1...Int.random(in: 1...3, using: &random)).map { number in
          let isPrivate = Int.random(in: 0..<5, using: &random) == 0
          return NavigationBundleRow(
            key: "key\(number)",
            value: isPrivate ? .null : make(depth: depth - 1, &random),
            isPrivate: isPrivate
          )
        }
      )
    }
  }

  static func text(_ random: inout SeededRandom) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<8, using: &random) { text.append(scalar(&random)) }
    return String(text)
  }

  static func scalar(_ random: inout SeededRandom) -> Unicode.Scalar {
    let odd: [Unicode.Scalar] = [
      "\"", "'", "\\", "\n", "\r", "\t", "{", "}", "[", "]", ",", ":", " ", "`", "→", "<", ">", "u",
      "\u{301}", "\u{202E}", "\u{1B}", "\u{0}", "\u{200D}", "0", "-", ".", "e", "n", "😀",
    ]
    if Bool.random(using: &random), let scalar = odd.randomElement(using: &random) { return scalar }
    return Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &random)) ?? "x"
  }
}
