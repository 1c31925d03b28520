#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The driver that has a view model as one of its screens, from the view of the nested stacks.
@MainActor
protocol ScreenHost: AnyObject {
  /// Describes the outermost stack, together with all stacks nested in its screens.
  var outermostPicture: String { get }

  /// Returns the handler for an effect of a nested stack.
  func effectHandler(for effect: any NavigationEffect) -> NavigationEffectHandler?

  /// Returns the data that an earlier process has saved for a nested stack of the screen, and
  /// forgets it.
  func takeSavedStack(_ name: String, in screen: BaseLifecycleViewModel) -> Data?
}

extension BaseLifecycleViewModel {
  /// The driver that shows this view model, or the screen of which it is a descendant.
  ///
  /// Nil if no driver does.
  var screenHost: (any ScreenHost)? { outermost.owner as? any ScreenHost }
}
