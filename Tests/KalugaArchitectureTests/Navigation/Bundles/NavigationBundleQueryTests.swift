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
    let bundle = Everything.full.profile?.bundle
    #expect(try bundle?.untyped.query() == "userID=7&tags%5B%5D=")
    #expect(
      try Profile(userID: "Å &=", age: 1, tags: ["a", ""]).bundle.untyped.query()
        == "userID=%C3%85%20%26%3D&age=1&tags%5B0%5D=a&tags%5B1%5D="
    )
  }

  @Test func `nested bundles and arrays are read`() throws {
    #expect(
      try read(profile, "value.userID=7&value.tags[0]=a&value.tags[1]=b").value
        == Profile(userID: "7", tags: ["a", "b"])
    )
    let people = OneRow<[Credentials]>(.array(.bundle(Credentials.bundleSpec))).spec
    #expect(
      try read(people, "value[0].user=a&value[0].token=b&value[1].token=d&value[1].user=c").value
        == [Credentials(user: "a", token: "b"), Credentials(user: "c", token: "d")]
    )
    let matrix = OneRow<[[Int?]]>(.array(.array(.optional(.integer)))).spec
    #expect(
      try read(matrix, "value[0][0]=1&value[0][1]~=&value[1][]=").value == [[1, nil], []]
    )
  }

  @Test func `the order of the items does not matter`() throws {
    #expect(try read(tags, "value[2]=c&value[0]=a&value[1]=b").value == ["a", "b", "c"])
  }

  @Test func `an array without one of its elements is an error, however large the index`() {
    for query in ["value[1]=b", "value[0]=a&value[2]=c", "value[9223372036854775807]=x"] {
      #expect(
        problems { try read(tags, query) } == [
          "value: expected [String], found <invalid: elements are missing>"
        ]
      )
    }
  }

  @Test(arguments: ["value=a&value[0]=b", "value.x=a&value[0]=b", "value[]=&value[0]=b"])
  func `several values of one key are an error of the row that has them`(_ query: String) throws {
    #expect(
      problems { try read(tags, query) } == [
        "value: expected [String], found <invalid: several values of one key>"
      ]
    )
    #expect(try read(OneRow<Int>(.integer).spec, "value=1&other=1&other.x=2").value == 1)
  }

  @Test(arguments: [
    "value[00]=a", "value[+0]=a", "value[-1]=a", "value[0=a", "value[]=a", "value[a]=a",
    "value[0]x=a", "value[99999999999999999999]=a", "value\\=a", "value~~=a", "value[][0]=a",
    "value]=a",
  ])
  func `a key that does not keep to the notation is another key`(_ query: String) throws {
    #expect(
      problems { try read(tags, query) } == ["value: expected [String], found nothing"]
    )
    #expect(try read(OneRow<Int>(.integer).spec, "value=1&\(query)").value == 1)
  }

  @Test func `a key that stands there twice is refused by its name`() {
    #expect(
      problems { try read(tags, "x=sesame&a%0Ab=1&a%0ab=2") } == [
        #"a\nb: expected one value, found several"#
      ]
    )
  }

  @Test(arguments: ["value=%", "value=%4", "value=%zz", "%FF=1", "a=%C3%28", "a=%ED%A0%80"])
  func `a broken escape is refused`(_ query: String) {
    #expect(
      problems { try read(tags, query) } == [
        "query: expected UTF-8 in percent escapes, found something else"
      ]
    )
  }

  @Test(arguments: ["", "&", "&&&"])
  func `a query without items has no rows`(_ query: String) throws {
    #expect(try UntypedNavigationBundle(query: query).rows.isEmpty)
  }

  @Test func `a key of very many levels is another key and does not exhaust the stack`() throws {
    let key = "value" + String(repeating: ".a", count: 1_000_000)
    #expect(try read(OneRow<Int>(.integer).spec, "value=1&\(key)=2").value == 1)
    let brackets = "value" + String(repeating: "[0]", count: 1_000_000)
    #expect(try read(OneRow<Int>(.integer).spec, "value=1&\(brackets)=2").value == 1)
  }

  @Test(arguments: ["tags[0]=a&tags[1]=b", "tags%5B0%5D=a&tags%5b1%5d=b"])
  func `a link has the same notation, with or without escapes`(_ query: String) throws {
    let links = DeepLinks(
      scheme: "kaluga",
      host: "example",
      routes: [DeepLinkRoute("profile", Profile.bundleSpec) { $0.tags }]
    )
    #expect(try links.screens(for: "kaluga://example/profile?userID=7&\(query)") == ["a", "b"])
  }
}
