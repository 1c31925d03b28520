public import KalugaArchitecture
public import KalugaSessions

/// An app that tests drive by moves: its driver, and how to carry out a move.
///
///     @MainActor final class ShopUnderTest: ReplayableApp {
///       let driver: NavigationDriver<Screen>
///
///       init(_ snapshot: NavigationSnapshot<Screen>?) {
///         driver = NavigationDriver(root: .list, restoring: snapshot, screen: makeScreen)
///       }
///
///       func perform(_ move: ShopMove) async throws {
///         switch (move, driver.topViewModel) {
///         case (.itemTapped(let number), let list as ListViewModel): try list.itemTapped(number)
///         …
///         }
///       }
///     }
///
/// Everything that the app uses belongs to the object, so that each new object is a fresh app.
@MainActor
public protocol ReplayableApp: AnyObject {
  /// The type that identifies the screens.
  associatedtype Destination: NavigationDestination

  /// The type of the moves.
  associatedtype Move: AppMove

  /// The driver of the app, which has not been started.
  var driver: NavigationDriver<Destination> { get }

  /// Carries out a move.
  ///
  /// It may wait, also for something that only a later move causes.
  ///
  /// - Throws: An error if the app refuses the move.
  func perform(_ move: Move) async throws
}
