// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  var isAnimated: Bool { get }
  var isCancelled: Bool { get }
}

@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

/// A change of what a window shows, from the first callbacks to the last ones.
@MainActor
final class StubTransition: NSObject, UIViewControllerTransitionCoordinator {
  let isAnimated: Bool
  private(set) var isCancelled = false
  /// The controllers that the transition moves.
  let owners: [UIViewController]
  var arriving: [UIViewController] = []
  var leaving: [UIViewController] = []
  /// False from the `did` phase on, in which another change may begin.
  var isRunning = true
  /// Called after the appearance methods.
  private let didDisappear: () -> Void
  /// Calls the delegates and completions.
  private let didEnd: () -> Void
  /// Brings back what was shown before, if the user cancels.
  let revert: () -> Void
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

  init(
    of owners: [UIViewController],
    animated: Bool,
    didDisappear: @escaping () -> Void,
    didEnd: @escaping () -> Void,
    revert: @escaping () -> Void
  ) {
    self.owners = owners
    isAnimated = animated
    self.didDisappear = didDisappear
    self.didEnd = didEnd
    self.revert = revert
    super.init()
    for owner in owners { owner.ownTransition = self }
  }

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animation?(self)
    if let completion { completions.append(completion) }
    return true
  }

  func complete(_ order: UIWindow.CoordinatorOrder) {
    didDisappear()
    switch order {
    case .beforeRelease where isAnimated:
      didEnd()
      callCompletions()
    case .beforeDelegate:
      leaveOwners()
      callCompletions()
      didEnd()
    case .afterDelegate, .beforeRelease:
      didEnd()
      callCompletions()
      leaveOwners()
    }
  }

  func cancel(calling callsCompletions: Bool) {
    isCancelled = true
    leaveOwners()
    if callsCompletions { callCompletions() }
    completions = []
  }

  func leaveOwners() {
    for owner in owners where owner.ownTransition === self { owner.ownTransition = nil }
  }

  private func callCompletions() {
    for completion in completions { completion(self) }
    completions = []
  }
}
