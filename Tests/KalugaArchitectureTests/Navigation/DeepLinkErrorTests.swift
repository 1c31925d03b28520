import KalugaArchitecture
import Testing

/// What the errors say about links from strangers.
struct DeepLinkErrorTests {
  private let links = DeepLinks(
    scheme: "kaluga",
    host: "example",
    longest: 4_000_000,
    routes: [
      DeepLinkRoute("login", Credentials.bundleSpec) { _ in [Place.home] },
      DeepLinkRoute("number", OneRow<Int>(.integer, isPrivate: true).spec) { _ in [Place.home] },
      DeepLinkRoute("open", OneRow<Int>(.integer).spec) { _ in [Place.home] },
    ]
  )

  private func message(_ link: String) -> String {
    do throws(DeepLinkError) {
      return "\(try links.screens(for: link))"
    } catch {
      return "\(error)"
    }
  }

  @Test func `each error names the part that is wrong`() {
    #expect(message("nothing") == #"not a link: expected scheme://host/path, found "nothing""#)
    #expect(message("http://example/open") == #"scheme: expected "kaluga", found "http""#)
    #expect(message("kaluga://other/open") == #"host: expected "example", found "other""#)
    #expect(
      message("kaluga://example/x")
        == #"path: expected one of "login", "number", "open", found "x""#
    )
    #expect(message("kaluga://example:1/open") == #"port: expected none, found "1""#)
    #expect(
      message("kaluga://example/open?value=1&value=2")
        == #"query: expected the key "value" once, found it several times"#
    )
    #expect(
      message("kaluga://example/open?value=x")
        == #"link to "open": value: expected Int, found "x""#
    )
  }

  @Test(arguments: ["%1B%5B2J", "%0A", "%0D", "%00", "%C2%9B", "%E2%80%AE", "%E2%80%A8", "%07"])
  func `what controls a terminal is escaped wherever it stands`(_ escape: String) {
    let links = [
      "kaluga://\(escape)/", "kaluga://example/\(escape)", "kaluga://\(escape)@example/",
      "kaluga://example/open#\(escape)", "kaluga://example/open?\(escape)=1&\(escape)=1",
      "kaluga://example/open?value=\(escape)",
    ]
    for link in links {
      let message = message(link)
      #expect(!containsControls(message), "\(link)")
      #expect(!message.isEmpty)
    }
  }

  @Test(arguments: [0x1B, 0xA, 0xD, 0, 0x9B, 0x202E, 0x2028, 7] as [UInt32])
  func `what controls a terminal is escaped if it stands in the link itself`(
    _ number: UInt32
  ) throws {
    let scalar = try #require(Unicode.Scalar(number))
    for link in ["a\(scalar)b", "kaluga://example/\(scalar)", "\(scalar)://example/open"] {
      let isRaw = containsControls(message(link))
      #expect(!isRaw)
    }
  }

  private func containsControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  @Test func `a private value of a query does not show`() {
    #expect(
      message("kaluga://example/number?value=sesame")
        == #"link to "number": value: expected Int, found <private>"#
    )
    #expect(!message("kaluga://example/login?token=sesame").contains("sesame"))
  }

  @Test func `a link with a private value does not show it, whatever else is wrong with it`() {
    #expect(!message("kaluga://example/login?user=a&token=sesame&user=b").contains("sesame"))
    #expect(!message("http://example/login?user=a&token=sesame").contains("sesame"))
    #expect(!message("kaluga://example/logon?user=a&token=sesame").contains("sesame"))
  }

  @Test func `a private value that broke off does not show, wherever the rest of it came to stand`()
  {
    #expect(
      message("kaluga://example/login?user=a&token=#sesame") == "fragment: expected none, found one"
    )
    #expect(!message("kaluga://sesame@example/login").contains("sesame"))
    #expect(!message("kaluga://example/login&token=sesame").contains("sesame"))
    #expect(!message("kaluga:login&token=sesame").contains("sesame"))
  }

  @Test func `a malformed link does not show its query, which may be private`() {
    #expect(!message("kaluga://example/login?user=a b&token=sesame").contains("sesame"))
  }

  @Test(arguments: [
    "kaluga://example/logintoken=%CC%81sesame",
    "kaluga://example/login%3F%CC%81sesame",
    "kaluga://example/login?\u{301}sesame",
    "kaluga://example/login%3Ftoken%3Dsesame%zz",
    "kaluga://example/login%253Ftoken%253Dsesame",
  ])
  func `a private value does not show behind signs with accents or escapes of escapes`(
    _ link: String
  ) {
    #expect(!message(link).contains("sesame"))
  }

  @Test(arguments: [
    "kaluga://me:sesame@exam ple/login", "kaluga://me:x#sesame@exam ple", "kaluga://sesame@%zz",
  ])
  func `a malformed link does not show its user`(_ link: String) {
    #expect(!message(link).contains("sesame"))
    #expect(message(link) == #"not a link: expected scheme://host/path, found "kaluga""#)
  }

  @Test func `very long links are read or refused like others`() throws {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(try links.screens(for: "kaluga://example/open?value=1&\(long)=\(long)") == [.home])
    #expect(message("kaluga://example/\(long)").contains("path: expected one of"))
    #expect(message("kaluga://\(long)/open").contains("host: expected"))
    #expect(message(long).contains("not a link"))
  }

  @Test func `a query of very many keys is read`() throws {
    let many = (0..<20_000).map { "k\($0)=\($0)" }.joined(separator: "&")
    #expect(try links.screens(for: "kaluga://example/open?\(many)&value=1") == [.home])
  }
}
