/// What belongs to a request that opens a screen: the view model, if it exists already, and who follows
/// the screen until it has left the stack, by whatever way.
///
/// Of a transition that takes place either `didLeave` is called, if it opened no screen, or `didOpen` and
/// later `didLeave`. Both are called from inside a transition: what they ask for comes after it.
package struct ScreenOpening<Destination: NavigationDestination>: Sendable {
  /// The screen.
  let destination: Destination

  /// The view model to show; nil lets the driver's factory make one.
  let viewModel: BaseLifecycleViewModel?

  /// Refuses the screen when its turn has come, before anything changes.
  private let check: @MainActor () throws(NavigationError) -> Void

  /// Gets the identity of the new entry.
  let didOpen: @MainActor (Int) -> Void

  /// Gets the reason.
  let didLeave: @MainActor (NavigationCancellation) -> Void

  package init(
    _ destination: Destination,
    viewModel: BaseLifecycleViewModel?,
    check: @escaping @MainActor () throws(NavigationError) -> Void = {},
    didOpen: @escaping @MainActor (Int) -> Void,
    didLeave: @escaping @MainActor (NavigationCancellation) -> Void
  ) {
    self.destination = destination
    self.viewModel = viewModel
    self.check = check
    self.didOpen = didOpen
    self.didLeave = didLeave
  }

  /// Refuses what nobody wants any more, and a view model that cannot be shown: its life has one place on
  /// the stack, and one end.
  @MainActor
  func checkMayOpen(
    among shown: some Sequence<BaseLifecycleViewModel>
  ) throws(NavigationError) {
    try check()
    guard let viewModel else { return }
    let screen = destination.screenName
    if viewModel.stage.current == .cleared {
      throw .refused(action: screen, reason: "its view model has been cleared; make a new one")
    }
    if shown.contains(where: { $0 === viewModel }) {
      throw .refused(action: screen, reason: "its view model is on the stack; make another one")
    }
  }
}
