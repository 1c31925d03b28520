import Foundation
import KalugaArchitecture
import Testing

struct NavigationBundleQueryTests {
  private let profile = OneRow<Profile>(.bundle(Profile.bundleSpec)).spec
  private let tags = OneRow<[String]>(.array(.string)).spec

  private func read<Content>(
    _ spec: NavigationBundleSpec<Content>,
    _ query: String
  ) throws -> Content {
    try spec.content(from: UntypedNavigationBundle(query: query))
  }

  @Test func `a query keeps the order of the rows and is escaped`() throws {
    for empty in ["", "&", "&&&"] { #expect(UntypedNavigationBundle(query: empty).rows == []) }
    #expect(try Profile(userID: "7").bundle.untyped.query() == "userID=7&tags%5B%5D=")
    #expect(
      try Profile(userID: "Å &=", age: 1, tags: ["a", ""]).bundle.untyped.query()
        == "userID=%C3%85%20%26%3D&age=1&tags%5B0%5D=a&tags%5B1%5D="
    )
  }

  @Test func `nested bundles and arrays are read from items in any order`() throws {
    #expect(
      try read(profile, "value.userID=7&value.tags[0]=a&value.tags[1]=b").value
        == Profile(userID: "7", tags: ["a", "b"])
    )
    let people = OneRow<[Credentials]>(.array(.bundle(Credentials.bundleSpec))).spec
    #expect(
      try read(people, "value[1].token=d&value[0].user=a&value[0].token=b&value[1].user=c").value
        == [Credentials(user: "a", token: "b"), Credentials(user: "c", token: "d")]
    )
    let matrix = OneRow<[[Int?]]>(.array(.array(.optional(.integer)))).spec
    #expect(
      try read(matrix, "value[0][0]=1&value[0][1]~=&value[1][]=").value == [[1, nil], []]
    )
  }

  @Test(arguments: [
    ("elements are missing", "value[1]=b"), ("elements are missing", "value[0]=a&value[2]=c"),
    ("elements are missing", "value[9223372036854775807]=x"),
    ("several forms of one key", "value=a&value[0]=b"),
    ("several forms of one key", "value.x=a&value[0]=b"),
    ("several forms of one key", "value[]=&value[0]=b"),
    ("several forms of one key", "value=a&value[]=b"),
    ("several forms of one key", "value=a&value=b&value[2]=c"),
    ("several forms of one key", "value~=&value~="),
    ("several forms of one key", "value~=&value=a"),
  ])
  func `an array with gaps, and a key with several values, are errors of their row only`(
    reason: String,
    query: String
  ) throws {
    #expect(
      problems { try read(tags, query) } == [
        "value: expected [String], found <invalid: \(reason)>"
      ]
    )
    let others = query.replacing("value", with: "other")
    #expect(try read(OneRow<Int>(.integer).spec, "value=1&\(others)").value == 1)
  }

  @Test(arguments: [
    "value[00]=a", "value[+0]=a", "value[-1]=a", "value[0=a", "Value=a", "value[a]=a",
    "value[0]x=a", "value[99999999999999999999]=a", "value\\=a", "value~~=a", "value[][0]=a",
    "value]=a",
  ])
  func `a key in another notation is another key`(query: String) throws {
    #expect(
      problems { try read(tags, query) } == ["value: expected [String], found nothing"]
    )
    #expect(try read(OneRow<Int>(.integer).spec, "value=1&\(query)").value == 1)
  }

  @Test(arguments: [
    "value=%", "value=%4", "value=%zz", "value=%C3%28", "value=%ED%A0%80", "value=a%FF",
  ])
  func `a broken escape is an error of its row only`(query: String) throws {
    let broken = "value: expected String, found <invalid: no UTF-8 in escapes>"
    #expect(problems { try read(OneRow<String>(.string).spec, query) } == [broken])
    #expect(try read(OneRow<Int>(.integer).spec, "value=1&other=%&%=2&x\(query)").value == 1)
  }

  // MARK: As other programs write it

  @Test(arguments: [
    ("value=a&value=b", ["a", "b"]), ("value=a", ["a"]), ("value[]=a", ["a"]),
    ("value[]=a&value[]=b", ["a", "b"]), ("value[]=&value[]=", ["", ""]), ("value[]", []),
    ("value=a&value=&value", ["a", "", ""]), ("value%5B%5D=%26&x=1&value%5b%5d=+", ["&", "+"]),
  ])
  func `an array may be written without indices`(query: String, tags: [String]) throws {
    #expect(try read(self.tags, query).value == tags)
    #expect(try read(OneRow<[String]?>(.optional(.array(.string))).spec, query).value == tags)
    // Inside of other values.
    let nested = query.replacing("value", with: "value.userID=7&value.tags")
      .replacing("&value.userID=7", with: "")
    #expect(try read(profile, nested).value == Profile(userID: "7", tags: tags))
    let matrix = OneRow<[[String]]>(.array(.array(.string))).spec
    let inner = query.replacing("value", with: "value[0]")
    #expect(try read(matrix, inner).value == [tags])
  }

  @Test func `a set of a codable content may be written without indices, too`() throws {
    let parcel = try Parcel().bundle.untyped.query()
    let rest = parcel.replacing("tags%5B%5D=", with: "")
    for query in ["tags=a&tags=b", "tags[]=b&tags[]=a"] {
      #expect(try read(Parcel.bundleSpec, "\(rest)&\(query)").tags == ["a", "b"])
    }
    #expect(try read(Parcel.bundleSpec, "\(rest)&tags=a").tags == ["a"])
    let grid = parcel.replacing(/grid[^&]*&/, with: "")
    #expect(
      try read(Parcel.bundleSpec, "\(grid)&grid[0][]=1&grid[0][]=&grid[1]=2").grid == [
        [1, nil], [2],
      ]
    )
  }

  @Test func `a row that is not an array has one value, and an array must not be an empty text`() {
    #expect(
      problems { try read(OneRow<String>(.string).spec, "value=a&value=b") }
        == [#"value: expected String, found ["a", "b"]"#]
    )
    #expect(
      problems { try read(OneRow<[Int]>(.array(.integer)).spec, "value=1&value=b") }
        == [#"value[1]: expected Int, found "b""#]
    )
    let empty = "expected [String], whose key ends with [] if it is empty, found"
    #expect(problems { try read(tags, "value=") } == [#"value: \#(empty) """#])
    #expect(problems { try read(tags, "value") } == ["value: \(empty) a key without a value"])
  }

  @Test(arguments: ["", "="])
  func `an empty text is nil if the type cannot read it`(sign: String) throws {
    func nilValue<Value: Sendable>(_ type: NavigationBundleSpecType<Value>) throws -> Value? {
      try read(OneRow<Value?>(.optional(type)).spec, "value\(sign)").value
    }
    #expect(try nilValue(.integer) == Int?.none)
    #expect(try nilValue(.double) == nil)
    #expect(try nilValue(.date) == nil)
    #expect(try nilValue(.character) == nil)
    #expect(try nilValue(.array(.string)) == nil)
    #expect(try nilValue(.bundle(Profile.bundleSpec)) == nil)
    #expect(try nilValue(.codable(Profile.self)) == nil)
    #expect(try nilValue(NavigationBundleSpecType<Int?>.optional(.integer)) == nil)
    // An empty text is a value of these types.
    #expect(try nilValue(.string) == "")
    #expect(try nilValue(.unit) != nil)
    #expect(try nilValue(.boolean) == (sign.isEmpty ? true : nil))
    // The elements of an array are read in the same way.
    let numbers = OneRow<[Int?]>(.array(.optional(.integer))).spec
    #expect(try read(numbers, "value[0]\(sign)&value[1]=1").value == [nil, 1])
    // Without an optional, it is an error.
    #expect(!problems { try read(OneRow<Int>(.integer).spec, "value\(sign)") }.isEmpty)
    // White space is not an empty text.
    #expect(!problems { try read(OneRow<Int?>(.optional(.integer)).spec, "value=%20") }.isEmpty)
  }

  @Test func `an empty text in JSON and in rows is not nil`() {
    let optional = OneRow<Int?>(.optional(.integer))
    #expect(!optional.problems(.text("")).isEmpty && !optional.problems(.unit).isEmpty)
    let json = #"{"value": ""}"#
    #expect(
      !problems { try optional.spec.content(from: UntypedNavigationBundle(text: json)) }.isEmpty
    )
    let list = OneRow<[String]>(.array(.string))
    #expect(!list.problems(.text("a")).isEmpty)
  }

  @Test func `an empty text of a codable content is nil if its type cannot read it`() throws {
    let spec = EarlierLinks.Choices.bundleSpec
    let empty = [
      "flag", "count", "ratio", "day", "page", "id", "price", "tags", "numbers", "stock", "inside",
    ]
    let query = empty.map { "\($0)=" }.joined(separator: "&")
    #expect(try read(spec, query) == EarlierLinks.Choices())
    let texts = "text=&data=&mood=&count=&numbers[]=1&numbers[]=&inside[0].text=&inside[0].count="
    #expect(
      try read(spec, texts)
        == EarlierLinks.Choices(
          text: "",
          data: Data(),
          mood: .unknown,
          numbers: [1, nil],
          inside: [.init(text: "")]
        )
    )
    #expect(
      problems { try read(spec, "mood=huge&count=&inside[0].count=x") } == [
        #"mood: expected one of "", "very good", found "huge""#,
        #"inside[0].count: expected Int, found "x""#,
      ]
    )
  }

  @Test(arguments: [
    ("data=*", #"data: expected Data in Base64, found "*""#),
    ("flag=True", #"flag: expected true or false, found "True""#),
    (
      "count=99999999999999999999",
      #"count: expected Int, found "99999999999999999999", which is out of range"#
    ),
  ])
  func `a refused value says how it must be written`(query: String, problem: String) {
    #expect(problems { try read(EarlierLinks.Choices.bundleSpec, query) } == [problem])
    // A row of an explicit spec says the same.
    let flag = OneRow<Bool>(.boolean).spec
    #expect(
      problems { try read(flag, "value=1") } == [#"value: expected true or false, found "1""#]
    )
  }

  @Test func `a key of very many levels is another key and does not exhaust the stack`() throws {
    for level in [".a", "[0]"] {
      let key = "value" + String(repeating: level, count: 100_000)
      #expect(try read(OneRow<Int>(.integer).spec, "value=1&\(key)=2").value == 1)
    }
  }
}
