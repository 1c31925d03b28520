import KalugaArchitecture

/// Closes the screens of coordinators that have ended.
///
/// Requests the closing of the first screen at once, which usually closes the screens above it
/// too. Requests the closing of another screen only if it is still open after that transition.
@MainActor
final class ScreenCloser {
  private var screens = FIFOQueue<RoutedScreenState>()
  /// Whether a transition has to be awaited.
  private var isClosing = false
  private var waiters: [OneShot<Void>] = []

  /// Begins to close the screens, which are passed in the order in which they were opened.
  func close(_ screens: [RoutedScreenState]) {
    for screen in screens { self.screens.append(screen) }
    guard var ticket = askForNext() else { return }
    isClosing = true
    ArchitectureEvents.startTask { [self] in
      while true {
        if case .refused(let error) = await ticket.transitionOutcome { stay(after: error) }
        guard let next = askForNext() else { return end() }
        ticket = next
      }
    }
  }

  private func end() {
    isClosing = false
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.settle() }
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

  /// Stops closing if the screen is the first one of the stack, which cannot be closed.
  ///
  /// It stays together with the open screens above it until other screens replace them all in one
  /// transition. Screens that have not opened yet are prevented from opening.
  private func stay(after error: NavigationError) {
    guard case .nothingToGoBackTo = error else { return }
    for screen in screens.removeAll() where !screen.isOpen { _ = try? screen.abandon() }
  }

  /// Returns when the transitions have ended, even in a cancelled task.
  ///
  /// Any number of tasks can wait.
  func wait() async {
    guard isClosing else { return }
    // Not the value of the task, whose end a terminal session could not follow.
    let waiter = OneShot<Void>()
    waiters.append(waiter)
    await waiter.wait()
  }
}
