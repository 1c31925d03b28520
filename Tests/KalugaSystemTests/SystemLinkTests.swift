import Foundation
import KalugaArchitecture
import KalugaSystem
import Testing

struct SystemLinkTests {
  // MARK: Links that are opened

  @Test(arguments: [
    ("+31 20 123-4567", "tel:+31201234567"),
    ("(509) 551-3103", "tel:5095513103"),
    ("040/123456", "tel:040123456"),
    ("020.123.4567", "tel:0201234567"),
    ("020 123 4567", "tel:0201234567"),  // no-break spaces
    ("020‑123–4567", "tel:0201234567"),  // a no-break hyphen and a dash
    ("\u{202A}+31 20\u{202C}", "tel:+3120"),  // as contacts copy it
    ("٠٢٠", "tel:020"),
    ("*#06#", "tel:*%2306%23"),
    ("123,45", "tel:123,45"),
  ])
  func `a phone number becomes a link without what separates its digits`(
    _ number: String,
    _ link: String
  ) throws {
    #expect(try SystemLink.phone(number).links == [link])
  }

  @Test(arguments: [
    ("", "no digit"), ("+", "no digit"), ("#", "no digit"), ("0800 CALL", "a letter"),
    ("1+2", "another sign"), ("12;ext=3", "another sign"), ("1\n2", "another sign"),
    ("12?body=x", "another sign"),
  ])
  func `a text that is not a phone number is refused`(_ number: String, _ found: String) {
    let error = NavigationError.invalidEffect(
      effect: "phone",
      field: "number",
      expected: "a phone number such as +31 20 123 4567",
      found: found
    )
    #expect(throws: error) { try SystemLink.phone(number) }
  }

  @Test(arguments: [
    ([], "", "sms:"),
    (["+31 6 123"], "", "sms:+316123"),
    (["06 123"], "Hello & <b>100%</b>?", "sms:06123&body=Hello%20%26%20%3Cb%3E100%25%3C%2Fb%3E%3F"),
    ([], "é\n😀", "sms:&body=%C3%A9%0A%F0%9F%98%80"),
    (["1", "2"], "a+b=c", "sms://open?addresses=1,2&body=a%2Bb%3Dc"),
  ])
  func `a text message becomes a link`(_ to: [String], _ body: String, _ link: String) throws {
    #expect(try SystemLink.message(to: to, body: body).links == [link])
  }

  @Test func `every sign of a text is escaped that is not a letter, a digit or one of -._~`() throws
  {
    let all = String(String.UnicodeScalarView((0...127).compactMap(Unicode.Scalar.init)))
    let link = try #require(try SystemLink.message(body: all).links.first)
    let body = try #require(link.split(separator: "body=").last)
    #expect(body.allSatisfy { $0.isLetter || $0.isNumber || "%-._~".contains($0) })
    #expect(String(body).removingPercentEncoding == all)
    #expect(body.count == 66 + (128 - 66) * 3)
  }

  @Test(arguments: [
    ("https://example.org", "https://example.org"),
    ("HTTP://example.org/a?b=c#d", "HTTP://example.org/a?b=c#d"),
    ("https://example.org/a b", "https://example.org/a%20b"),
    ("https://example.org/caf%C3%A9", "https://example.org/caf%C3%A9"),
    ("https://example.org/café", "https://example.org/caf%C3%A9"),
    // `URL` escapes the escapes of a part, too, if it must escape anything in it.
    (
      "https://example.org/a%20b c?d=%26|#%C3%A9é#",
      "https://example.org/a%20b%20c?d=%26%7C#%C3%A9%C3%A9%23"
    ),
    ("https://exämple.org/%C3%A9é", "https://xn--exmple-cua.org/%C3%A9%C3%A9"),
    ("https://example.org/100%", "https://example.org/100%25"),
    ("https://example.org/a?b[]=100%2", "https://example.org/a?b%5B%5D=100%252"),
    ("https://[::1]:80/a", "https://[::1]:80/a"),
  ])
  func `an address of a page is opened as it is, and escaped where it must be`(
    _ address: String,
    _ link: String
  ) throws {
    #expect(try SystemLink.browser(address).links == [link])
  }

  @Test(arguments: [
    ("example.org", "no scheme"), ("", "another text"), ("ftp://example.org", "the scheme ftp"),
    ("javascript:alert(1)", "the scheme javascript"), ("https://", "another text"),
    ("https:example.org", "another text"),
  ])
  func `what no browser opens is refused`(_ address: String, _ found: String) {
    let error = #expect(throws: NavigationError.self) { try SystemLink.browser(address) }
    guard case .invalidEffect("browser", "link", _, found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `another app is opened by its link, and else its page in the store`() throws {
    #expect(try SystemLink.app("maps-app://place?id=1").links == ["maps-app://place?id=1"])
    #expect(
      try SystemLink.app("maps-app://", storeID: "123").links
        == ["maps-app://", "https://apps.apple.com/app/id123"]
    )
    #expect(try SystemLink.app("maps-app://a?q=%26 b").links == ["maps-app://a?q=%26%20b"])
    for link in ["https://example.org", "file:///etc/hosts", "maps", "", ":", "://place"] {
      #expect(throws: NavigationError.self) { try SystemLink.app(link) }
    }
    for store in ["", "id123", "１２３", "12/3"] {
      #expect(throws: NavigationError.self) { try SystemLink.app("maps-app://", storeID: store) }
    }
  }

  @Test func `transcripts show what is opened, and not the link`() throws {
    let link = try SystemLink.phone("0123")
    #expect("\(link)" == #"SystemLink {target: "phone", links: <private>}"#)
    #expect(link.prompt == "tel:0123")
    #expect(SystemLink.settings.target == .settings)
  }
}
