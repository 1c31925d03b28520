public import KalugaArchitecture

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Lets the user pass a text, a link and files to an app that the system offers.
///
///     .launch(try Share(text: "Emma", link: "https://example.org/books/1"))
///
/// The answer is whether the user has shared it.
public struct Share: AnswerableEffect, NavigationBundleContent, Codable, Hashable {
  /// Whether the user has shared it.
  public typealias Answer = Bool

  /// The text, and the link.
  public let text, link: String?

  /// The files.
  public let files: [URL]

  /// The spec, whose rows are all private.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable(
    private: CodingKeys.text,
    CodingKeys.link,
    CodingKeys.files
  )

  /// Creates what is shared.
  ///
  /// - Throws: `NavigationError.invalidEffect` if the link has no scheme, if a file does not exist,
  ///   or if there is nothing to share.
  public init(text: String? = nil, link: String? = nil, files: [URL] = []) throws(NavigationError) {
    if let link, URL(string: link)?.scheme?.isEmpty ?? true {
      throw .invalidEffect(
        effect: "share",
        field: "link",
        expected: "a link with a scheme such as https",
        found: "no scheme"
      )
    }
    try files.checkExist(in: "file", of: "share")
    if text?.isEmpty ?? true, link == nil, files.isEmpty {
      throw .invalidEffect(
        effect: "share",
        field: "text",
        expected: "a text, a link or files",
        found: "nothing"
      )
    }
    (self.text, self.link, self.files) = (text, link, files)
  }

  /// Two answers: the user has shared it, or has changed their mind.
  public var answers: [(name: String, answer: Bool)] { [("shared", true), ("cancelled", false)] }

  /// The text, the link and the names of the files.
  public var prompt: String {
    let parts = [text, link].compactMap(\.self) + files.map(\.lastPathComponent)
    return "share \(parts.joined(separator: ", "))"
  }
}
