/// Closes the screens of a flow that has ended.
///
/// The first is asked for at once, and mostly takes the others with it: these are asked for only if they
/// are still open after its transition.
@MainActor
final class FlowClosing<Destination: Codable & Hashable & Sendable> {
  private var screens: ArraySlice<RoutedScreen<Destination>>
  private var ticket: NavigationTicket<Never>?

  /// Asks for the closing of the first of the screens, which are given lowest first.
  init(_ screens: [RoutedScreen<Destination>] = []) {
    self.screens = screens[...]
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

  /// The first screen of a stack stays, and what is over it too: whatever comes next replaces them all in
  /// one transition.
  private func stay(after error: NavigationError) {
    guard case .nothingToGoBackTo = error else { return }
    for screen in screens where !screen.isOpen { _ = try? screen.abandon() }
    screens = []
  }

  /// Returns when the transitions have ended.
  func wait() async {
    while let ticket {
      do throws(NavigationError) {
        try await ticket.transitioned()
      } catch {
        stay(after: error)
      }
      askForNext()
    }
  }
}
