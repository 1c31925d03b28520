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
    guard life == .started, !isInTransition else { return }
    if hostState == .active {
      resumeTop()
    } else {
      topScreen?.handle(.pause, quietly: true)
    }
  }

  /// Runs the body as a transition: requests and changes of the host's state wait for its end.
  ///
  /// The view model that the driver belongs to is moved, and its screen left, after the transition too.
  func inTransition(_ body: () -> Void) {
    guard let nest else { return transition(body) }
    nest.runAsHook { transition(body) }
  }

  private func transition(_ body: () -> Void) {
    isInTransition = true
    body()
    isInTransition = false
    // Even if the state is again what it was: the top screen may have followed one in between.
    if mustFollowHost { followHost() }
  }
}
