#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The links of an app, which lead to screens, and can be written for the screens that are shown.
///
///     let links = DeepLinks(scheme: "kaluga", host: "example", routes: [
///       DeepLinkRoute("settings", screens: [Screen.home, .settings]),
///       DeepLinkRoute("details", Profile.bundleSpec) {
///         [.home, .details($0)]
///       } content: { screens in
///         if case .details(let profile) = screens.last { profile } else { nil }
///       },
///     ])
///     try driver.open(links.screens(for: "kaluga://example/details?userID=7"))
///     try links.link(to: driver.stack.current)      // kaluga://example/details?userID=7
///
/// Neither direction has a side effect. A link is either read completely or refused with an error
/// that names the wrong part. Routes are tried in order, and the first one whose path matches is
/// used. Query keys that the route does not know are ignored. See
/// ``UntypedNavigationBundle/init(query:)`` for the notation of arrays and nested bundles.
public struct DeepLinks<Destination: NavigationDestination>: Sendable {
  let scheme: String
  let host: String
  let maximumLength: Int
  let routes: [DeepLinkRoute<Destination>]

  /// Creates the links of one app.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of all links.
  ///   - host: The host of all links.
  ///   - maximumLength: The number of bytes that a link may have. Longer links are refused unread.
  ///   - routes: The kinds of links, in the order in which they are tried.
  public init(
    scheme: String,
    host: String,
    maximumLength: Int = 16_384,
    routes: [DeepLinkRoute<Destination>]
  ) {
    // Schemes and hosts are case-insensitive.
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.maximumLength = maximumLength
    self.routes = routes
  }

  // MARK: Reading

  /// Returns the screens that a link leads to, root first.
  public func screens(for link: String) throws(DeepLinkError) -> [Destination] {
    let length = link.utf8.count
    guard length <= maximumLength else {
      throw .tooLong(limit: maximumLength, found: length)
    }
    let escaped = Self.escapingBrackets(link)
    guard let parts = URLComponents(string: escaped, encodingInvalidCharacters: false),
      let foundScheme = parts.scheme
    else { throw Self.problem(of: link) }
    guard foundScheme.lowercased() == scheme else {
      throw .wrongScheme(expected: scheme, found: foundScheme)
    }
    guard let foundHost = parts.host, foundHost.lowercased() == host else {
      throw .wrongHost(expected: host, found: parts.host ?? "")
    }
    try refuse("user", parts.user)
    try refuse("port", Self.port(of: escaped))
    try refuse("fragment", parts.fragment)
    let (route, rows) = try route(of: parts, link)
    let query = try Self.query(of: parts, link)
    let keys = Set(rows.map(\.key))
    if let repeated = query.first(where: { keys.contains($0.key) }) {
      throw .repeatedKey(repeated.key)
    }
    do {
      return try route.screens(rows + query)
    } catch {
      throw .badContent(path: "\(route.pattern)", error)
    }
  }

  /// Returns why a text is not a URL.
  private static func problem(of link: String) -> DeepLinkError {
    // A text without a scheme is not a link at all, whatever characters it has.
    guard link.contains("://"), let index = link.indices.first(where: { !isAllowed(link[$0...]) })
    else { return .malformed(link: link) }
    return .invalidCharacter(
      link: link,
      position: link.distance(from: link.startIndex, to: index) + 1
    )
  }

  /// Returns whether a link may contain the first character, and a percent sign begins an escape.
  private static func isAllowed(_ rest: Substring) -> Bool {
    guard let character = rest.first, character.isASCII else { return false }
    if character == "%" {
      let digits = rest.dropFirst().prefix(2)
      return digits.count == 2 && digits.allSatisfy(\.isHexDigit)
    }
    return character.isLetter || character.isNumber || "-._~:/?#[]@!$&'()*+,;=".contains(character)
  }

  /// Returns the port as it is written.
  ///
  /// `URLComponents` drops a port that is empty or too large.
  private static func port(of link: String) -> String? {
    let authority = link.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    let end = authority[(authority.lastIndex { $0 == "@" || $0 == "]" } ?? authority.startIndex)...]
    return end.firstIndex(of: ":").map { String(end[$0...].dropFirst()) }
  }

  private func refuse(_ name: String, _ part: String?) throws(DeepLinkError) {
    if let part { throw .unexpectedPart(name: name, found: part) }
  }

  private func route(
    of parts: URLComponents,
    _ link: String
  ) throws(DeepLinkError) -> (DeepLinkRoute<Destination>, [NavigationBundleRow]) {
    var segments: [DeepLinkPattern.Segment] = []
    for segment in DeepLinkPattern.segments(parts.percentEncodedPath.dropFirst()) {
      guard let segment = DeepLinkPattern.Segment(segment) else { throw .malformed(link: link) }
      segments.append(segment)
    }
    for route in routes {
      if let rows = route.pattern.rows(in: segments) { return (route, rows) }
    }
    throw .unknownPath(
      found: segments.map(\.text).joined(separator: "/"),
      known: routes.map { "\($0.pattern)" }
    )
  }

  private static func query(
    of parts: URLComponents,
    _ link: String
  ) throws(DeepLinkError) -> [NavigationBundleRow] {
    do throws(QueryNotation.Problem) {
      return try QueryNotation.rows(parts.percentEncodedQuery ?? "")
    } catch {
      switch error {
      case .repeatedKey(let key): throw .repeatedKey(key)
      case .badEscape: throw .malformed(link: link)
      }
    }
  }

  /// Escapes the brackets of a query.
  ///
  /// People type `tags[0]`, but a URL must not contain brackets.
  private static func escapingBrackets(_ link: String) -> String {
    guard let start = link.utf8.firstIndex(of: UInt8(ascii: "?")) else { return link }
    let query = link[start...]
    guard query.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
      return link
    }
    var result = String.UnicodeScalarView(link[..<start].unicodeScalars)
    for scalar in query.unicodeScalars {
      switch scalar {
      case "[": result += "%5B".unicodeScalars
      case "]": result += "%5D".unicodeScalars
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
