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
    ("9007199254740991.0", .integer(9_007_199_254_740_991)),
    ("9007199254740992.0", .double(0x1p53)), ("9007199254740993", .integer(9_007_199_254_740_993)),
  ])
  func `a whole number is an integer while its digits are certain`(
    json: String,
    value: NavigationBundleValue
  ) throws {
    #expect(try UntypedNavigationBundle(text: "{\"value\":\(json)}")["value"] == value)
  }

  @Test func `space around values and in empty brackets is skipped`() throws {
    let text = "\n{ \"a\" :\t[ ] , \"b\" : { } , \"c\" : [ 1 , 2 ]\r}\n"
    let bundle = try UntypedNavigationBundle(text: text)
    #expect(try bundle.text == #"{"a":[],"b":{},"c":[1,2]}"#)
  }

  @Test(arguments: [
    (#""\u0041\u00e9\ud83d\ude00""#, "Aé😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0000""#, "\0"), (#""""#, ""),
  ])
  func `every escape is read`(json: String, text: String) throws {
    #expect(try UntypedNavigationBundle(text: "{\"value\":\(json)}").get(.string) == text)
  }

  @Test(arguments: [
    ("something else", ["", " ", "{", "}", "{]", #"{"value":}"#, #"{"value" 1}"#, "{}x"]),
    ("something else", [#"{'value':1}"#, #"{"token":"sesame"#, #"{"value":tru}"#, #"{"a":NaN}"#]),
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

  @Test func `a key that an object has twice is refused by its path`() {
    let text = #"{"a":[0,{"b":1,"c":2,"b":3}]}"#
    let found = problems { try UntypedNavigationBundle(text: text) }
    #expect(found == ["a[1].b: expected one value, found several"])
  }

  @Test func `bytes that are not Unicode are refused`() {
    let bytes: [UInt8] = [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]
    #expect(problems { try UntypedNavigationBundle(json: Data(bytes)) }.count == 1)
    let surrogate = #"{"value":"\ud800"}"#
    #expect(problems { try UntypedNavigationBundle(text: surrogate).get(.string) }.count == 1)
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
