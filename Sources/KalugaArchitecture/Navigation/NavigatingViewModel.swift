/// A view model that can navigate.
///
/// The navigator is the last of its lifecycle subscribables.
///
/// Kaluga: `NavigatingViewModel`.
open class NavigatingViewModel<Action: NavigationAction>: BaseLifecycleViewModel {
  /// Carries out this view model's actions.
  public let navigator: any Navigator<Action>

  /// What is done with results, by the name of the key.
  var resultHandlers: [String: any AnyNavigationResultHandler] = [:]

  /// Creates a view model with its navigator and further services that follow its host.
  public init(
    navigator: any Navigator<Action>,
    lifecycleSubscribables: [any LifecycleSubscribable] = []
  ) {
    self.navigator = navigator
    super.init(
      lifecycleSubscribables: lifecycleSubscribables.filter { $0 !== navigator } + [navigator]
    )
  }
}
