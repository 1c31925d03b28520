#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What shows a view model as one of its screens, for the stacks inside the screen.
@MainActor
protocol ScreenHost: AnyObject {
  /// Describes the outermost stack with all stacks inside its screens.
  var outermostPicture: String { get }

  /// What carries out an effect of a stack inside a screen.
  func effectHandler(for effect: any NavigationEffect) -> NavigationEffectHandler?

  /// Gives up what a stack inside the screen has saved in an earlier process.
  func takeSavedStack(_ name: String, in screen: BaseLifecycleViewModel) -> Data?
}

extension BaseLifecycleViewModel {
  /// What shows the screen that this view model is, or is a part of.
  var screenHost: (any ScreenHost)? { outermost.owner as? any ScreenHost }
}
