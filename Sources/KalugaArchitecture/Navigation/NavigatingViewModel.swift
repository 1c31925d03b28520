/// A view model that can navigate.
///
/// The navigator is the last of the view model's lifecycle subscribables.
///
/// Kaluga: `NavigatingViewModel`.
open class NavigatingViewModel<Action: NavigationAction>: BaseLifecycleViewModel {
  /// The navigator that carries out this view model's actions.
  public let navigator: any Navigator<Action>

  /// The registered closures for results, by the names of their keys.
  var resultHandlers: [String: any AnyNavigationResultHandler] = [:]

  /// Creates a view model, with other services that attach to its host.
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
