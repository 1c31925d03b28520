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
/// A result that an open screen gives in the later process is passed to the closure that its opener
/// has registered with ``NavigatingViewModel/onResult(_:_:)``. Tickets end with their process. A
/// result for which only a ticket waited is lost, and a diagnostic reports it.
///
/// The state of a screen consists of the values of its ``Saved`` properties, which its view models
/// have again as soon as they are made.
///
/// A snapshot also contains the nested stacks of the screens. See
/// ``BaseLifecycleViewModel/addChild(_:named:drawn:)``.
public struct NavigationSnapshot<Destination: NavigationDestination>:
  Codable, Hashable, Sendable
{
  /// The stack with the identifiers of its entries, and without the width of the host.
  public let stack: BackStack<Destination>

  /// The saved states of the screens, by the identifiers of their entries.
  public let states: [BackStackEntryID: Data]

  /// The receivers of the results of screens, by the identifiers of the screens' entries, and that of
  /// the answer to the question, by the identifier of the question.
  public let awaitedResults: [BackStackEntryID: NavigationAwaitedResult]

  /// The saved stacks nested in each screen, by the identifier of its entry and their name.
  ///
  /// Stacks with the same name are in the order in which they were added.
  public let nested: [BackStackEntryID: [String: [Data]]]

  /// The saved states of view models that screens share, by the names of their keys.
  public let shared: [String: NavigationSharedState]

  private enum CodingKeys: CodingKey {
    case stack, states, awaitedResults, nested, shared
  }

  /// Creates a snapshot, for a migration.
  public init(
    stack: BackStack<Destination>,
    states: [BackStackEntryID: Data] = [:],
    awaitedResults: [BackStackEntryID: NavigationAwaitedResult] = [:],
    nested: [BackStackEntryID: [String: [Data]]] = [:],
    shared: [String: NavigationSharedState] = [:]
  ) {
    var narrow = stack.erased
    // The driver that restores the snapshot has a host of its own.
    narrow.isWide = false
    self.stack = BackStack(narrow)
    self.states = states
    self.awaitedResults = awaitedResults
    self.nested = nested
    self.shared = shared
  }

  /// Reads a snapshot.
  ///
  /// A snapshot of an earlier version of the toolkit has no results, nested stacks or shared view
  /// models.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    stack = try container.decode(BackStack<Destination>.self, forKey: .stack)
    states =
      try container.decode([BackStackEntryID: NestedState].self, forKey: .states)
      .mapValues(\.data)
    awaitedResults =
      try container.decodeIfPresent(
        [BackStackEntryID: NavigationAwaitedResult].self,
        forKey: .awaitedResults
      ) ?? [:]
    nested =
      try container.decodeIfPresent(
        [BackStackEntryID: [String: [NestedState]]].self,
        forKey: .nested
      )?
      .mapValues { $0.mapValues { $0.map(\.data) } } ?? [:]
    shared =
      try container.decodeIfPresent([String: NavigationSharedState].self, forKey: .shared) ?? [:]
  }

  /// Writes the snapshot, and omits results, nested stacks and shared view models if it has none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stack, forKey: .stack)
    try container.encode(states.mapValues { NestedState($0) }, forKey: .states)
    if !awaitedResults.isEmpty { try container.encode(awaitedResults, forKey: .awaitedResults) }
    if !nested.isEmpty {
      let stacks = nested.mapValues { $0.mapValues { $0.map { NestedState($0) } } }
      try container.encode(stacks, forKey: .nested)
    }
    if !shared.isEmpty { try container.encode(shared, forKey: .shared) }
  }

  /// The records with which a driver begins, before it has made the screens.
  ///
  /// Data of other entries is ignored, because it belongs to screens that a migration has removed.
  var records: [BackStackEntryID: ScreenRecord] {
    var records: [BackStackEntryID: ScreenRecord] = [:]
    if states.isEmpty, awaitedResults.isEmpty, nested.isEmpty { return records }
    for entry in stack.entries {
      let record = ScreenRecord(
        awaited: awaitedResults[entry.id],
        savedState: states[entry.id],
        savedStacks: nested[entry.id] ?? [:]
      )
      if record.hasSavedParts { records[entry.id] = record }
    }
    if let asked = stack.askedQuestion?.id, let awaited = awaitedResults[asked] {
      records[asked] = ScreenRecord(awaited: awaited)
    }
    return records
  }

  /// The shared view models with which a driver begins, before it has made them.
  var sharedRecords: [String: SharedRecord] {
    if shared.isEmpty { return [:] }
    let ids = Set(stack.entries.map(\.id))
    return shared.compactMapValues { saved in
      let users = saved.users.intersection(ids)
      return users.isEmpty ? nil : SharedRecord(users: users, savedState: saved.state)
    }
  }

  /// Reads a snapshot from data.
  ///
  /// A screen whose destination does not decode is dropped, together with the screens above it, and
  /// ``ArchitectureDiagnostic/Kind/stackNotRestored`` is reported. The first screen of a tab is dropped
  /// with the tab. If the tab was selected, the stacks presented over it are dropped, too, and the tab
  /// before it is selected, or else the one after it.
  ///
  /// - Parameters:
  ///   - data: The result of ``data(version:)``.
  ///   - version: The version of the destinations and states.
  ///   - migrate: Makes a snapshot from the JSON of another version, with a decoder from
  ///     `JSONDecoder.forSavedState()`. If nil, such data is refused.
  /// - Throws: An error that says what is wrong with the data, without the data itself; also if no
  ///   screen of the base decodes.
  public init(
    _ data: Data,
    version: Int = 1,
    migrate: ((_ version: Int, _ json: Data) throws -> NavigationSnapshot)? = nil
  ) throws(SavedStateError) {
    do throws(SavedStateError) {
      self = try SavedStateEnvelope.open(data, version: version, migrate: migrate)
    } catch {
      guard
        let rest = Self.withoutUnreadableScreens(data, version: version, because: error)
      else { throw error }
      self = rest
    }
  }

  /// Returns the snapshot with other destinations, for the migration of an app that has moved its
  /// screens, such as from one module to another.
  ///
  ///     let snapshot = try NavigationSnapshot(data, version: 2) { _, json in
  ///       try JSONDecoder().decode(NavigationSnapshot<OldScreen>.self, from: json)
  ///         .map { old in AppScreen(old) }
  ///     }
  ///
  /// The screens keep their identifiers, saved states and nested stacks, the results that they wait for,
  /// and the view models that they share. The type of the earlier destinations must be kept for this.
  public func map<Other>(
    _ transform: (Destination) throws -> Other
  ) rethrows -> NavigationSnapshot<Other> {
    NavigationSnapshot<Other>(
      stack: try stack.map(transform),
      states: states,
      awaitedResults: awaitedResults,
      nested: nested,
      shared: shared
    )
  }

  /// Writes the snapshot, for example to a file.
  ///
  /// - Parameter version: The version of the destinations and states.
  /// - Returns: The snapshot as data.
  /// - Throws: ``SavedStateError/notWritable(_:)`` if a destination has a value that cannot be
  ///   written. The values of screens are already in the snapshot, without those that cannot.
  public func data(version: Int = 1) throws(SavedStateError) -> Data {
    try SavedStateEnvelope.seal(self, version: version)
  }
}

extension NavigationSnapshot: CustomReflectable {
  /// The parts, with private rows redacted and the size of saved data in its place.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "stack": stack, "states": states.mapValues(Self.size), "awaitedResults": awaitedResults,
        "nested": nested.mapValues { $0.mapValues { $0.map(Self.size) } },
        "shared": shared.mapValues { $0.state.map(Self.size) ?? "nothing" },
      ],
      displayStyle: .struct
    )
  }

  private static func size(of data: Data) -> String { "\(data.count) bytes" }
}

extension NavigationDriver {
  /// Returns the current stack with the states of its screens, the receivers of their results, their
  /// nested stacks, and the states of the view models that they share.
  ///
  /// While a transition clears screens, this is already the new stack. A screen that has not been made
  /// is contained with what was saved for it in an earlier process.
  ///
  /// A saved property or a nested stack that cannot be written is contained as it was saved last,
  /// and a diagnostic names it.
  public func snapshot() -> NavigationSnapshot<Destination> {
    let stack = next ?? current
    var states: [BackStackEntryID: Data] = [:]
    var awaited: [BackStackEntryID: NavigationAwaitedResult] = [:]
    var nested: [BackStackEntryID: [String: [Data]]] = [:]
    for entry in stack.entries {
      guard let record = screens[entry.id] else { continue }
      if let screen = record.viewModel {
        states[entry.id] = screen.savedState()
      } else {
        // The screen is not made yet, so keep the state for its factory.
        states[entry.id] = record.savedState
      }
      let stacks = savedStacks(in: record)
      if !stacks.isEmpty { nested[entry.id] = stacks }
      if let result = record.awaited { awaited[entry.id] = result }
    }
    if let asked = stack.question?.id { awaited[asked] = screens[asked]?.awaited }
    return NavigationSnapshot(
      stack: BackStack(stack),
      states: states,
      awaitedResults: awaited,
      nested: nested,
      shared: sharedStates(of: stack.entries)
    )
  }
}
