// What the user does in the host.
extension NavigationDriver {
  /// Goes back on behalf of the user, for example for the back button, a swipe or the Escape key.
  ///
  /// If a question is asked, the user leaves it, and no handler is asked: see
  /// ``NavigationSpec/answer(_:)``. If the shown screen has a nested stack that can go back, the
  /// newest such stack goes back instead, with its own question and handlers. The same holds for the
  /// screen on top of a list, from which the user goes back after its detail. Otherwise, the
  /// handlers of the shown screen are asked first, and then those without a screen, each newest
  /// first. If none intercepts, the screen is popped. Popping the first screen of a presented stack
  /// closes that stack, so the handlers of the screens in its other tabs are asked, too. An action
  /// that pops asks no handlers. In a wide host, the user goes back in a detail and the stacks nested in
  /// it, then in its list and those nested there, and both keep their first screens: see ``isWide``.
  ///
  /// If the pop would leave a screen that was not asked when its turn comes, it is refused. But a
  /// screen that was on the stack without a view model, and was made since, is asked then, and the pop
  /// is refused if it intercepts. A guard may redirect it to any operation.
  ///
  /// - Returns: The ticket of the pop or the answer, or nil if a handler intercepted.
  /// - Throws: The reason, if the driver accepts no requests, or if the stack has no screen to go back
  ///   to. Only the handlers of a single first screen are asked then.
  @discardableResult
  public func back() throws(NavigationError) -> NavigationTicket<Never>? { try goBack() }

  /// Reports that the user has closed a presented stack in the host, for example by swiping a sheet
  /// away.
  ///
  /// The user goes back from all screens of that stack, and of the stacks that are presented over it.
  /// The handlers of each stack are asked as by ``back()``, the top one first. A stack whose handler
  /// intercepts stays open, and so do those under it. The host must then show them again.
  ///
  /// A late report of a stack that is no longer presented changes nothing. If a guard must be asked,
  /// the stacks are closed one by one after its decisions, for as long as no other screen opens.
  ///
  /// - Parameter id: The ``BackStack/Layer/id`` of the presented stack.
  /// - Returns: The ticket of the first transition, or nil if a handler intercepted.
  /// - Throws: The reason, if the driver accepts no requests.
  @discardableResult
  public func hostDidDismiss(
    _ id: BackStackEntryID
  ) throws(NavigationError) -> NavigationTicket<Never>? {
    try userDidDismiss(id)
  }

  /// Reports the path that the host shows after it has gone back itself, in the shown stack or in one
  /// that is visible under others, which then stay.
  ///
  /// For each missing screen, top first, the driver asks the same handlers as ``back()`` and pops
  /// the screen, even if its nested stacks could go back. It stops when a handler intercepts, and
  /// the host must then show ``path`` again. If a guard must be asked, the screens are popped one by
  /// one after its decisions, for as long as no other screen opens. A path that is not the beginning
  /// of the current one changes nothing.
  ///
  /// A wide host that shows a list beside its detail reports the path of one of the two.
  public func hostDidShow(_ shown: [BackStack<Destination>.Entry]) {
    hostDidShow(shown.map(\.id))
  }

  /// Reports the path by the identifiers of its screens.
  package func hostDidShow(_ shown: [BackStackEntryID]) { userDidGoBack(to: shown) }

  /// Reports that the user has selected a tab in the host.
  ///
  /// If the tab was selected already, this is a second tap on it, and the closures of
  /// ``onReselect(_:)`` are asked. By default, the user then goes back to the first screen of the
  /// tab. Otherwise, the driver performs ``NavigationSpec/selectTab(_:)`` on the layer of the tab,
  /// which may be under presented ones.
  ///
  /// A late report of a tab that no longer exists changes nothing. If the request waits, the tab is
  /// selected wherever it is then. After this call, the host shows what ``stack`` says: a guard may
  /// have refused the tab. While another stack covers the tabs wholly, a second tap changes nothing by
  /// default.
  ///
  /// - Parameter id: The first screen of the tab.
  public func hostDidSelect(_ id: BackStackEntryID) { userDidSelectTab(id) }

  /// Reports a pushed screen that is, or is above, one with a nested stack, for a host that cannot
  /// show a stack inside another.
  package func reportPushedStack(in screen: HostedScreen<Destination>) {
    screen.viewModel.report(
      ArchitectureDiagnostic(
        .pushedStack,
        "the screen \(screen.destination.screenName) has no back button and no swipe back: it or a screen "
          + "under it has a nested stack, and SwiftUI cannot show a stack inside another. Add the stack "
          + "with drawn: .inOuterPath, or to the first screen of a tab or of a presented stack."
      )
    )
  }
}
