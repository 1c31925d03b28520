/// Provides the value of a node that does not store its own, or feeds one that does.
///
/// One source belongs to one node. A source that provides the value reports changes by
/// ``AnyNode/sourceDidChange()``. One that feeds a node stores each value in it, and needs no more
/// than `setDemand(_:for:)` and `state`.
@MainActor
protocol Source: AnyObject, Sendable {
  /// The nodes that the value is derived from.
  var inputs: [any AnyNode] { get }

  /// The number of derivations between the value and where it is stored.
  nonisolated var depth: Int { get }

  /// The getters that the value depends on, directly or through inputs.
  nonisolated var getters: [GetterSource] { get }

  /// Whether the source holds a value back, and so does not read its input with each read.
  nonisolated var isDelayed: Bool { get }

  /// The state of the source; nil if it is always running.
  var state: Node<ObservableSourceState>? { get }

  /// Brings the inputs up to date, and returns the version of the source.
  func check() -> SourceCheck

  /// The version of the value that was read last, if it may be newer than the result of `check()`.
  var versionOfLastRead: UInt64? { get }

  /// Starts or stops reporting changes of the source.
  ///
  /// May be called again with the same demand, also from the user's code that it calls, and after
  /// the node is complete. Implementations therefore change their own state before they call user
  /// code, and store a value that is reported meanwhile before they return. The demand of a tracker
  /// falls to `none` with each change, until it reads again.
  func setDemand(_ demand: Demand, for node: any AnyNode)

  /// Called after the node stored another value.
  func nodeDidStore()

  /// Called after the subject that could write the source was released.
  func writerDidEnd()

  /// Returns when everything that was written before has been stored.
  func waitForWrites() async
}

extension Source {
  var inputs: [any AnyNode] { [] }
  nonisolated var depth: Int { 0 }
  nonisolated var getters: [GetterSource] { [] }
  nonisolated var isDelayed: Bool { false }
  var state: Node<ObservableSourceState>? { nil }
  func check() -> SourceCheck { SourceCheck(version: 0, isFinal: true) }
  var versionOfLastRead: UInt64? { nil }
  func nodeDidStore() {}
  func writerDidEnd() {}
  func waitForWrites() async {}
}

/// The result of a check of a source.
@usableFromInline
struct SourceCheck {
  /// Differs from the previous version if the source may have another value; nil if it has to be
  /// read to find out.
  let version: UInt64?
  /// Whether the source marks its node before it has another value.
  ///
  /// A flow and a getter may change at any time, so they are asked again.
  let isFinal: Bool
}

/// What a node needs from its source.
@usableFromInline
enum Demand: Sendable {
  /// Nothing.
  case none
  /// The next change, for Swift Observation. The source must not retain the node.
  case nextChange
  /// All changes, for observers, which retain the node. The source may retain it, too, for as long
  /// as the value can change.
  case allChanges
}
