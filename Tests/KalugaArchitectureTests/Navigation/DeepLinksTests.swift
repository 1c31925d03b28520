import KalugaArchitecture
import Testing

struct DeepLinksTests {
  private let links = DeepLinks.example()

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
    ("kaluga://other/", .wrongHost(expected: ["example"], found: "other")),
    ("kaluga:///profile", .wrongHost(expected: ["example"], found: "")),
    ("kaluga:profile", .wrongHost(expected: ["example"], found: "")),
    ("kaluga://me@example/", .unexpectedPart(name: "user", found: "me")),
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
    #expect(links.refusal(of: "kaluga://example/pages/%2E%2E/1") != nil)
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
