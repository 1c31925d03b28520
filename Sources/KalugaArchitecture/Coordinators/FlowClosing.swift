/// Closes the screens of a flow that has ended.
///
/// The first is asked for at once, and mostly takes the others with it: these are asked for only if they
/// are still open after its transition.
@MainActor
final class FlowClosing<Destination: NavigationDestination> {
  private var screens = FIFOQueue<RoutedScreen<Destination>>()
  private var ticket: NavigationTicket<Never>?

  /// Asks for the closing of the first of the screens, which are given lowest first.
  func close(_ screens: [RoutedScreen<Destination>]) {
    for screen in screens { self.screens.append(screen) }
    askForNext()
  }

  private func askForNext() {
    ticket = nil
    while ticket == nil, let screen = screens.popFirst() {
      do throws(NavigationError) {
        ticket = try screen.abandon()
      } catch {
        stay(after: error)
      }
    }
  }

  /// The first screen of a stack stays, and what was opened after it too: whatever comes next replaces them
  /// all in one transition.
  private func stay(after error: NavigationError) {
    guard case .nothingToGoBackTo = error else { return }
    for screen in screens.removeAll() where !screen.isOpen { _ = try? screen.abandon() }
  }

  /// Returns when the transitions have ended; any number may wait.
  func wait() async {
    while let ticket {
      let refusal: NavigationError?
      do throws(NavigationError) {
        try await ticket.transitioned()
        refusal = nil
      } catch {
        refusal = error
      }
      // Another one who waits may have asked for the next one already.
      guard self.ticket === ticket else { continue }
      if let refusal { stay(after: refusal) }
      askForNext()
    }
  }
}
