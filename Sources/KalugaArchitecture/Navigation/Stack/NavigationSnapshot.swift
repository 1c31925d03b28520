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
/// open. What must not be lost belongs into the state of the view model that waits. Stacks inside screens are a
/// part of it: see ``BaseLifecycleViewModel/addChild(_:named:)``.
public struct NavigationSnapshot<Destination: NavigationDestination>:
  Codable, Hashable, Sendable
{
  /// What one screen has saved.
  public typealias SavedScreen = Data

  /// The stack with the identities of its entries.
  public let stack: BackStack<Destination>

  /// What the screens have saved, by the identity of their entries.
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

  /// Reads what ``data(version:)`` wrote.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - version: The version of the destinations and states.
  ///   - migrate: Makes a snapshot from the JSON of another version; nil refuses such data.
  /// - Throws: What is wrong with the data; never the data itself.
  public init(
    _ data: Data,
    version: Int = 1,
    migrate: ((_ version: Int, _ json: Data) throws -> NavigationSnapshot)? = nil
  ) throws(SavedStateError) {
    self = try SavedStateEnvelope.open(data, version: version, migrate: migrate)
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
    var nested: [BackStackEntryID: NavigationSnapshot<Destination>.SavedStacks] = [:]
    for entry in stack.entries {
      if let screen = screens[entry.id]?.viewModel {
        states[entry.id] = try (screen as? any NavigationStateSaving)?.stateToSave()
      } else {
        // Not made yet: the factory has still to get what it saved before.
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
