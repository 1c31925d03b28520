import Foundation
import KalugaArchitecture
import Testing

struct NavigationBundleJSONTests {
  private static func single<Value: Sendable>(
    _ value: Value,
    _ type: NavigationBundleSpecType<Value>
  ) -> UntypedNavigationBundle {
    SingleValueNavigationSpec(type).bundle(value).untyped
  }

  private static let people = [Credentials(user: "ada", token: "sesame")]

  @Test(arguments: [
    // In alphabetical order.
    (Profile(userID: "7", tags: ["a"]).bundle.untyped, #"{"age":null,"tags":["a"],"userID":"7"}"#),
    (
      single(people, .array(.bundle(Credentials.bundleSpec))),
      #"{"value":[{"token":"sesame","user":"ada"}]}"#
    ),
    (
      single(Profile(userID: "/"), .codable()),
      #"{"value":"{\"tags\":[],\"userID\":\"\\/\"}"}"#
    ),
    // What JSON has no notation for is text.
    (single(.nan, .double), #"{"value":"nan"}"#),
    (single(-.infinity, .double), #"{"value":"-inf"}"#),
    (single(Date(milliseconds: 1), .date), #"{"value":"1970-01-01T00:00:00.001Z"}"#),
    (single(UInt64.max, .integer), #"{"value":18446744073709551615}"#),
    (single(Int128.max, .integer), "{\"value\":\"\(Int128.max)\"}"),
    (single((), .unit), #"{"value":""}"#),
  ])
  func `a bundle is an object of JSON`(bundle: UntypedNavigationBundle, text: String) throws {
    #expect(try bundle.text == text)
  }

  @Test(arguments: [
    ("2.0", NavigationBundleValue.integer(2)), ("1e3", .integer(1000)), ("-0.0", .double(-0.0)),
    ("9007199254740993", .integer(9_007_199_254_740_993)), ("-0", .double(-0.0)),
    ("18446744073709551616", .integer(18_446_744_073_709_551_616)), ("1e300", .double(1e300)),
    ("0.12345678901234567890123", .serialized("0.12345678901234567890123")),
    // Each of these is whole as a double.
    ("6051384344714967.44728", .serialized("6051384344714967.44728")),
    ("1.00000000000000000001", .serialized("1.00000000000000000001")),
    ("12345678901234567890.0", .integer(12_345_678_901_234_567_890)),
  ])
  func `a number is an integer if it is whole, and keeps its sign and its digits`(
    json: String,
    value: NavigationBundleValue
  ) throws {
    let found = try UntypedNavigationBundle(text: "{\"value\":\(json)}")["value"]
    #expect(found.map { "\($0)" } == "\(value)")
  }

  @Test(arguments: [
    ("something else", ["", " ", "{", #"{"value":}"#, "{}x", #"{"token":"sesame"#, #"{"a":NaN}"#]),
    ("a single value or an array", ["[]", "1", #""sesame""#, "null", "true"]),
  ])
  func `data that is not a JSON object is one problem, which shows nothing of it`(
    found: String,
    texts: [String]
  ) {
    for text in texts {
      #expect(
        problems { try UntypedNavigationBundle(text: text) } == [
          "JSON: expected an object of at most 100 levels, found \(found)"
        ]
      )
    }
  }

  @Test(arguments: [
    #""\ud800""#, "1e400", "-1e400", "01", #"[0,{"sesame":1e400}]"#, #"{"sesame":["\udc00x"]}"#,
  ])
  func `a damaged value is named by its row, without the keys inside of it`(json: String) {
    let text = #"{"a":1,"b\n":\#(json)}"#
    #expect(
      problems { try UntypedNavigationBundle(text: text) } == [
        #"b\n: expected a JSON value, found something else"#
      ]
    )
  }

  @Test func `100 levels are read`() throws {
    let json = String(repeating: #"{"a":["#, count: 50) + "1" + String(repeating: "]}", count: 50)
    #expect(try UntypedNavigationBundle(text: json).text == json)
  }

  @Test(arguments: [102, 10_000, 1_000_000])
  func `too many levels are refused and do not exhaust the stack`(levels: Int) {
    let open = String(repeating: #"{"a":["#, count: levels / 2)
    let close = String(repeating: "]}", count: levels / 2)
    for json in [open + "1,1" + close, open] {
      #expect(problems { try UntypedNavigationBundle(text: json) }.count == 1)
    }
  }
}
