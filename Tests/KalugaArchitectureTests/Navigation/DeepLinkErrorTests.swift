import KalugaArchitecture
import Testing

/// What the errors say about foreign links.
struct DeepLinkErrorTests {
  private let links = DeepLinks.example()

  private func message(_ link: String) -> String {
    links.refusal(of: link).map { "\($0)" } ?? "no error"
  }

  @Test(arguments: [
    ("nothing", #"not a link: expected scheme://host/path, found "nothing""#),
    (
      "kaluga://example/secret?value=sesame",
      #"link to "secret": value: expected Int, found <private>"#
    ),
    (
      "kaluga://example/profile?age=old",
      #"link to "profile": userID: expected String, found nothing; age: expected Int, found "old""#
    ),
    ("kaluga://me@example/login?user=a", "user: expected none, found one"),
    // The sign that may begin a query is shown, because it may be what is wrong.
    (
      "kaluga://example/pages/emma/7&x=1",
      #"link to "pages/{userID}/{age}": age: expected Int, found "7&…""#
    ),
    (
      "kaluga://example/pages/emma&x=1/7&y=2",
      #"link to "pages/{userID}/{age}": age: expected Int, found "7&…""#
    ),
    (
      "kaluga://example/login&token=sesame",
      #"path: expected one of "", "settings/account", "profile", "pages/first/1", "#
        + #""pages/{userID}/{age}", "login", "secret", found "login&…""#
    ),
    (
      "kaluga://example/profile?userID=&tags=",
      #"link to "profile": tags: expected [String], whose key ends with [] if it is empty, found """#
    ),
    (
      "kaluga://example/100%",
      #"not a link: "%" must begin an escape in UTF-8, such as "%20" for a space, "#
        + #"or be written as "%25""#
    ),
    (
      "kaluga://exämple/",
      #"not a link: "ä" cannot be in a host, whose form in links begins with "xn--""#
    ),
    (
      "kaluga://me:sesame@exam ple/login",
      #"not a link: character 24 must be percent-encoded, such as "%20" for a space"#
    ),
    ("kaluga://example/😀", #"not a link: "😀" must be written as "%F0%9F%98%80""#),
    (
      "kaluga://example/profile?userID=👩‍👩‍👧‍👦",
      #"not a link: character 33 must be percent-encoded, such as "%20" for a space"#
    ),
  ])
  func `each error names the part that is wrong`(link: String, message: String) {
    #expect(self.message(link) == message)
  }

  /// Whatever is wrong with the link, and wherever a rest of the value is in it.
  @Test(arguments: [
    "kaluga://example/login?token=sesame", "kaluga://example/login?user=a&token=sesame&user=b",
    "http://example/login?user=a&token=sesame", "kaluga://example/logon?user=a&token=sesame",
    "kaluga://sesame@example/login", "kaluga://me:sesame@example/",
    "kaluga://example/login&token=sesame", "kaluga:login&token=sesame",
    "kaluga://example/login?user=a b&token=sesame", "kaluga://example/pages/emma/7&token=sesame",
    "kaluga://example/login?user=a&token=sesame%zz", "kaluga://example/login?user=a&token=sesame😀",
    "kaluga://example/login?user=a&token=a&token=sesame",
    "kaluga://example/login?user&token[]=sesame",
    "kaluga://me:x#sesame@exam ple", "kaluga://sesame@%zz", "kaluga://example/logon#token=sesame",
    "kaluga://example/pages/emma/7%26token%3Dsesame", "kaluga://example/pages/emma/7%253Fsesame",
    // Behind signs with accents, and behind escapes of escapes.
    "kaluga://example/logintoken=%CC%81sesame", "kaluga://example/login%3F%CC%81sesame",
    "kaluga://example/login?token\u{301}=sesame", "kaluga://example/login%3Ftoken%3Dsesame%zz",
    "kaluga://example/login%253Ftoken%253Dsesame", "kaluga://example/pages/emma/7&\u{301}sesame",
  ])
  func `an error does not show private values, users and passwords`(link: String) {
    #expect(message(link) != "no error" && !message(link).contains("sesame"))
  }

  @Test func `very long links are read or refused like others`() throws {
    let links = DeepLinks.example(maximumLength: 1_000_000)
    let long = String(repeating: "x", count: 100_000)
    let many = (0..<5_000).map { "k\($0)=\($0)" }.joined(separator: "&")
    for query in ["\(long)=\(long)", many, "a" + String(repeating: ".a", count: 200)] {
      let read = try links.screens(for: "kaluga://example/profile?userID=&\(query)")
      #expect(read == [.home, .profile(Profile(userID: ""))])
    }
    let refused = ["kaluga://example/\(long)", "kaluga://\(long)/open", long].map { link in
      links.refusal(of: link).map { "\($0)".prefix { $0 != ":" } }
    }
    #expect(refused == ["path", "host", "not a link"])
  }
}
