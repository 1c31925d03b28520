#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns links into the screens they lead to.
///
///     let links = DeepLinkParser(scheme: "kaluga", host: "example", routes: [
///       DeepLinkRoute("details", Profile.bundleSpec) { [.home, .details($0)] }
///     ])
///     let screens = try links.screens(for: "kaluga://example/details?userID=7")
///
/// Parsing has no side effect: a link is read as a whole, or refused with the part that is wrong.
/// Keys of the query that a route does not know are ignored. ``UntypedNavigationBundle/init(query:)``
/// tells how arrays and nested bundles stand in a query.
public struct DeepLinkParser<Destination: Sendable>: Sendable {
  private let scheme: String
  private let host: String
  private let routes: [DeepLinkRoute<Destination>]

  /// Creates a parser for the links of one app.
  public init(scheme: String, host: String, routes: [DeepLinkRoute<Destination>]) {
    // Neither scheme nor host tell capitals from small letters, whoever wrote them.
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.routes = routes
  }

  /// The screens that a link leads to, root first.
  public func screens(for link: String) throws(DeepLinkError) -> [Destination] {
    let escaped = Self.escapingBrackets(link)
    guard let parts = URLComponents(string: escaped, encodingInvalidCharacters: false),
      let foundScheme = parts.scheme,
      // Escapes that are no UTF-8 read as empty text.
      parts.path.isEmpty == parts.percentEncodedPath.isEmpty
    else { throw .malformed(link: link) }
    guard foundScheme.lowercased() == scheme else {
      throw .wrongScheme(expected: scheme, found: foundScheme)
    }
    guard let foundHost = parts.host, foundHost.lowercased() == host else {
      throw .wrongHost(expected: host, found: parts.host ?? "")
    }
    try refuse("user", parts.user)
    try refuse("port", parts.port.map { "\($0)" })
    try refuse("fragment", parts.fragment)
    let path = String(parts.path.drop { $0 == "/" })
    guard let route = routes.first(where: { $0.path == path }) else {
      throw .unknownPath(found: path, known: routes.map(\.path))
    }
    let rows = try rows(of: parts, link)
    do {
      return try route.screens(rows)
    } catch {
      throw .badQuery(path: path, error)
    }
  }

  private func refuse(_ name: String, _ part: String?) throws(DeepLinkError) {
    if let part { throw .unexpectedPart(name: name, found: part) }
  }

  private func rows(
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

  /// A URL has no brackets in its query, but whoever types a link writes `tags[0]`.
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
