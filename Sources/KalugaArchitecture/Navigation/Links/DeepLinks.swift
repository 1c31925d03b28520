#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The links of an app: what they lead to, and the link that leads to what is shown.
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
/// Neither direction has a side effect: a link is read as a whole, or refused with the part that is
/// wrong. Routes are tried in order, and the first one whose path fits decides. Keys of the query that
/// a route does not know are ignored. ``UntypedNavigationBundle/init(query:)`` tells how arrays and
/// nested bundles stand in a query.
public struct DeepLinks<Destination: NavigationDestination>: Sendable {
  private let scheme: String
  private let host: String
  private let maximumLength: Int
  private let routes: [DeepLinkRoute<Destination>]

  /// Creates the links of one app.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of all links.
  ///   - host: The host of all links.
  ///   - maximumLength: How many bytes a link may have; longer ones are not even looked at.
  ///   - routes: The links.
  public init(
    scheme: String,
    host: String,
    maximumLength: Int = 16_384,
    routes: [DeepLinkRoute<Destination>]
  ) {
    // Neither scheme nor host tell capitals from small letters, whoever wrote them.
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.maximumLength = maximumLength
    self.routes = routes
  }

  // MARK: Reading

  /// The screens that a link leads to, root first.
  public func screens(for link: String) throws(DeepLinkError) -> [Destination] {
    let length = link.utf8.count
    guard length <= maximumLength else {
      throw .tooLong(limit: maximumLength, found: length)
    }
    let escaped = Self.escapingBrackets(link)
    guard let parts = URLComponents(string: escaped, encodingInvalidCharacters: false),
      let foundScheme = parts.scheme
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

  private func refuse(_ name: String, _ part: String?) throws(DeepLinkError) {
    if let part { throw .unexpectedPart(name: name, found: part) }
  }

  private func route(
    of parts: URLComponents,
    _ link: String
  ) throws(DeepLinkError) -> (DeepLinkRoute<Destination>, [NavigationBundleRow]) {
    var segments: [DeepLinkPattern.Segment] = []
    for segment in DeepLinkPattern.segments(parts.percentEncodedPath.drop { $0 == "/" }) {
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

  // MARK: Writing

  /// The link that leads to these screens, root first.
  ///
  /// It carries all rows, private ones included: it is made for whoever may open it, not for a log.
  ///
  /// - Throws: That no route leads to these screens and no others, or what of their content cannot be
  ///   in a link.
  public func link(to screens: [Destination]) throws(DeepLinkError) -> String {
    var reason = DeepLinkError.noLink(screens: screens.map(\.screenName))
    for route in routes {
      guard let rows = route.rows(screens) else { continue }
      do throws(DeepLinkError) {
        let link = try link(route.pattern, rows)
        let length = link.utf8.count
        guard length <= maximumLength else {
          throw .tooLong(limit: maximumLength, found: length)
        }
        // Another route may come first, or the route's closures may not fit together. What that one
        // says of the link is not for errors: a row that is private here may not be so there.
        if (try? self.screens(for: link)) == screens { return link }
      } catch {
        reason = error
      }
    }
    throw reason
  }

  private func link(
    _ pattern: DeepLinkPattern,
    _ rows: [NavigationBundleRow]
  ) throws(DeepLinkError) -> String {
    do {
      let (path, rest) = try pattern.path(with: rows)
      let query = try UntypedNavigationBundle(rows: rest).query()
      return "\(scheme)://\(host)\(path)\(query.isEmpty ? "" : "?\(query)")"
    } catch {
      throw .badContent(path: "\(pattern)", error)
    }
  }

  /// The link that leads to what a stack shows.
  ///
  /// - Throws: What ``link(to:)-([Destination])`` throws. No link leads to tabs or to something that is
  ///   presented.
  public func link(to stack: BackStack<Destination>) throws(DeepLinkError) -> String {
    guard stack.layers.count == 1, stack.layers[0].tabs.count == 1 else {
      throw .noLink(screens: stack.entries.map { $0.destination.screenName })
    }
    return try link(to: stack.layers[0].path.map(\.destination))
  }
}
