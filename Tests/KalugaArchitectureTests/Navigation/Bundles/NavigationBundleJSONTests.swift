import Foundation
import KalugaArchitecture
import Testing

struct NavigationBundleJSONTests {
  private func read<Value: Sendable>(
    _ type: NavigationBundleSpecType<Value>,
    _ json: String
  ) throws -> Value {
    try UntypedNavigationBundle(text: "{\"value\":\(json)}").get(type)
  }

  @Test func `keys stand in the order of the alphabet, whatever the order of the spec`() throws {
    let profile = Profile(userID: "7", age: nil, tags: ["a"])
    #expect(try profile.json == #"{"age":null,"tags":["a"],"userID":"7"}"#)
  }

  @Test func `nested bundles are objects and a codable value is text`() throws {
    let content = OneRow<[Credentials]>(.array(.bundle(Credentials.bundleSpec)))
      .spec.bundle(Box(value: [Credentials(user: "ada", token: "sesame")]))
    let json = try content.untyped.json()
    #expect(
      String(decoding: json, as: UTF8.self) == #"{"value":[{"token":"sesame","user":"ada"}]}"#
    )
    let coded = SingleValueNavigationSpec<Profile>(.codable()).bundle(Profile(userID: "/"))
    #expect(
      String(decoding: try coded.untyped.json(), as: UTF8.self)
        == #"{"value":"{\"tags\":[],\"userID\":\"\\/\"}"}"#
    )
  }

  @Test func `what JSON has no notation for is text`() throws {
    func json<Value: Sendable>(
      _ value: Value,
      _ type: NavigationBundleSpecType<Value>
    ) throws -> String {
      let bundle = SingleValueNavigationSpec(type).bundle(value)
      return String(decoding: try bundle.untyped.json().dropFirst(9).dropLast(), as: UTF8.self)
    }
    #expect(try json(.nan, .double) == #""nan""#)
    #expect(try json(-.infinity, .double) == #""-inf""#)
    #expect(try json(Date(milliseconds: 1), .date) == #""1970-01-01T00:00:00.001Z""#)
    #expect(try json(UInt64.max, .integer) == "18446744073709551615")
    #expect(try json(Int128.max, .integer) == "\"\(Int128.max)\"")
    #expect(try json((), .unit) == #""""#)
  }

  @Test func `a number or a truth value is not read from text`() {
    #expect(problems { try read(.integer as NavigationBundleSpecType<Int>, #""42""#) }.count == 1)
    #expect(problems { try read(.double, #""4.5""#) } == [#"value: expected Double, found "4.5""#])
    #expect(problems { try read(.float, #""4""#) } == [#"value: expected Float, found "4""#])
    #expect(problems { try read(.boolean, #""true""#) } == [#"value: expected Bool, found "true""#])
    #expect(problems { try read(.boolean, "1") } == ["value: expected Bool, found 1"])
    #expect(problems { try read(.string, "42") } == ["value: expected String, found 42"])
  }

  @Test func `null is nil for an optional and an error for all others`() throws {
    #expect(try read(.optional(.string), "null") == nil)
    #expect(problems { try read(.string, "null") } == ["value: expected String, found nil"])
  }

  @Test func `numbers out of range are errors and are not cut off`() {
    let byte = NavigationBundleSpecType<Int8>.integer
    #expect(problems { try read(byte, "128") } == ["value: expected Int8, found 128"])
    #expect(problems { try read(byte, "1.5") } == ["value: expected Int8, found 1.5"])
    #expect(
      problems { try read(.double, "1e400") } == [
        "value: expected Double, found <invalid: a number or text that is out of range>"
      ]
    )
    #expect(problems { try read(.float, "1e300") } == ["value: expected Float, found 1e+300"])
    #expect(
      problems { try read(.double, "9007199254740993") } == [
        "value: expected Double, found 9007199254740993"
      ]
    )
  }

  @Test(arguments: [
    (#""\u0041\u00e9\ud83d\ude00""#, "Aé😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0000""#, "\0"), (#""""#, ""),
  ])
  func `every escape is read`(_ json: String, _ text: String) throws {
    #expect(try read(.string, json) == text)
  }

  @Test(arguments: [
    "", " ", "{", "}", "{]", #"{"value":}"#, #"{"value" 1}"#, #"{'value':1}"#,
    #"{"token":"sesame"#, #"{"value":tru}"#, #"{"value":NaN}"#, "{}x",
  ])
  func `what is no JSON is one problem, which shows nothing of it`(_ json: String) {
    #expect(
      problems { try UntypedNavigationBundle(text: json) } == [
        "JSON: expected an object of at most 100 levels, found something else"
      ]
    )
  }

  @Test(arguments: ["[]", "1", #""sesame""#, "null", "true"])
  func `JSON that is no object is refused`(_ json: String) {
    #expect(
      problems { try UntypedNavigationBundle(text: json) } == [
        "JSON: expected an object of at most 100 levels, found a single value or an array"
      ]
    )
  }

  @Test func `bytes that are no Unicode are refused`() {
    #expect(throws: NavigationBundleError.self) {
      try UntypedNavigationBundle(json: Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]))
    }
    #expect(problems { try read(.string, #""\ud800""#) }.count == 1)
  }

  @Test(arguments: [102, 500, 10_000, 1_000_000])
  func `too many levels are refused and do not exhaust the stack`(_ levels: Int) {
    let open = String(repeating: #"{"a":["#, count: levels / 2)
    let close = String(repeating: "]}", count: levels / 2)
    for json in [open + "1,1" + close, open] {
      #expect(problems { try UntypedNavigationBundle(text: json) }.count == 1)
    }
  }

  @Test func `every problem is found at once, with its path`() throws {
    let json = #"{"userID":7,"age":"old","tags":["a",1,{"token":"x"}],"more":1}"#
    let bundle = try UntypedNavigationBundle(text: json)
    #expect(
      problems { try Profile.bundleSpec.content(from: bundle) } == [
        "userID: expected String, found 7", "age: expected Int, found \"old\"",
        "tags[1]: expected String, found 1", "tags[2]: expected String, found {token: \"x\"}",
      ]
    )
  }
}
