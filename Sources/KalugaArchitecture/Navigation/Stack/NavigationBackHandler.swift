/// The decision of a handler when the user goes back, or selects the selected tab again.
public enum NavigationBackDecision: Hashable, Sendable {
  /// Lets the next handler decide.
  ///
  /// If none intercepts, the user goes back.
  case proceed
  /// Changes nothing, for example because the handler asks the user first.
  case intercept
}

@MainActor
final class NavigationBackHandler {
  private(set) weak var viewModel: BaseLifecycleViewModel?
  let isGlobal: Bool
  let decide: @MainActor () -> NavigationBackDecision
  /// Whether it was reported that nothing asks the handler.
  private var isReported = false

  init(
    _ viewModel: BaseLifecycleViewModel?,
    decide: @escaping @MainActor () -> NavigationBackDecision
  ) {
    self.viewModel = viewModel
    isGlobal = viewModel == nil
    self.decide = decide
  }

  /// Whether the handler belongs to a screen: to its view model, or to a descendant of that.
  func isOf(_ screen: BaseLifecycleViewModel) -> Bool { viewModel?.outermost === screen }

  /// Reports a handler whose view model is in none of the driver's screens, so that nothing asks it.
  func reportIfUnreachable(from driver: StackDriver) {
    guard !isReported, let viewModel, viewModel.currentStage != .cleared,
      !viewModel.isShown(by: driver)
    else { return }
    isReported = true
    viewModel.report(
      ArchitectureDiagnostic(
        .unreachableBackHandler,
        "the back handler of \(type(of: viewModel)) is never asked: it belongs to no screen of this "
          + "driver. Pass the view model of a screen, or a child of it, to onBack(on:)."
      )
    )
  }
}

/// The screens whose back handlers were asked about a request of the user.
struct AskedScreens {
  private(set) var viewModels: [BaseLifecycleViewModel]
  /// The entries whose view models had not been made, so that they had no handlers.
  ///
  /// They are asked when the turn of the request comes, if they have been made by then.
  let unmade: [BackStackEntryID]

  mutating func add(_ viewModels: [BaseLifecycleViewModel]) { self.viewModels += viewModels }

  func contain(_ viewModel: BaseLifecycleViewModel) -> Bool {
    viewModels.contains { $0 === viewModel }
  }
}
