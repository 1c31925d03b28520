// A screen is resumed only while the host is active.
extension NavigationDriver {
  private var untrackedTopScreen: BaseLifecycleViewModel? { viewModel(of: untrackedStack.top.id) }

  /// Resumes the top screen if the host is active.
  func resumeTop() {
    if hostState == .active { untrackedTopScreen?.handle(.resume, quietly: true) }
  }

  /// Resumes or pauses the top screen after a change of the host's state.
  ///
  /// During a transition, this takes effect at its end.
  func followHost() {
    mustFollowHost = isInTransition
    if isInTransition { return }
    if hostState != .active {
      // Also after an end that still waits for a hook: the screens must not outlast their host.
      untrackedTopScreen?.handle(.pause, quietly: true)
    } else if life == .started {
      resumeTop()
    }
  }

  /// Runs the body as a transition, for whose end requests and changes of the host's state wait.
  ///
  /// If the driver is nested, lifecycle changes of the view model that it belongs to wait too, and
  /// so do requests to the outer driver.
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
