import Foundation
import KalugaArchitecture
import Testing

struct DeepLinksTests {
  private enum Screen: Codable, Hashable, Sendable {
    case home
    case account
    case profile(String, Int?)
    case login(String)
    case date(Date)
  }

  private struct Person: NavigationBundleContent {
    var name: String
    var age: Int?

    static let bundleSpec = NavigationBundleSpec(
      { Person(name: $0, age: $1) },
      NavigationBundleSpecRow("name", \Person.name, .string),
      NavigationBundleSpecRow("age", \Person.age, .optional(.integer))
    )
  }

  private let links = DeepLinks(
    scheme: "kaluga",
    host: "example",
    routes: [
      DeepLinkRoute("", screens: [Screen.home]),
      DeepLinkRoute("settings/account", screens: [.home, .account]),
      DeepLinkRoute("profile", Person.bundleSpec) { [.home, .profile($0.name, $0.age)] },
      DeepLinkRoute("login", Credentials.bundleSpec) { [.login($0.token)] },
      DeepLinkRoute("date", OneRow<Date>(.date).spec) { [.date($0.value)] },
    ]
  )

  private let known = ["", "settings/account", "profile", "login", "date"]

  /// The error of a link; nil if it leads somewhere.
  private func failure(_ link: String) -> DeepLinkError? {
    do throws(DeepLinkError) {
      _ = try links.screens(for: link)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Links that lead somewhere

  @Test(arguments: [
    "kaluga://example", "kaluga://example/", "kaluga://example/?", "kaluga://example?x=1",
  ])
  func `a link without a path leads to the route without one`(_ link: String) throws {
    #expect(try links.screens(for: link) == [.home])
  }

  @Test func `a path may have several parts`() throws {
    #expect(try links.screens(for: "kaluga://example/settings/account") == [.home, .account])
  }

  @Test func `the query is read with the spec of the route`() throws {
    #expect(
      try links.screens(for: "kaluga://example/profile?age=42&name=Ada") == [
        .home, .profile("Ada", 42),
      ]
    )
    #expect(
      try links.screens(for: "kaluga://example/profile?name=Ada") == [.home, .profile("Ada", nil)]
    )
  }

  @Test(arguments: [
    ("Ada%20Lovelace", "Ada Lovelace"), ("%C3%85sa", "Åsa"), ("%F0%9F%98%80", "😀"),
    ("a%26b%3Dc", "a&b=c"),
    ("a+b", "a+b"), ("%25", "%"), ("a=b", "a=b"), ("%2F%3F%23", "/?#"), ("%00", "\0"),
    ("%0A%1B", "\n\u{1B}"),
    ("", ""), ("e%CC%81", "e\u{301}"),
  ])
  func `percent escapes of a value are read`(_ query: String, _ value: String) throws {
    let screens = try links.screens(for: "kaluga://example/profile?name=\(query)")
    guard case .profile(let name, nil) = screens.last else {
      Issue.record("\(screens)")
      return
    }
    #expect(Array(name.unicodeScalars) == Array(value.unicodeScalars))
  }

  @Test func `a key without a value is an empty text`() throws {
    #expect(try links.screens(for: "kaluga://example/profile?name") == [.home, .profile("", nil)])
  }

  @Test func `unknown keys are ignored`() throws {
    #expect(
      try links.screens(for: "kaluga://example/profile?utm=1&name=Ada&x=") == [
        .home, .profile("Ada", nil),
      ]
    )
  }

  @Test(arguments: ["KALUGA://example", "Kaluga://EXAMPLE/", "kaluga://Example"])
  func `scheme and host of a link may have capitals`(_ link: String) throws {
    #expect(try links.screens(for: link) == [.home])
  }

  @Test func `scheme and host of the app may have capitals`() throws {
    let links = DeepLinks(
      scheme: "Kaluga",
      host: "Example.com",
      routes: [DeepLinkRoute("", screens: [Screen.home])]
    )
    #expect(try links.screens(for: "kaluga://example.com") == [.home])
    #expect(try links.screens(for: "Kaluga://Example.com") == [.home])
  }

  @Test func `percent escapes of a path are read`() throws {
    #expect(
      try links.screens(for: "kaluga://example/pr%6Ffile?name=Ada") == [
        .home, .profile("Ada", nil),
      ]
    )
  }

  @Test func `a date of a link is written as in ISO 8601`() throws {
    #expect(
      try links.screens(for: "kaluga://example/date?value=2020-11-24T08:00:00Z") == [
        .date(Date(milliseconds: 1_606_204_800_000))
      ]
    )
  }

  // MARK: Links that lead nowhere

  @Test(arguments: [
    "", " ", "example/profile", "//example/profile", "kaluga://exa mple/", "kaluga://example/%zz",
    "kaluga://example/profile?name=%", "kaluga://example/profile?name=%4", "1://", "://", "\n", "%",
    "kaluga://[::1/", "kaluga://example:port/", "kaluga://example/profile?name=a b",
  ])
  func `what is no link is malformed`(_ link: String) {
    #expect(failure(link) == .malformed(link: link))
  }

  @Test(arguments: ["http", "kaluga2", "k"])
  func `another scheme is refused`(_ scheme: String) {
    #expect(
      failure("\(scheme)://example/") == .wrongScheme(expected: "kaluga", found: scheme)
    )
  }

  @Test func `another host is refused`() {
    #expect(failure("kaluga://other/") == .wrongHost(expected: "example", found: "other"))
    #expect(
      failure("kaluga://example.com/") == .wrongHost(expected: "example", found: "example.com")
    )
    #expect(failure("kaluga:///profile") == .wrongHost(expected: "example", found: ""))
    #expect(failure("kaluga:profile") == .wrongHost(expected: "example", found: ""))
  }

  @Test(arguments: [
    "nowhere", "Profile", "profile/", "profile/x", "settings", "settings//account", ".",
  ])
  func `an unknown path is refused, and the known ones are named`(_ path: String) {
    #expect(
      failure("kaluga://example/\(path)?name=a") == .unknownPath(found: path, known: known)
    )
  }

  @Test(arguments: ["%FF", "%C3%28", "%ED%A0%80"])
  func `a path that is no Unicode leads nowhere`(_ path: String) {
    #expect(failure("kaluga://example/\(path)") != nil)
  }

  @Test(arguments: ["%FF", "%C3%28", "Ada%ED%A0%80"])
  func `a value that is no Unicode is refused and does not read as empty`(_ value: String) {
    #expect(failure("kaluga://example/profile?name=\(value)") != nil)
  }

  @Test func `user, port and fragment are refused`() {
    #expect(failure("kaluga://me@example/") == .unexpectedPart(name: "user", found: "me"))
    #expect(failure("kaluga://example:80/") == .unexpectedPart(name: "port", found: "80"))
    #expect(failure("kaluga://example/#top") == .unexpectedPart(name: "fragment", found: "top"))
  }

  @Test func `the password of a link is refused and not shown`() throws {
    let error = try #require(failure("kaluga://me:sesame@example/"))
    #expect(!"\(error)".contains("sesame"))
    #expect(failure("kaluga://:sesame@example/") != nil)
  }

  @Test func `a key that stands there twice is refused`() {
    #expect(failure("kaluga://example/profile?name=a&name=b") == .repeatedKey("name"))
    #expect(failure("kaluga://example/profile?name=a&name=a") == .repeatedKey("name"))
    #expect(failure("kaluga://example/profile?name=a&n%61me=b") == .repeatedKey("name"))
    #expect(failure("kaluga://example/profile?name=a&x&x") == .repeatedKey("x"))
  }

  @Test func `keys differ by case`() {
    #expect(failure("kaluga://example/profile?name=a&Name=b") == nil)
  }

  @Test func `a query that does not fit lists every problem`() throws {
    let error = try #require(failure("kaluga://example/profile?age=old"))
    guard case .badContent("profile", let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(reason.problems.map(\.path) == ["name", "age"])
    #expect(
      "\(error)" == #"link to "profile": name: expected String, found nothing; "#
        + #"age: expected Int, found "old""#
    )
  }

  @Test func `an empty value is no number`() {
    #expect(failure("kaluga://example/profile?name=a&age=") != nil)
    #expect(failure("kaluga://example/profile?name=a&age") != nil)
  }

  @Test func `a refused link changes nothing`() async throws {
    try await MainActor.run {
      let stage = try Stage(.home, .a)
      let before = stage.driver.stack.current
      #expect(throws: DeepLinkError.self) {
        let links = DeepLinks(
          scheme: "kaluga",
          host: "example",
          routes: [DeepLinkRoute("", screens: [Place.home])]
        )
        try stage.driver.open(try links.screens(for: "kaluga://example/nowhere"))
      }
      #expect(stage.driver.stack.current == before)
      #expect(stage.journal.take().isEmpty)
    }
  }
}
