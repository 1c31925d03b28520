// A screen is resumed only while the host is active.
extension NavigationDriver {
  /// Resumes the top screen if the host is active.
  func resumeTop() {
    if hostState == .active { topScreen?.handle(.resume, quietly: true) }
  }

  /// Resumes or pauses the top screen after a change of the host's state.
  ///
  /// Does nothing during a transition, which calls this method again at its end.
  func followHost() {
    guard life == .started, !isInTransition else { return }
    if hostState == .active {
      resumeTop()
    } else {
      topScreen?.handle(.pause, quietly: true)
    }
  }

  /// Runs the body as a transition, for whose end requests and changes of the host's state wait.
  ///
  /// If the driver is nested, lifecycle changes of the view model that it belongs to wait too, and
  /// so do requests to the outer driver.
  func inTransition(_ body: () -> Void) {
    guard let nest else { return transition(body) }
    nest.runAsHook { transition(body) }
  }

  private func transition(_ body: () -> Void) {
    let state = hostState
    isInTransition = true
    body()
    isInTransition = false
    if hostState != state { followHost() }
  }
}
