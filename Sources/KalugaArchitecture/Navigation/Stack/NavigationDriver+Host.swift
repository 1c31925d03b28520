// What the state of the host lets the screens be.
extension NavigationDriver {
  /// Resumes the screen on top, if the host is active.
  func resumeTop() {
    if hostState == .active { topScreen?.handle(.resume, quietly: true) }
  }

  /// Brings the screen on top to where the host lets it be.
  ///
  /// In a transition, waits for its end.
  func followHost() {
    mustFollowHost = isInTransition
    if isInTransition { return }
    if hostState != .active {
      // Also after an end that still waits for a hook: the screens must not outlast their host.
      topScreen?.handle(.pause, quietly: true)
    } else if life == .started {
      resumeTop()
    }
  }

  /// Runs the body as a transition: requests and changes of the host's state wait for its end.
  ///
  /// The view model that the driver belongs to is moved, and its screen left, after the transition too.
  func inTransition(_ body: () -> Void) {
    beforeCallsOfNest { transition(body) }
  }

  /// Runs the body before the view model that the driver belongs to is moved.
  func beforeCallsOfNest(_ body: () -> Void) {
    if let nest { nest.runAsHook(body) } else { body() }
  }

  private func transition(_ body: () -> Void) {
    isInTransition = true
    body()
    isInTransition = false
    // Not later, because the view model that the driver belongs to may be cleared next.
    if isEnded { endScreens() }
    // Even if the state is again what it was: the top screen may have followed one in between.
    if mustFollowHost { followHost() }
  }
}
