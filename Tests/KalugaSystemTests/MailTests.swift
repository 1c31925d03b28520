import Foundation
import KalugaArchitecture
import KalugaSystem
import Testing

struct MailTests {
  @Test func `a mail becomes a link in which everything is escaped`() throws {
    let mail = try Mail(
      to: ["ada+news@example.org", "grace@example.org"],
      cc: ["a&b@example.org"],
      bcc: ["é=?@exämple.org"],
      subject: "1 + 1 = 2 & more?",
      body: "Hello,\n\r\n100 % #1\u{2028}Ada"
    )
    #expect(
      mail.link
        == "mailto:ada%2Bnews@example.org,grace@example.org?cc=a%26b@example.org"
        + "&bcc=%C3%A9%3D%3F@ex%C3%A4mple.org&subject=1%20%2B%201%20%3D%202%20%26%20more%3F"
        + "&body=Hello%2C%0D%0A%0D%0A100%20%25%20%231%0D%0AAda"
    )
    #expect(try #require(URL(string: mail.link)).absoluteString == mail.link)
  }

  @Test func `what is missing is not part of the link`() throws {
    #expect(try Mail().link == "mailto:")
    #expect(try Mail(subject: "a").link == "mailto:?subject=a")
    #expect(try Mail(to: ["a@b"]).link == "mailto:a@b")
    #expect(try Mail(to: [#""a b,@c"@d.org"#]).link == "mailto:%22a%20b%2C@c%22@d.org")
  }

  @Test(arguments: [
    ("ada", "no @"), ("", "no @"), ("@example.org", "nothing before the @"),
    ("ada@", "nothing after the @"), ("a da@example.org", "a blank"),
    ("ada@exam ple.org", "a blank"), ("ada@example.org\n", "a blank"),
    ("Ada <ada@example.org>", "a blank"), ("<ada@example.org>", "a sign that no address has"),
    ("ada@example.org,grace@example.org", "a sign that no address has"),
    ("ada@home@example.org", "a sign that no address has"),
    ("ada,\u{301}grace@example.org", "a sign that no address has"),  // an accent on the comma
    ("<\u{FE0F}ada@example.org", "a sign that no address has"),
    ("ada\u{0}@example.org", "a sign that no address has"),
    (#""a\#u{7F}b"@example.org"#, "a sign that no address has"),
  ])
  func `an address that cannot be one is refused with its field`(
    _ address: String,
    _ found: String
  ) {
    let error = NavigationError.invalidEffect(
      effect: "mail",
      field: "cc 2",
      expected: "an address such as ada@example.org",
      found: found
    )
    #expect(throws: error) { try Mail(to: ["a@b.org"], cc: ["a@b.org", address]) }
  }

  @Test func `a subject of several lines and an attachment that does not exist are refused`() throws
  {
    let lines = NavigationError.invalidEffect(
      effect: "mail",
      field: "subject",
      expected: "one line",
      found: "several"
    )
    #expect(throws: lines) { try Mail(subject: "a\nBcc: b@c.org") }
    let here = URL(filePath: #filePath)
    #expect(try Mail(attachments: [here]).prompt == "mailto:, MailTests.swift")
    let missing = NavigationError.invalidEffect(
      effect: "mail",
      field: "attachment 2",
      expected: "a file that exists",
      found: "none"
    )
    #expect(throws: missing) { try Mail(attachments: [here, URL(filePath: "/nowhere.pdf")]) }
    let page = try #require(URL(string: "https://example.org/a.pdf"))
    #expect(throws: NavigationError.self) { try Mail(attachments: [page]) }
  }

  @Test func `transcripts show no value of a mail`() throws {
    let mail = try Mail(to: ["marker@b.org"], subject: "marker", body: "marker")
    #expect(!"\(mail)".contains("marker"))
    #expect(!"\(try Share(text: "marker", link: "https://marker.org"))".contains("marker"))
  }
}
