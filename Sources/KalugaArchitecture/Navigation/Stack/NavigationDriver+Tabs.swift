// What the user does with the tabs that a host shows.
extension NavigationDriver {
  /// Reports that the user has selected a tab in the host.
  ///
  /// If the tab was selected already, this is a second tap on it, and the closures of
  /// ``onReselect(_:)`` are asked. By default, the user then goes back to the first screen of the
  /// tab. Otherwise, the driver performs ``NavigationSpec/selectTab(_:)`` on the layer of the tab,
  /// which may be under presented ones.
  ///
  /// A late report of a tab that no longer exists changes nothing. If the request waits, the tab is
  /// selected wherever it is then. After this call, the host shows what ``stack`` says: a guard may
  /// have refused the tab. While another stack is presented over the tabs, a second tap changes
  /// nothing by default.
  ///
  /// - Parameter id: The first screen of the tab.
  public func hostDidSelect(_ id: BackStackEntryID) {
    let stack = stackSubject.current
    guard let spec = stack.selecting(id) else { return }
    if let layer = stack.layers.first(where: { $0.path[0].id == id }) {
      return userDidReselect(layer.path[0])
    }
    try? submit(PendingNavigation(spec, action: "tab", NavigationPromise<Never>(), tab: id))
  }

  /// Asks the closure when the user selects the tab that is already selected, until the token is
  /// disposed.
  ///
  /// The closure receives the first screen of the tab. The newest closure is asked first. If none
  /// intercepts, the user goes back to that screen, or to the first one whose back handler intercepts.
  ///
  ///     driver.onReselect { [weak driver] tab in
  ///       guard let feed = driver?.topScreen as? FeedViewModel else { return .proceed }
  ///       feed.scrollToTop()
  ///       return .intercept
  ///     }
  public func onReselect(
    _ handler: @escaping @MainActor (BackStack<Destination>.Entry) -> NavigationBackDecision
  ) -> any Disposable {
    reselectHandlers.add(handler)
  }

  private func userDidReselect(_ first: BackStack<Destination>.Entry) {
    let isIntercepted = reselectHandlers.containsFromNewest { $0(first) == .intercept }
    if !isIntercepted { hostDidShow([first]) }
  }
}

extension BackStack {
  /// Returns the operation that selects the tab with this first screen, or nil if there is none.
  func selecting(_ id: BackStackEntryID) -> NavigationSpec<Destination>? {
    for (level, layer) in layers.enumerated() where layer.tabs.count > 1 {
      guard let tab = layer.tabs.firstIndex(where: { $0[0].id == id }) else { continue }
      var spec = NavigationSpec<Destination>.selectTab(tab)
      for _ in layers.dropFirst(level + 1) { spec = .below(spec) }
      return spec
    }
    return nil
  }
}
