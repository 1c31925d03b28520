import KalugaArchitecture
import KalugaStores
import KalugaTerminal
import KittensFeatures

/// The screen of the list: starts its component when it is shown, and stops it when it is hidden.
final class KittensViewModel: BaseLifecycleViewModel {
  let store: KittensStore
  let view: KittensTerminalView
  private let component: KittensComponent

  init(
    source: any KittenDataSource,
    log: @escaping @MainActor (String) -> Void,
    say: @escaping @MainActor (String) -> Void
  ) {
    store = makeKittensStore(source: source)
    component = makeKittensComponent(store)
    view = KittensTerminalView(log: log, say: say)
    super.init()
    component.onViewCreated(view)
  }

  override func onResume(scope: TaskScope) { component.onStart() }

  override func onPause() { component.onStop() }

  override func onCleared() { component.onDestroy() }

  // MARK: What the user does

  func more() throws { try dispatch(.endReached) }

  func refresh() throws { try dispatch(.refreshTriggered) }

  /// Taps a kitten and waits for the store's answer: a label, which arrives in a later job.
  func tap(_ number: Int) async throws {
    let count = view.shownCount
    try dispatch(.itemTapped(number - 1))
    _ = try await view.$shownCount.stateFlow.first { $0 > count }
  }

  func answer(_ isLiked: Bool) throws {
    try expectDialog()
    view.answerTapped(isLiked)
  }

  func cancel() throws {
    try expectDialog()
    view.cancelTapped()
  }

  private func expectDialog() throws {
    if view.dialog == nil {
      throw TerminalCommandError("no dialog is open; type `tap` and the number of a kitten")
    }
  }

  private func dispatch(_ event: KittensEvent) throws {
    if view.dialog != nil {
      throw TerminalCommandError("answer the dialog first: type `yes`, `no` or `cancel`")
    }
    if stage.current != .resumed {
      throw TerminalCommandError("the list is not shown; type `start`")
    }
    view.dispatch(event)
  }
}
