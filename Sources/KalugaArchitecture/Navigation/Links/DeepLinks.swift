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
  private let scheme: String
  private let host: String
  private let maximumLength: Int
  private let routes: [DeepLinkRoute<Destination>]

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

  // MARK: Writing

  /// The beginning of each kind of link, up to the first part that varies; for completions.
  package var beginnings: [String] {
    routes.map { "\(scheme)://\(host)/\($0.pattern.beginning)" }
  }

  /// Returns the link that leads to these screens, which are passed root first.
  ///
  /// The link contains all rows, including private ones, so do not write it to a log.
  /// Dates are written to the millisecond.
  ///
  /// - Throws: ``DeepLinkError/noLink(screens:)`` if no route leads to exactly these screens.
  ///   Another error if a route does, but its content cannot be part of a link.
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
        // An earlier route may match the link, or the closures of this route may not match each
        // other. Drop the error: a row that is private in this route may be shown by the other one.
        if isRead(link, of: route, rows, as: screens) { return link }
      } catch {
        reason = error
      }
    }
    throw reason
  }

  /// Returns the link that a route writes for these screens although it does not lead to them.
  ///
  /// Routes that lead to screens with other names are left out: the content of a route need not
  /// check every screen.
  package func misleadingLink(to screens: [Destination]) -> String? {
    for route in routes {
      guard let rows = route.rows(screens), let own = try? route.screens(rows),
        own.map(\.screenName) == screens.map(\.screenName),
        let link = try? link(route.pattern, rows)
      else { continue }
      if !isRead(link, of: route, rows, as: screens) { return link }
    }
    return nil
  }

  /// Returns whether the link of a route leads to these screens, with the precision that dates have
  /// in links.
  private func isRead(
    _ link: String,
    of route: DeepLinkRoute<Destination>,
    _ rows: [NavigationBundleRow],
    as screens: [Destination]
  ) -> Bool {
    guard let found = try? self.screens(for: link) else { return false }
    if found == screens { return true }
    guard let own = try? route.screens(rows), own == screens else { return false }
    return (try? route.screens(rows.withWrittenDates)) == found
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

  /// Returns the link that leads to the screens of a stack.
  ///
  /// - Throws: The errors of ``link(to:)-([Destination])``. No link leads to a stack with tabs or
  ///   with a presented stack.
  public func link(to stack: BackStack<Destination>) throws(DeepLinkError) -> String {
    guard stack.layers.count == 1, stack.layers[0].tabs.count == 1 else {
      throw .noLink(screens: stack.entries.map { $0.destination.screenName })
    }
    return try link(to: stack.layers[0].path.map(\.destination))
  }
}

extension [NavigationBundleRow] {
  /// The rows with the text of each date, from which a link is read.
  fileprivate var withWrittenDates: Self {
    map { NavigationBundleRow(key: $0.key, value: $0.value.withWrittenDates) }
  }
}

extension NavigationBundleValue {
  fileprivate var withWrittenDates: Self {
    switch self {
    case .date: text.map { .text($0) } ?? self
    case .array(let values): .array(values.map(\.withWrittenDates))
    case .bundle(let rows): .bundle(rows.withWrittenDates)
    default: self
    }
  }
}
