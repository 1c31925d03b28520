#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The driver that has a view model as one of its screens, from the view of the nested stacks.
@MainActor
protocol ScreenHost: AnyObject {
  /// The driver in one of whose screens this one is nested, or nil.
  var outer: (any ScreenHost)? { get }

  /// The view or controller that shows the driver.
  var host: AnyObject? { get }

  /// The screen of the outer driver in which this one is nested, or nil.
  var screen: BaseLifecycleViewModel? { get }

  /// Asks the back handlers of a screen and of its descendants, those of the outer drivers included.
  ///
  /// Returns whether one of them intercepts.
  func isBackIntercepted(by screen: BaseLifecycleViewModel) -> Bool

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

  /// Returns whether a driver shows this view model, itself or around a nested stack.
  func isShown(by driver: any ScreenHost) -> Bool {
    var host = screenHost
    while let current = host, current !== driver { host = current.outer }
    return host != nil
  }
}
