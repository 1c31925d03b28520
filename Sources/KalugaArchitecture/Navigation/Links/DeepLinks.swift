#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
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
/// used. Query keys that the route does not know are ignored, and so is what other programs add to
/// links: <doc:deep-links> lists what is read. See ``UntypedNavigationBundle/init(query:)`` for the
/// notation of arrays and nested bundles.
public struct DeepLinks<Destination: NavigationDestination>: Sendable {
  /// A scheme and a host, with which links begin.
  struct Origin: Sendable {
    let scheme: String
    let host: String

    /// Schemes and hosts are case-insensitive.
    init(scheme: String, host: String) {
      self.scheme = scheme.lowercased()
      self.host = host.lowercased()
    }

    var beginning: String { "\(scheme)://\(host)" }

    /// The ports that mean the same as none.
    var defaultPorts: [String] {
      switch scheme {
      case "https": ["", "443"]
      case "http": ["", "80"]
      default: []
      }
    }
  }

  let origins: [Origin]
  let maximumLength: Int
  let routes: [DeepLinkRoute<Destination>]
  /// The names of the joined modules.
  var modules: [String] = []

  /// Creates the links of one app, which all begin with the same scheme and host.
  ///
  /// See ``init(origins:maximumLength:routes:file:line:)``.
  public init(
    scheme: String,
    host: String,
    maximumLength: Int = 16_384,
    routes: [DeepLinkRoute<Destination>],
    file: StaticString = #file,
    line: UInt = #line
  ) {
    self.init(
      origins: [(scheme: scheme, host: host)],
      maximumLength: maximumLength,
      routes: routes,
      file: file,
      line: line
    )
  }

  /// Creates the links of an app that begin with one of several pairs of a scheme and a host.
  ///
  ///     DeepLinks(origins: [("https", "shop.example"), ("shop", "open")], routes: routes)
  ///
  /// Links with any of the pairs are read, and links with the first one are written. Hosts are in
  /// ASCII: the form of an international host begins with `xn--`. An empty list, and a scheme or a host
  /// that a link cannot have, are programming errors and stop the program.
  ///
  /// Links with more bytes than the maximum are refused unread. Routes are tried in order.
  public init(
    origins: [(scheme: String, host: String)],
    maximumLength: Int = 16_384,
    routes: [DeepLinkRoute<Destination>],
    file: StaticString = #file,
    line: UInt = #line
  ) {
    // Programming errors. Otherwise, each link would be refused, with an error that blames the link.
    precondition(!origins.isEmpty, "origins must have at least one pair", file: file, line: line)
    for (scheme, host) in origins {
      precondition(
        host.utf8.allSatisfy { $0 < 0x80 },
        "The host '\(host)' is not ASCII. Write it in the form that begins with xn--.",
        file: file,
        line: line
      )
      let origin = Origin(scheme: scheme, host: host)
      let parts = try? DeepLinkParts(origin.beginning)
      precondition(
        parts?.scheme == origin.scheme && parts?.host == origin.host,
        "No link can begin with '\(scheme)://\(host)'. Correct the scheme or the host.",
        file: file,
        line: line
      )
    }
    self.origins = origins.map(Origin.init)
    self.maximumLength = maximumLength
    self.routes = routes
  }

  // MARK: Reading

  /// Returns the screens that a link leads to, root first.
  ///
  /// - Throws: The first reason why the link is not read. No part of it is.
  public func screens(for url: URL) throws(DeepLinkError) -> [Destination] {
    try screens(for: url.absoluteString)
  }

  /// Returns the screens that the text of a link leads to.
  ///
  /// Works like ``screens(for:)-(URL)``.
  public func screens(for link: String) throws(DeepLinkError) -> [Destination] {
    let length = link.utf8.count
    guard length <= maximumLength else {
      throw .tooLong(limit: maximumLength, found: length)
    }
    let parts = try DeepLinkParts(link)
    try checkOrigin(of: parts)
    let (route, rows) = try route(of: parts)
    let query = parts.query.rows
    for row in query where rows.contains(where: { $0.key == row.key }) {
      throw .repeatedKey(row.key)
    }
    do {
      return try route.screens(rows + query)
    } catch {
      for problem in error.problems {
        if let cause = parts.query.cause(of: problem, in: link) { throw cause }
      }
      throw .badContent(path: "\(route.pattern)", error.showingBeginnings(of: rows))
    }
  }

  private func checkOrigin(of parts: DeepLinkParts) throws(DeepLinkError) {
    guard
      let origin = origins.first(where: { $0.scheme == parts.scheme && $0.host == parts.host })
    else {
      let hosts = origins.filter { $0.scheme == parts.scheme }.map(\.host).withoutRepeats
      throw hosts.isEmpty
        ? .wrongScheme(expected: origins.map(\.scheme).withoutRepeats, found: parts.scheme)
        : .wrongHost(expected: hosts, found: parts.host ?? "")
    }
    if let user = parts.user { throw .unexpectedPart(name: "user", found: user) }
    if let port = parts.port, !origin.defaultPorts.contains(port) {
      throw .unexpectedPart(name: "port", found: port)
    }
  }

  private func route(
    of parts: DeepLinkParts
  ) throws(DeepLinkError) -> (DeepLinkRoute<Destination>, [NavigationBundleRow]) {
    let segments = try parts.segments
    for route in routes {
      if let rows = route.pattern.rows(in: segments) { return (route, rows) }
    }
    throw .unknownPath(
      found: segments.joined(separator: "/"),
      known: routes.map { "\($0.pattern)" },
      modules: modules
    )
  }
}

extension [String] {
  fileprivate var withoutRepeats: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension NavigationBundleError {
  /// Returns the error with the beginnings of values in a path, instead of hiding them completely.
  fileprivate func showingBeginnings(of rows: [NavigationBundleRow]) -> Self {
    NavigationBundleError(
      problems: problems.map { problem in
        let row = rows.first { $0.isPrivate && $0.key == problem.path }
        guard case .text(let text)? = row?.value else { return problem }
        let found = DeepLinkError.quoted(text)
        return Problem(path: problem.path, expected: problem.expected, found: found)
      }
    )
  }
}
