/// Closes the screens of flows that have ended.
///
/// The first one is asked for at once, and mostly takes the others with it: these are asked for only if they
/// are still open after its transition.
@MainActor
final class FlowClosing<Destination: NavigationDestination> {
  private var screens = FIFOQueue<RoutedScreen<Destination>>()
  /// Asks for the others; nil if nothing has to be awaited.
  private var rest: Task<Void, Never>?

  /// Asks for the closing of the first of the screens, which are given lowest first.
  func close(_ screens: [RoutedScreen<Destination>]) {
    for screen in screens { self.screens.append(screen) }
    guard var ticket = askForNext() else { return }
    rest = Task {
      while true {
        if case .refused(let error) = await ticket.transitionOutcome { stay(after: error) }
        guard let next = askForNext() else { return }
        ticket = next
      }
    }
  }

  private func askForNext() -> NavigationTicket<Never>? {
    while let screen = screens.popFirst() {
      do throws(NavigationError) {
        if let ticket = try screen.abandon() { return ticket }
      } catch {
        stay(after: error)
      }
    }
    return nil
  }

  /// The first screen of a stack stays, and what was opened after it too: whatever comes next replaces them
  /// all in one transition.
  private func stay(after error: NavigationError) {
    guard case .nothingToGoBackTo = error else { return }
    for screen in screens.removeAll() where !screen.isOpen { _ = try? screen.abandon() }
  }

  /// Returns when the transitions have ended, also in a cancelled task; any number may wait.
  func wait() async {
    await rest?.value
  }
}
