public import KalugaArchitecture

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A mail that the user completes and sends.
///
///     .launch(try Mail(to: ["help@example.org"], subject: "A question", attachments: [log]))
///
/// The host opens ``link`` in the user's mail app. If there are attachments, which no link can have, it
/// shows the mail in the app. Whether the user sends the mail is not known. Transcripts show no value.
///
/// Kaluga: `NavigationSpec.Email` with `Email.EmailSettings`.
public struct Mail: AnswerableEffect, NavigationBundleContent, Codable, Hashable {
  /// The recipients, those of a copy, and those of a blind copy.
  public let to, cc, bcc: [String]

  /// The subject, a single line, and the text.
  public let subject, body: String

  /// The files that are attached.
  public let attachments: [URL]

  /// The spec, whose rows are all private.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable(
    private: CodingKeys.to,
    CodingKeys.cc,
    CodingKeys.bcc,
    CodingKeys.subject,
    CodingKeys.body,
    CodingKeys.attachments
  )

  /// Creates a mail.
  ///
  /// - Throws: `NavigationError.invalidEffect` for the first invalid field: a text that is not an
  ///   address, a subject of several lines, or a file that does not exist. The addresses of a field
  ///   are counted from 1.
  public init(
    to: [String] = [],
    cc: [String] = [],
    bcc: [String] = [],
    subject: String = "",
    body: String = "",
    attachments: [URL] = []
  ) throws(NavigationError) {
    for (field, addresses) in [("to", to), ("cc", cc), ("bcc", bcc)] {
      for (index, address) in addresses.enumerated() {
        guard let problem = Self.problem(of: address) else { continue }
        let expected = "an address such as ada@example.org"
        throw .invalidMail("\(field) \(index + 1)", expected, problem)
      }
    }
    if subject.contains(where: \.isNewline) {
      throw .invalidMail("subject", "one line", "several")
    }
    try attachments.checkExist(in: "attachment", of: "mail")
    (self.to, self.cc, self.bcc) = (to, cc, bcc)
    (self.subject, self.body, self.attachments) = (subject, body, attachments)
  }

  /// The mail without its attachments: `mailto:ada@example.org?subject=A%20question`.
  public var link: String {
    let copies = [("cc", cc), ("bcc", bcc)].map { ($0, Self.list($1)) }
    let texts = [("subject", subject.escaped()), ("body", body.withMailLineBreaks.escaped())]
    let parts = (copies + texts).filter { !$0.1.isEmpty }.map { "\($0)=\($1)" }
    return "mailto:\(Self.list(to))" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }

  /// One answer: the system has opened it.
  public var answers: [(name: String, answer: Void)] { [("opened", ())] }

  /// The link, and the names of the attachments.
  public var prompt: String {
    ([link] + attachments.map(\.lastPathComponent)).joined(separator: ", ")
  }

  private static func list(_ addresses: [String]) -> String {
    addresses.map { $0.escaped(keeping: "@") }.joined(separator: ",")
  }

  /// Says why a text cannot be an address; nil if it can be one.
  private static func problem(of address: String) -> String? {
    guard let at = address.lastIndex(of: "@") else { return "no @" }
    let (user, server) = (address[..<at], address[at...].dropFirst())
    if user.isEmpty || server.isEmpty {
      return "nothing \(user.isEmpty ? "before" : "after") the @"
    }
    let isQuoted = user.count > 2 && user.first == "\"" && user.last == "\""
    let part = isQuoted ? server : address[...]
    if part.contains(where: \.isWhitespace) { return "a blank" }
    // Not by character, because an accent after a sign makes another character of it.
    let signs = part.unicodeScalars
    if signs.contains(where: { "<>()[],;:\\\"".unicodeScalars.contains($0) })
      || user.contains("@") && !isQuoted
    {
      return "a sign that no address has"
    }
    if address.contains(where: \.isNewline) { return "a line break" }
    let isHidden = address.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isHidden ? "a sign that no address has" : nil
  }
}

extension NavigationError {
  fileprivate static func invalidMail(_ field: String, _ expected: String, _ found: String) -> Self
  {
    .invalidEffect(effect: "mail", field: field, expected: expected, found: found)
  }
}

extension [URL] {
  /// Throws for the first file that does not exist.
  func checkExist(in field: String, of effect: String) throws(NavigationError) {
    for (index, url) in enumerated() {
      let exists = FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
      guard url.isFileURL, exists else {
        throw .invalidEffect(
          effect: effect,
          field: "\(field) \(index + 1)",
          expected: "a file that exists",
          found: url.isFileURL ? "none" : "another link"
        )
      }
    }
  }
}
