// A request of a screen knows that screen, so that a late one moves no other screen.
extension StackDriver {
  /// The screen to which a navigator belongs that is made now, or nil if it belongs to none.
  ///
  /// A navigator of a shared view model belongs to none, because it is used by all who share it.
  var originOfNewNavigator: ErasedStack.Entry? {
    userOfMake == nil || ScreenFactoryCalls.host !== self ? screenOfFactory : nil
  }

  /// The screen that the driver is making, or in which a driver is nested that makes a screen.
  var screenOfFactory: ErasedStack.Entry? {
    ScreenFactoryCalls.host.flatMap { screen(around: $0) } ?? screenBeingMade
  }

  /// Returns the screen in which another driver is nested, or nil if it is in none.
  func screen(around nested: StackDriver) -> ErasedStack.Entry? {
    guard nested !== self, let screen = nested.outermostScreen else { return nil }
    return screenID(around: screen).flatMap(current.entry)
  }

  /// Returns the screen of a view model whose request has no origin of its own, or nil if the view
  /// model belongs to no screen of this driver.
  ///
  /// - Throws: An error if the screen has left the stack.
  func origin(
    of viewModel: BaseLifecycleViewModel,
    for action: @autoclosure () -> String
  ) throws(NavigationError) -> ErasedStack.Entry? {
    // A part of a screen that has left has no connection to that screen any more.
    guard viewModel.isShown(by: self) || viewModel.currentStage == .cleared else { return nil }
    if let id = screenID(around: viewModel), let entry = current.entry(id) { return entry }
    throw .screenHasLeft(screen: "\(type(of: viewModel))", action: action())
  }

  /// Returns the screen of this driver that is a view model, has it as a descendant, or has it in a
  /// nested stack.
  private func screenID(around viewModel: BaseLifecycleViewModel) -> BackStackEntryID? {
    var screen = viewModel.outermost
    while let host = screen.screenHost, host !== self, let outer = host.outermostScreen {
      screen = outer
    }
    return entryID(of: screen)
  }
}

/// Knows which driver is making a screen.
@MainActor
enum ScreenFactoryCalls {
  /// The innermost driver that is making a screen, or nil.
  static weak var host: StackDriver?
}
