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
/// Keys of the query that a route does not know are ignored.
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
    guard let parts = URLComponents(string: link, encodingInvalidCharacters: false),
      let foundScheme = parts.scheme,
      isUnicode(parts)
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
    let rows = try rows(of: parts)
    do {
      return try route.screens(rows)
    } catch {
      throw .badQuery(path: path, error)
    }
  }

  /// Whether all escapes are UTF-8: others read as empty text.
  private func isUnicode(_ parts: URLComponents) -> Bool {
    parts.path.isEmpty == parts.percentEncodedPath.isEmpty
      && zip(parts.queryItems ?? [], parts.percentEncodedQueryItems ?? []).allSatisfy {
        text,
        escaped in
        text.name.isEmpty == escaped.name.isEmpty
          && (text.value ?? "").isEmpty == (escaped.value ?? "").isEmpty
      }
  }

  private func refuse(_ name: String, _ part: String?) throws(DeepLinkError) {
    if let part { throw .unexpectedPart(name: name, found: part) }
  }

  private func rows(of parts: URLComponents) throws(DeepLinkError) -> [NavigationBundleRow] {
    var keys: Set<String> = []
    var rows: [NavigationBundleRow] = []
    for item in parts.queryItems ?? [] {
      guard keys.insert(item.name).inserted else { throw .repeatedKey(item.name) }
      rows.append(NavigationBundleRow(key: item.name, value: .text(item.value ?? "")))
    }
    return rows
  }
}
