#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A link that is taken apart, without knowledge of the app.
struct DeepLinkParts {
  let scheme: String
  /// The host as it is written, or nil if the link has no `//`.
  ///
  /// `URLComponents` decodes the form of international hosts, but not on every system.
  let host: String?
  let user: String?
  /// The port as it is written.
  ///
  /// `URLComponents` drops a port that is empty or too large.
  let port: String?
  let query: DeepLinkQuery
  private let path: Substring
  private let link: String

  /// Takes a link apart.
  ///
  /// White space around the link, and a fragment, do not matter: people and browsers add them.
  init(_ link: String) throws(DeepLinkError) {
    let text = Self.withoutSpaceAround(link).utf8.prefix { $0 != UInt8(ascii: "#") }
    let front = Substring(text.prefix { $0 != UInt8(ascii: "?") })
    // Only the front, because the query may have characters in keys that no route knows.
    guard
      let parts = URLComponents(string: String(front), encodingInvalidCharacters: false),
      let scheme = parts.scheme
    else { throw Self.problem(of: front, link) }
    self.link = link
    self.scheme = scheme.lowercased()
    user = parts.user
    let hierarchy = front.utf8.dropFirst(scheme.utf8.count + 1)
    if hierarchy.starts(with: "//".utf8) {
      let authority = hierarchy.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      (host, port) = Self.hostAndPort(of: Substring(authority))
      path = Substring(hierarchy[authority.endIndex...])
    } else {
      (host, port) = (nil, nil)
      path = Substring(hierarchy)
    }
    query = DeepLinkQuery(Substring(text[front.endIndex...].dropFirst()))
  }

  /// The texts between the slashes of the path.
  var segments: [String] {
    get throws(DeepLinkError) {
      var segments: [String] = []
      for segment in DeepLinkPattern.segments(path.dropFirst()) {
        guard let text = PercentEscapes.decode(segment) else {
          throw Self.problem(of: segment, link)
        }
        segments.append(text)
      }
      return segments
    }
  }

  private static func withoutSpaceAround(_ link: String) -> Substring {
    var scalars = link.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return Substring(scalars)
  }

  private static func hostAndPort(of authority: Substring) -> (host: String, port: String?) {
    let bytes = authority.utf8
    let at = bytes.lastIndex(of: UInt8(ascii: "@"))
    let start = at.map(bytes.index(after:)) ?? bytes.startIndex
    // The address of a computer may be in brackets and contain colons.
    let end = bytes.lastIndex(of: UInt8(ascii: "]")) ?? start
    let colon = bytes[end...].firstIndex(of: UInt8(ascii: ":"))
    return (
      authority[start..<(colon ?? authority.endIndex)].lowercased(),
      colon.map { String(authority[$0...].dropFirst()) }
    )
  }

  /// Returns why a part of a link cannot be read.
  private static func problem(of part: Substring, _ link: String) -> DeepLinkError {
    // Only a host may have brackets.
    let path = part.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      .dropFirst(3).first
    let bracket = path?.firstIndex { $0 == "[" || $0 == "]" }
    // A text without a scheme is not a link at all, whatever characters it has.
    guard link.contains("://"), let flaw = PercentEscapes.flaw(in: part) ?? bracket else {
      return .malformed(link: link)
    }
    return .invalidCharacter(at: flaw, of: link)
  }
}
