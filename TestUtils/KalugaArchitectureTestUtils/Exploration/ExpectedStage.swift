import KalugaArchitecture

/// The stage that a screen must have by the table in the article on stages, and the reason.
struct ExpectedStage {
  let stage: LifecycleStage
  /// What is said of the screen, or of the app.
  let reason: String

  /// The stage of what nothing else covers in a host.
  init(_ host: HostState) {
    (stage, reason) =
      switch host {
      case .active: (.resumed, "on top")
      case .inactive: (.visible, "the app is partly covered")
      case .background: (.paused, "the app is in the background")
      }
  }

  private init(_ stage: LifecycleStage, _ reason: String) {
    (self.stage, self.reason) = (stage, reason)
  }

  /// The stage of what is below a screen or a stack with this stage.
  func covered(_ covering: PresentationCovering) -> ExpectedStage {
    switch (stage, covering) {
    case (.resumed, .partly): ExpectedStage(.visible, "covered partly")
    case (.visible, .partly): self
    case (.resumed, .wholly), (.visible, .wholly): ExpectedStage(.paused, "covered")
    default: self
    }
  }

  /// The stage of a list beside a detail with this stage.
  fileprivate func beside() -> ExpectedStage {
    stage == .resumed ? ExpectedStage(.visible, "beside its detail") : self
  }

  /// Returns whether a screen has this stage; one that was never shown counts as paused.
  func isRight(for found: LifecycleStage) -> Bool {
    found == stage || stage == .paused && found == .created
  }
}

/// Looks for screens with a wrong stage, in a stack and in those that are nested in its screens.
///
/// The rules are written here again, from the layers of the stacks, and call nothing of the drivers
/// that sets stages.
@MainActor
func stageProblems(of driver: StackDriver, in host: ExpectedStage) -> [AppProblem] {
  var problems: [AppProblem] = []
  // A question covers its screen partly.
  var ofTop = driver.shownQuestion?.driver === driver ? host.covered(.partly) : host
  for layer in driver.layerScreens.reversed() {
    let covered = ofTop.covered(.wholly)
    let last = layer.path.count - 1
    // In a wide host, the list is beside the first detail, whatever is above that.
    let detail = layer.isWide ? layer.path.dropFirst().firstIndex(where: \.isDetail) : nil
    let screens = layer.path.enumerated().map { index, element in
      (element.screen, index == last ? ofTop : index + 1 == detail ? ofTop.beside() : covered)
    }
    for (screen, expected) in layer.hidden.map({ ($0, covered) }) + screens {
      guard let screen else { continue }
      if let problem = stageProblem(of: screen, expected) {
        problems.append(problem)
      } else {
        for nested in screen.nestedDrivers { problems += stageProblems(of: nested, in: expected) }
      }
    }
    ofTop = ofTop.covered(layer.covering ?? layer.style?.covering ?? .wholly)
  }
  return problems
}

@MainActor
private func stageProblem(
  of screen: BaseLifecycleViewModel,
  _ expected: ExpectedStage
) -> AppProblem? {
  let found = screen.stage.current
  if expected.isRight(for: found) { return nil }
  let name = "\(type(of: screen))"
  let text = "\(name) is \(found), but \(expected.reason)"
  return AppProblem(.wrongStage, text, subject: "\(name) \(found)")
}
