#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A stack with the saved states of its screens, from which a later process can continue.
///
///     let data = try driver.snapshot().data()
///     …
///     let driver = NavigationDriver(restoring: try NavigationSnapshot(data)) { … }
///
/// Tickets are not part of a snapshot. In a later process, no task waits for the result of a screen
/// that was open. Save important data in the state of the view model that waits for the result.
public struct NavigationSnapshot<Destination: NavigationDestination>:
  Codable, Hashable, Sendable
{
  /// The saved state of one screen.
  public typealias SavedScreen = Data

  /// The stack with the identifiers of its entries.
  public let stack: BackStack<Destination>

  /// The saved states of the screens, by the identifiers of their entries.
  public let states: [BackStackEntryID: SavedScreen]

  /// Creates a snapshot, for a migration.
  public init(stack: BackStack<Destination>, states: [BackStackEntryID: SavedScreen] = [:]) {
    self.stack = stack
    self.states = states
  }

  /// Reads a snapshot from data.
  ///
  /// - Parameters:
  ///   - data: The result of ``data(version:)``.
  ///   - version: The version of the destinations and states.
  ///   - migrate: Makes a snapshot from the JSON of another version. If nil, such data is refused.
  /// - Throws: An error that says what is wrong with the data, without the data itself.
  public init(
    _ data: Data,
    version: Int = 1,
    migrate: ((_ version: Int, _ json: Data) throws -> NavigationSnapshot)? = nil
  ) throws(SavedStateError) {
    self = try SavedStateEnvelope.open(data, version: version, migrate: migrate)
  }

  /// Writes the snapshot, for example to a file.
  ///
  /// - Parameter version: The version of the destinations and states.
  /// - Returns: The snapshot as data.
  /// - Throws: An error if a destination has a value that cannot be written.
  public func data(version: Int = 1) throws(SavedStateError) -> Data {
    try SavedStateEnvelope.seal(self, version: version)
  }
}

/// A view model whose state is saved with the stack.
///
/// In a later process, the factory of the screen reads the state from
/// ``NavigationDriver/restoredState``.
@MainActor
public protocol NavigationStateSaving: BaseLifecycleViewModel {
  /// Returns the state from which the screen can be made again.
  func stateToSave() throws(SavedStateError) -> Data
}

extension NavigationDriver {
  /// Returns the current stack with the current states of its screens.
  ///
  /// - Throws: An error if the state of a screen cannot be written.
  public func snapshot() throws(SavedStateError) -> NavigationSnapshot<Destination> {
    let stack = stackSubject.current
    var states: [BackStackEntryID: Data] = [:]
    for entry in stack.entries {
      if let screen = screens[entry.id]?.viewModel {
        states[entry.id] = try (screen as? any NavigationStateSaving)?.stateToSave()
      } else {
        // The screen is not made yet, so keep the state for its factory.
        states[entry.id] = screens[entry.id]?.savedState
      }
    }
    return NavigationSnapshot(stack: stack, states: states)
  }
}
