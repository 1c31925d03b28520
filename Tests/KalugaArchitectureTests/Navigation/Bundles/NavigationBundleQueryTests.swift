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
    for empty in ["", "&", "&&&"] { #expect(try UntypedNavigationBundle(query: empty).rows == []) }
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
    ("several values of one key", "value=a&value[0]=b"),
    ("several values of one key", "value.x=a&value[0]=b"),
    ("several values of one key", "value[]=&value[0]=b"),
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
    "value[00]=a", "value[+0]=a", "value[-1]=a", "value[0=a", "value[]=a", "value[a]=a",
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
    ("x=sesame&a%0Ab=1&a%0ab=2", #"a\nb: expected one value, found several"#),
    ("value=%", nil), ("value=%4", nil), ("value=%zz", nil), ("%FF=1", nil), ("a=%C3%28", nil),
    ("a=%ED%A0%80", nil),
  ])
  func `a repeated key is refused by its name, and a broken escape without`(
    query: String,
    problem: String?
  ) {
    let broken = "query: expected UTF-8 in percent escapes, found something else"
    #expect(problems { try read(tags, query) } == [problem ?? broken])
  }

  @Test func `a key of very many levels is another key and does not exhaust the stack`() throws {
    for level in [".a", "[0]"] {
      let key = "value" + String(repeating: level, count: 100_000)
      #expect(try read(OneRow<Int>(.integer).spec, "value=1&\(key)=2").value == 1)
    }
  }
}
