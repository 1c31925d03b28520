#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  /// A screen on a navigation stack: one of the path itself, or of a driver that is nested in one.
  enum PushedScreen<Destination: NavigationDestination>: Hashable {
    case own(ShownScreen<Destination>)
    case nested(NestedScreen)
  }

  /// A screen of a nested driver that a navigation stack of an outer driver shows.
  struct NestedScreen: Hashable {
    /// Identifies the screen.
    let object: any SeenObject
    /// Where the screen is on the stack of its driver.
    let position: PathPosition?
    let view: @MainActor () -> AnyView

    static func == (first: Self, second: Self) -> Bool { first.object === second.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }

  /// A screen that says whether it has been visible.
  @MainActor
  protocol SeenObject: AnyObject {
    var hasAppeared: Bool { get }
  }

  /// A path of a nested driver, the first screen of which is in the view of an outer screen.
  @MainActor
  protocol NestedPath: AnyObject {
    /// The path that shows the other screens.
    var container: (any PathContainer)? { get set }
    /// The screens above the first one, and those of drivers nested in them.
    var nestedScreens: [NestedScreen] { get }
    /// The view models whose services draw over the path while its screen is on top.
    var overlaid: [BaseLifecycleViewModel] { get }
    /// Draws what presents the layers of the driver and of those nested in it.
    var presenters: [NestedPresenter] { get }
    /// Keeps this number of the screens above the first one, because the user has left the others.
    func userDidGoBack(keeping count: Int)
    func sendUnseenAgain()
  }

  /// A path that shows the screens of nested drivers.
  @MainActor
  protocol PathContainer: AnyObject {
    func didDisappear(_ screen: any SeenObject)
  }

  /// An invisible view that presents the layers of a nested driver over the path.
  ///
  /// The view of the first screen of that driver may be covered, and then could not present.
  struct NestedPresenter: Identifiable {
    let id: ObjectIdentifier
    let view: @MainActor () -> AnyView
  }
#endif
