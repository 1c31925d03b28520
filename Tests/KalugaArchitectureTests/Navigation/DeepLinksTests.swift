import Foundation
import KalugaArchitecture
import Testing

struct DeepLinksTests {
  private let links = DeepLinks.example()

  // MARK: Links that lead somewhere

  @Test(arguments: [
    "kaluga://example", "kaluga://example/", "kaluga://example/?", "kaluga://example?x=1",
    "KALUGA://example", "Kaluga://EXAMPLE/", "kaluga://Example", "kaluga://example#top",
  ])
  func `a link without a path leads to the root route, whatever its capitals`(link: String) throws {
    #expect(try links.screens(for: link) == [.home])
    let capitals = DeepLinks(
      scheme: "Kaluga",
      host: "Example",
      routes: [DeepLinkRoute("", screens: [LinkedScreen.home])]
    )
    #expect(try capitals.screens(for: link) == [.home])
  }

  @Test(arguments: [
    ("settings/account", LinkedScreen.account), ("settings/acc%6Funt", .account),
    ("profile?age=42&userID=Ada", .profile(Profile(userID: "Ada", age: 42))),
    ("profile?userID", .profile(Profile(userID: ""))),
    // Unknown keys are ignored, whatever their form.
    ("profile?utm=1&utm=2&userID=Ada&x[&x=%zz&%=&y=%FF&z=😀 <", .profile(Profile(userID: "Ada"))),
    ("profile?x=1&x[0]=2&x.y=&x~=&userID=Ada&tags[a]=b", .profile(Profile(userID: "Ada"))),
    ("pages/emma/7", .page(Profile(userID: "emma", age: 7))),
    // A slash at the end, and a fragment, do not matter.
    ("settings/account/?", .account), ("settings/account/#:~:text=hello world%", .account),
    ("pages/emma/7/?tags=x#tags=y", .page(Profile(userID: "emma", age: 7, tags: ["x"]))),
    // All signs that RFC 3986 allows in a part of a path.
    ("pages/a!$&'()*+,;=:@-._~b==/7", .page(Profile(userID: "a!$&'()*+,;=:@-._~b==", age: 7))),
    ("pages/a%26b%3Dc/7?tags[0]=x", .page(Profile(userID: "a&b=c", age: 7, tags: ["x"]))),
    ("profile?userID=&tags%5B0%5D=x&tags%5b1%5d=", .profile(Profile(userID: "", tags: ["x", ""]))),
  ])
  func `the rows in a path and in its query are read with the spec of the route`(
    rest: String,
    screen: LinkedScreen
  ) throws {
    #expect(try links.screens(for: "kaluga://example/\(rest)") == [.home, screen])
  }

  @Test(arguments: [
    ("Ada%20Lovelace", "Ada Lovelace"), ("%C3%85sa", "Åsa"), ("%F0%9F%98%80", "😀"),
    ("a%26b%3Dc", "a&b=c"), ("a+b", "a+b"), ("%25", "%"), ("a=b", "a=b"), ("%2F%3F%23", "/?#"),
    ("%00", "\0"), ("%0A%1B", "\n\u{1B}"), ("", ""), ("e%CC%81", "e\u{301}"),
  ])
  func `percent escapes of a value are read`(query: String, value: String) throws {
    let screens = try links.screens(for: "kaluga://example/profile?userID=\(query)")
    #expect(screens == [.home, .profile(Profile(userID: value))])
  }

  @Test(arguments: [" ", "\n", "\r\n", "\t \u{A0}", "\u{2003}"])
  func `white space around a link does not matter`(space: String) throws {
    let link = "kaluga://example/profile?userID=a"
    #expect(
      try links.screens(for: "\(space)\(link)\(space)") == [.home, .profile(Profile(userID: "a"))]
    )
    // A position is that in the text as it was passed.
    let broken = "\(space)kaluga://exa mple/\(space)"
    let position = space.count + 13
    #expect(links.refusal(of: broken) == .invalidCharacter(link: broken, position: position))
  }

  // MARK: Links that lead nowhere

  @Test(arguments: [
    "", " ", "example/profile", "//example/profile",
    "1://", "://", "\n",
    "%", "kaluga://[::1/", "kaluga://example:port/",
  ])
  func `text that is not a link is malformed`(link: String) {
    #expect(links.refusal(of: link) == .malformed(link: link))
  }

  @Test(arguments: [
    ("kaluga://exa mple/", 13), ("kaluga://example/profile?userID=a b", 34),
    ("kaluga://example/%zz", 18), ("kaluga://example/profile?userID=%", 33),
    ("kaluga://example/profile?userID=%4", 33), ("kaluga://example/%E4%BD", 18),
    ("kaluga://example/pages/a[0]/7", 25), ("kaluga://exa<mple/", 13),
    ("kaluga://example/profile?userID=a%E4%BD", 34),
    ("kaluga://example/profile?userID=&tags=a&tags=é", 46),
    ("kaluga://example/profile?userID=&tags[]=a&tags[]=é", 50),
    ("kaluga://example/profile?userID=&tags[0]=a&tags[1]=é", 52),
  ])
  func `a character that a link cannot contain is named`(link: String, position: Int) {
    #expect(links.refusal(of: link) == .invalidCharacter(link: link, position: position))
  }

  @Test(arguments: [
    ("http://example/", DeepLinkError.wrongScheme(expected: ["kaluga"], found: "http")),
    ("kaluga2://example/", .wrongScheme(expected: ["kaluga"], found: "kaluga2")),
    ("k://example/", .wrongScheme(expected: ["kaluga"], found: "k")),
    ("kaluga://other/", .wrongHost(expected: ["example"], found: "other")),
    ("kaluga://example.com/", .wrongHost(expected: ["example"], found: "example.com")),
    ("kaluga:///profile", .wrongHost(expected: ["example"], found: "")),
    ("kaluga:profile", .wrongHost(expected: ["example"], found: "")),
    ("kaluga://me@example/", .unexpectedPart(name: "user", found: "me")),
    ("kaluga://example:80/", .unexpectedPart(name: "port", found: "80")),
    ("kaluga://example:", .unexpectedPart(name: "port", found: "")),
    ("kaluga://example:?x=1:2", .unexpectedPart(name: "port", found: "")),
    (
      "kaluga://example:99999999999999999999/profile",
      .unexpectedPart(name: "port", found: "99999999999999999999")
    ),
  ])
  func `another scheme, host and other parts are refused`(link: String, error: DeepLinkError) {
    #expect(links.refusal(of: link) == error)
  }

  @Test(arguments: [
    "nowhere", "Profile", "profile//", "profile/x", "settings", "settings//account", ".",
    "/", "/profile", "//settings/account", "//", "pages/emma/", "pages/emma//",
    // Others drop these parts.
    "pages//1", "pages/./1", "pages/../1",
  ])
  func `an unknown path is refused, and the known ones are named`(path: String) {
    #expect(
      links.refusal(of: "kaluga://example/\(path)?userID=a")
        == .unknownPath(found: path, known: DeepLinks.knownPaths)
    )
  }

  @Test(arguments: [
    // No Unicode.
    "/%FF", "/%C3%28", "/%ED%A0%80", "/profile?userID=%FF", "/profile?userID=%C3%28",
    "/profile?userID=Ada%ED%A0%80",
    // No number.
    "/profile?userID=a&age=x", "/profile?userID=a&age=%20", "/pages/emma/x",
    // Cyrillic letters and other signs that look like those of a link.
    "/pr\u{43E}file?userID=a", "/pr%D0%BEfile?userID=a", "/profile?us\u{435}rID=a",
    "/profile?us%D0%B5rID=a", "\u{FF0F}profile?userID=a", "\u{430}", "/pages/%2E%2E/1",
  ])
  func `a link that only looks valid is refused`(rest: String) {
    #expect(links.refusal(of: "kaluga://example\(rest)") != nil)
    #expect(links.refusal(of: "k\u{430}luga://example/") != nil)
    #expect(links.refusal(of: "kaluga:\u{2215}/example/") != nil)
  }

  @Test(arguments: [
    ("profile?userID=a&userID=b", "userID"), ("profile?userID=a&userID=a", "userID"),
    ("profile?userID=a&us%65rID=b", "userID"), ("profile?userID=&age=&age=7", "age"),
    ("profile?userID=a&tags[0]=a&tags[0]=b", "tags[0]"), ("pages/emma/7?age=7", "age"),
    ("pages/emma/7?age[]=7", "age"),
  ])
  func `a key of a row that is not an array is refused if it appears twice, in path and query`(
    rest: String,
    key: String
  ) {
    #expect(links.refusal(of: "kaluga://example/\(rest)") == .repeatedKey(key))
  }

  @Test func `an overlong link is refused before it is parsed`() {
    let links = DeepLinks.example(maximumLength: 40)
    let link = "kaluga://example/profile?userID="
    #expect(links.refusal(of: link + String(repeating: "a", count: 8)) == nil)
    #expect(
      links.refusal(of: link + String(repeating: "\n", count: 9)) == .tooLong(limit: 40, found: 41)
    )
    // Neither is one made that this app would not read.
    let profile = Profile(userID: String(repeating: "a", count: 9))
    #expect(links.refusal(of: [.profile(profile)]) == .tooLong(limit: 40, found: 53))
  }
}
