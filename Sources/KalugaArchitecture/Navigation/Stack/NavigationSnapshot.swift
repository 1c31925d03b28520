#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The stack and what its screens have saved, to go on from in a later process.
///
///     let data = try driver.snapshot().data()
///     …
///     let driver = NavigationDriver(restoring: try NavigationSnapshot(data)) { … }
///
/// Tickets are not part of it: in a later process no task waits for the result of a screen that was
/// open. What must not be lost belongs into the state of the view model that waits.
public struct NavigationSnapshot<Destination: NavigationDestination>:
  Codable, Hashable, Sendable
{
  /// What one screen has saved.
  public typealias SavedScreen = Data

  /// The stack with the identities of its entries.
  public let stack: BackStack<Destination>

  /// What the screens have saved, by the identity of their entries.
  public let states: [BackStackEntryID: SavedScreen]

  /// The screens that no longer decoded and were dropped, each with those over it; not saved.
  public internal(set) var dropped: [NavigationUnreadableScreen] = []

  private enum CodingKeys: CodingKey {
    case stack, states
  }

  /// Creates a snapshot, for a migration.
  public init(stack: BackStack<Destination>, states: [BackStackEntryID: SavedScreen] = [:]) {
    self.stack = stack
    self.states = states
  }

  /// Reads what ``data(version:)`` wrote.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - version: The version of the destinations and states.
  ///   - migrate: Makes a snapshot from the JSON of another version; nil refuses such data.
  ///   - unreadable: Decides about each screen of this version that does not decode, the lowest first; nil
  ///     refuses the whole stack. Those that it drops are in ``dropped``.
  /// - Throws: What is wrong with the data; never the data itself.
  public init(
    _ data: Data,
    version: Int = 1,
    migrate: ((_ version: Int, _ json: Data) throws -> NavigationSnapshot)? = nil,
    unreadable: ((NavigationUnreadableScreen) -> NavigationUnreadableDecision<Destination>)? = nil
  ) throws(SavedStateError) {
    do throws(SavedStateError) {
      self = try SavedStateEnvelope.open(data, version: version, migrate: migrate)
    } catch {
      guard let unreadable,
        let rest = Self.reading(data, version: version, asking: unreadable)
      else { throw error }
      self = rest
    }
  }

  /// The snapshot as data.
  ///
  /// - Throws: That a destination has a value that cannot be written.
  public func data(version: Int = 1) throws(SavedStateError) -> Data {
    try SavedStateEnvelope.seal(self, version: version)
  }
}

/// A view model whose state is saved with the stack.
///
/// Its factory gets the state back as ``NavigationDriver/restoredState``.
@MainActor
public protocol NavigationStateSaving: BaseLifecycleViewModel {
  /// What is to be given to the screen that is made in its place.
  func stateToSave() throws(SavedStateError) -> Data
}

extension NavigationDriver {
  /// The stack and what its screens save now.
  ///
  /// - Throws: That the state of a screen cannot be written.
  public func snapshot() throws(SavedStateError) -> NavigationSnapshot<Destination> {
    let stack = stackSubject.current
    var states: [BackStackEntryID: Data] = [:]
    for entry in stack.entries {
      if let screen = screens[entry.id]?.viewModel {
        states[entry.id] = try (screen as? any NavigationStateSaving)?.stateToSave()
      } else {
        // Not made yet: the factory has still to get what it saved before.
        states[entry.id] = screens[entry.id]?.savedState
      }
    }
    return NavigationSnapshot(stack: stack, states: states)
  }
}
