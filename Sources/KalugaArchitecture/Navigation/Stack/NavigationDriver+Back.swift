/// The decision of a back handler when the user goes back.
public enum NavigationBackDecision: Hashable, Sendable {
  /// Lets the next handler decide.
  ///
  /// If none intercepts, the screen is closed.
  case proceed
  /// Keeps the screen open, for example because the handler asks the user first.
  case intercept
}

@MainActor
final class NavigationBackHandler {
  private(set) weak var viewModel: BaseLifecycleViewModel?
  let isGlobal: Bool
  let decide: @MainActor () -> NavigationBackDecision
  /// Whether it was reported that nothing asks the handler.
  private var isReported = false

  init(
    _ viewModel: BaseLifecycleViewModel?,
    decide: @escaping @MainActor () -> NavigationBackDecision
  ) {
    self.viewModel = viewModel
    isGlobal = viewModel == nil
    self.decide = decide
  }

  /// Whether the handler belongs to a screen: to its view model, or to a descendant of that.
  func isOf(_ screen: BaseLifecycleViewModel) -> Bool { viewModel?.outermost === screen }

  /// Reports a handler whose view model is in none of the driver's screens, so that nothing asks it.
  func reportIfUnreachable(from driver: any ScreenHost) {
    guard !isReported, let viewModel, viewModel.currentStage != .cleared,
      !viewModel.isShown(by: driver)
    else { return }
    isReported = true
    viewModel.report(
      ArchitectureDiagnostic(
        .unreachableBackHandler,
        "the back handler of \(type(of: viewModel)) is never asked: it belongs to no screen of this "
          + "driver. Pass the view model of a screen, or a child of it, to onBack(on:)."
      )
    )
  }
}

/// The screens whose back handlers were asked about a request of the user.
struct AskedScreens {
  let viewModels: [BaseLifecycleViewModel]
  /// The entries whose view models had not been made, so that they had no handlers.
  let unmade: [BackStackEntryID]

  func contain(_ viewModel: BaseLifecycleViewModel) -> Bool {
    viewModels.contains { $0 === viewModel }
  }
}

extension NavigationDriver {
  /// Goes back on behalf of the user, for example for the back button, a swipe or the Escape key.
  ///
  /// If the shown screen has a nested stack that can go back, the newest such stack goes back
  /// instead, with its own handlers. Otherwise, the handlers of the shown screen are asked first,
  /// and then those without a screen, each newest first. If none intercepts, the screen is popped.
  /// Popping the first screen of a presented stack closes that stack, so the handlers of the screens
  /// in its other tabs are asked, too. An action that pops asks no handlers.
  ///
  /// If the pop would leave a screen that was not asked when its turn comes, it is refused. A guard may
  /// redirect it to any operation.
  ///
  /// - Returns: The ticket of the pop, or nil if a handler intercepted.
  /// - Throws: The reason, if the stack has no screen to go back to.
  @discardableResult
  public func back() throws(NavigationError) -> NavigationTicket<Never>? {
    let stack = stackSubject.current
    if let nested = nestedDrivers(in: stack.top.id).first(where: \.hasWayBack) {
      return try nested.back()
    }
    let layer = stack.layers[stack.layers.count - 1]
    let closesLayer = stack.layers.count > 1 && layer.path.count == 1
    return try leave(closesLayer ? layer.entries : [stack.top], by: .pop(), action: "back")
  }

  /// Asks the back handlers of screens, and requests the operation with which the user leaves them.
  ///
  /// - Returns: The ticket of the request, or nil if a handler intercepted.
  private func leave(
    _ entries: [BackStack<Destination>.Entry],
    by spec: NavigationSpec<Destination>,
    action: String
  ) throws(NavigationError) -> NavigationTicket<Never>? {
    for entry in backHandlers.entries where !entry.isDisposed {
      entry.handler.reportIfUnreachable(from: self)
    }
    // Before the handlers are called, because they may change the stack.
    let unmade = entries.map(\.id).filter { viewModel(of: $0) == nil }
    let asked = AskedScreens(viewModels: entries.flatMap { viewModels(in: $0.id) }, unmade: unmade)
    if !entries.isEmpty, isBackIntercepted(leaving: entries) { return nil }
    let promise = NavigationPromise<Never>(listener: scope.core.listener)
    try submit(PendingNavigation(spec, action: action, promise, asked: asked))
    return promise.ticket
  }

  /// Reports that the user has closed a presented stack in the host, for example by swiping a sheet
  /// away.
  ///
  /// The user goes back from all screens of that stack, and of the stacks that are presented over it.
  /// The handlers of each stack are asked, the top one first. A stack whose handler intercepts stays
  /// open, and so do those under it. The host must then show them again.
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
    var ticket = NavigationTicket<Never>.done
    while isPresented(id) {
      let layers = stackSubject.current.layers
      let top = layers[layers.count - 1]
      do throws(NavigationError) {
        guard let next = try leave(top.entries, by: .dismiss(), action: "dismiss") else {
          return nil
        }
        ticket = next
      } catch {
        // A handler may have closed the stack itself. The next stack is asked on its own. But a
        // handler that presents another stack instead could otherwise go on endlessly.
        if stackSubject.current.layers.count >= layers.count { throw error }
      }
      if isPresented(top.id) {
        // The request waits for a guard or a transition.
        goOn(after: ticket, uncovering: layers[layers.count - 2].path) {
          _ = try? $0.hostDidDismiss(id)
        }
        return ticket
      }
    }
    return ticket
  }

  private func isPresented(_ id: BackStackEntryID) -> Bool {
    stackSubject.current.layers.dropFirst().contains { $0.id == id }
  }

  /// Reports the path that the host shows after it has gone back itself.
  ///
  /// For each missing screen, top first, the driver asks the same handlers as ``back()`` and pops
  /// the screen, even if its nested stacks could go back. It stops when a handler intercepts, and
  /// the host must then show ``path`` again. If a guard must be asked, the screens are popped one by
  /// one after its decisions, for as long as no other screen opens. A path that is not the beginning
  /// of the current one changes nothing.
  public func hostDidShow(_ shown: [BackStack<Destination>.Entry]) {
    hostDidShow(shown.map(\.id))
  }

  /// Reports the path by the identifiers of its screens.
  package func hostDidShow(_ shown: [BackStackEntryID]) {
    while true {
      let path = stackSubject.current.shownPaths.last ?? []
      guard !shown.isEmpty, shown.count < path.count,
        path.starts(with: shown, by: { $0.id == $1 })
      else { return }
      do {
        guard let ticket = try leave(path.suffix(1), by: .pop(), action: "back") else { return }
        if !isShorter(than: path) {
          // The pop waits for a guard or a transition.
          return goOn(after: ticket, uncovering: path.dropLast()) { $0.hostDidShow(shown) }
        }
      } catch {
        // A handler may have closed the screen itself. The next screen is asked on its own.
        if !isShorter(than: path) { return }
      }
    }
  }

  private func isShorter(than path: [BackStack<Destination>.Entry]) -> Bool {
    stackSubject.current.shownPaths.last?.count ?? 0 < path.count
  }

  /// Lets the user go back further after a request that waits, if it uncovers the expected screen.
  ///
  /// Otherwise, a guard has refused or redirected the request, or another screen has opened.
  private func goOn(
    after ticket: NavigationTicket<Never>,
    uncovering path: some BidirectionalCollection<BackStack<Destination>.Entry>,
    _ next: @escaping @MainActor (NavigationDriver) -> Void
  ) {
    let expected = path.last?.id
    scope.launch(name: "back") { [weak self] in
      guard case .done = await ticket.outcome, let self, stackSubject.current.top.id == expected
      else { return }
      next(self)
    }
  }

  /// The view models of a screen and of the stacks that are nested in it.
  func viewModels(in id: BackStackEntryID) -> [BaseLifecycleViewModel] {
    [viewModel(of: id)].compactMap(\.self) + nestedDrivers(in: id).flatMap { $0.allScreens }
  }

  /// Asks the handlers of these screens, top first, after those of their nested stacks, and then the
  /// handlers without a screen.
  func isBackIntercepted(leaving entries: [BackStack<Destination>.Entry]) -> Bool {
    let left = entries.reversed().compactMap { entry in
      viewModel(of: entry.id).map { ($0, nestedDrivers(in: entry.id)) }
    }
    return left.contains { screen, nested in
      nested.contains { $0.isBackIntercepted() } || isBackIntercepted(by: screen)
    } || isBackIntercepted { $0.isGlobal }
  }

  func isBackIntercepted(by screen: BaseLifecycleViewModel) -> Bool {
    isBackIntercepted { $0.isOf(screen) } || outer?.isBackIntercepted(by: screen) == true
  }

  /// Asks the handlers that satisfy the condition, newest first.
  private func isBackIntercepted(_ isAsked: (NavigationBackHandler) -> Bool) -> Bool {
    backHandlers.containsFromNewest { isAsked($0) && $0.decide() == .intercept }
  }
}
