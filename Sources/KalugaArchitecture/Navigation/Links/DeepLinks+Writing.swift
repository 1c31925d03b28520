extension DeepLinks {
  /// The beginning of each kind of link, up to the first part that varies; for completions.
  package var beginnings: [String] {
    routes.map { "\(origins[0].beginning)/\($0.pattern.beginning)" }
  }

  /// Returns the link that leads to these screens, which are passed root first.
  ///
  /// The link begins with the first scheme and host of the table. It contains all rows, including
  /// private ones, so do not write it to a log.
  /// Dates are written to the millisecond.
  ///
  /// - Throws: ``DeepLinkError/noLink(screens:)`` if no route writes a link for these screens.
  ///   ``DeepLinkError/misread(path:expected:found:)`` if the link of the route that writes one
  ///   leads elsewhere. Another error if the content cannot be part of a link.
  public func link(to screens: [Destination]) throws(DeepLinkError) -> String {
    var reason = DeepLinkError.noLink(screens: screens.map(\.screenName))
    for route in routes {
      do throws(DeepLinkError) {
        if let link = try link(to: screens, by: route) { return link }
      } catch {
        reason = error
      }
    }
    throw reason
  }

  /// Returns the routes that write a link for these screens.
  ///
  /// The content of a route need not check every screen. It is meant for these screens if it leads
  /// to screens with the same names. The error is nil if the link leads to the screens.
  package func writers(
    of screens: [Destination]
  ) -> [(path: String, isMeant: Bool, error: DeepLinkError?)] {
    routes.compactMap { route in
      guard let rows = route.rows(screens) else { return nil }
      let own = try? route.screens(rows)
      let isMeant = own?.map(\.screenName) == screens.map(\.screenName)
      do throws(DeepLinkError) {
        _ = try link(to: screens, by: route)
        return ("\(route.pattern)", isMeant, nil)
      } catch {
        return ("\(route.pattern)", isMeant, error)
      }
    }
  }

  /// Returns the link that a route writes; nil if the screens are not of this route.
  private func link(
    to screens: [Destination],
    by route: DeepLinkRoute<Destination>
  ) throws(DeepLinkError) -> String? {
    guard let rows = route.rows(screens) else { return nil }
    let link = try link(route.pattern, rows)
    let length = link.utf8.count
    guard length <= maximumLength else { throw .tooLong(limit: maximumLength, found: length) }
    // An earlier route may match the link, or the closures of this route may not match each other.
    // Drop the error: a row that is private in this route may be shown by the other one.
    let found = try? self.screens(for: link)
    if let found, isSame(found, screens, rows, route) { return link }
    throw .misread(
      path: "\(route.pattern)",
      expected: screens.map(\.screenName),
      found: found?.map(\.screenName)
    )
  }

  /// Returns whether the screens that a link leads to are those that it was written for, with the
  /// precision that dates have in links.
  private func isSame(
    _ found: [Destination],
    _ screens: [Destination],
    _ rows: [NavigationBundleRow],
    _ route: DeepLinkRoute<Destination>
  ) -> Bool {
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
      return "\(origins[0].beginning)\(path)\(query.isEmpty ? "" : "?\(query)")"
    } catch {
      throw .badContent(path: "\(pattern)", error)
    }
  }

  /// Returns the link that leads to the screens of a stack, or of its shown tab.
  ///
  /// - Throws: The errors of ``link(to:)-([Destination])``. No link leads to a presented stack.
  public func link(to stack: BackStack<Destination>) throws(DeepLinkError) -> String {
    guard let screens = stack.linkedScreens else {
      throw .noLink(screens: stack.entries.map { $0.destination.screenName })
    }
    return try link(to: screens)
  }
}

extension BackStack {
  /// The screens that a link can lead to: the shown path, or nil if something is presented.
  package var linkedScreens: [Destination]? {
    erased.layers.count == 1 ? erased.layers[0].path.map { $0.destination.typed() } : nil
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
