/// Something that can be handed to a router: it tells which screen it is.
///
///     extension LoginViewModel: Presentable {
///       var destination: AppScreen { .login }          // shows this view model
///     }
///
///     extension AppScreen: Presentable {
///       var destination: AppScreen { self }            // lets the driver make the view model
///     }
///
/// A view model that is presentable is shown itself, on one place of the stack, and is cleared when it
/// leaves that. Conform an enum in an extension: at its declaration the conformance would tie the whole
/// type to the main actor.
@MainActor
public protocol Presentable<Destination> {
  /// Identifies the screens of the stack.
  associatedtype Destination: NavigationDestination

  /// Which screen this is.
  var destination: Destination { get }

  /// The view model to show; nil lets the driver make one.
  var viewModel: BaseLifecycleViewModel? { get }
}

extension Presentable {
  /// Nil: the driver makes the view model.
  public var viewModel: BaseLifecycleViewModel? { nil }
}

extension Presentable where Self: BaseLifecycleViewModel {
  /// This view model.
  public var viewModel: BaseLifecycleViewModel? { self }
}

extension ScreenPromise {
  /// Creates the promise of a screen that no router has been asked for.
  public init(_ screen: some Presentable<Destination>) {
    self.init(screen.destination, viewModel: screen.viewModel)
  }
}
