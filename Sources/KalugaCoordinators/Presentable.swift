public import KalugaArchitecture

/// A screen that can be passed to a router.
///
///     extension LoginViewModel: Presentable {
///       var destination: AppScreen { .login }          // the screen uses this view model
///     }
///
///     extension AppScreen: Presentable {
///       var destination: AppScreen { self }            // the driver makes the view model
///     }
///
/// A presentable view model is itself the view model of the screen. It can be on the stack only
/// once, and it is cleared when it leaves the stack.
///
/// Declare the conformance of an enum in an extension. At the declaration of the type, it would
/// isolate the whole type to the main actor.
@MainActor
public protocol Presentable<Destination> {
  /// The type that identifies the screens of the stack.
  associatedtype Destination: NavigationDestination

  /// The destination that identifies this screen.
  var destination: Destination { get }

  /// The view model of the screen, or nil to let the driver make it.
  var viewModel: BaseLifecycleViewModel? { get }
}

extension Presentable {
  /// Nil, so that the driver makes the view model.
  public var viewModel: BaseLifecycleViewModel? { nil }
}

extension Presentable where Self: BaseLifecycleViewModel {
  /// This view model.
  public var viewModel: BaseLifecycleViewModel? { self }
}
