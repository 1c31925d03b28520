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
///
/// A snapshot contains the stacks inside the screens: see ``BaseLifecycleViewModel/addChild(_:named:)``.
public struct NavigationSnapshot<Destination: NavigationDestination>:
  Codable, Hashable, Sendable
{
  /// The saved state of one screen.
  public typealias SavedScreen = Data

  /// The stack with the identifiers of its entries.
  public let stack: BackStack<Destination>

  /// The saved states of the screens, by the identifiers of their entries.
  public let states: [BackStackEntryID: SavedScreen]

  /// What the stacks inside a screen have saved, by their names; those of one name in the order of addition.
  public typealias SavedStacks = [String: [Data]]

  /// What the stacks inside each screen have saved; nil if there are none.
  ///
  /// Optional, because earlier versions have saved nothing here.
  public let nested: [BackStackEntryID: SavedStacks]?

  /// Creates a snapshot, for a migration.
  public init(
    stack: BackStack<Destination>,
    states: [BackStackEntryID: SavedScreen] = [:],
    nested: [BackStackEntryID: SavedStacks]? = nil
  ) {
    self.stack = stack
    self.states = states
    self.nested = nested
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
    var nested: [BackStackEntryID: NavigationSnapshot<Destination>.SavedStacks] = [:]
    for entry in stack.entries {
      if let screen = screens[entry.id]?.viewModel {
        states[entry.id] = try (screen as? any NavigationStateSaving)?.stateToSave()
      } else {
        // The screen is not made yet, so keep the state for its factory.
        states[entry.id] = screens[entry.id]?.savedState
      }
      guard let record = screens[entry.id] else { continue }
      let stacks = try savedStacks(in: record)
      if !stacks.isEmpty { nested[entry.id] = stacks }
    }
    return NavigationSnapshot(
      stack: stack,
      states: states,
      nested: nested.isEmpty ? nil : nested
    )
  }

  /// Keeps what the screens have saved until they are made.
  func keepSaved(_ snapshot: NavigationSnapshot<Destination>) {
    if snapshot.states.isEmpty, snapshot.nested == nil { return }
    // States of other entries belong to screens that a migration left out.
    for entry in snapshot.stack.entries {
      let state = snapshot.states[entry.id]
      let stacks = snapshot.nested?[entry.id] ?? [:]
      if state == nil, stacks.isEmpty { continue }
      screens[entry.id] = ScreenRecord(savedState: state, savedStacks: stacks)
    }
  }
}
