#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What shows a view model as one of its screens, for the stacks inside the screen.
@MainActor
protocol ScreenHost: AnyObject {
  /// The outermost stack with all stacks inside its screens, as text.
  var outermostPicture: String { get }

  /// Gives up what a stack inside the screen has saved in an earlier process.
  func takeSavedStack(_ name: String, in screen: BaseLifecycleViewModel) -> Data?
}
