/// A node of any value type: what other nodes use of it.
@MainActor
@usableFromInline
protocol AnyNode: AnyObject, Sendable {
  /// Counts the changes of the value.
  var version: UInt32 { get }

  /// Whether the value can never change again.
  var isComplete: Bool { get }

  /// Whether observers or dependents use the node, so that it follows its source.
  var isUsed: Bool { get }

  /// Whether the value has to be checked before it can be read.
  var isStale: Bool { get }

  /// The rarely used state of the node.
  nonisolated var parts: NodeParts? { get }

  /// Called when another object than the handle that made the node refers to it.
  nonisolated func share()

  /// The point at which Swift Observation tracks the node; created now if necessary.
  func makeTrackingPoint() -> TrackingPoint

  /// Begins to follow the source with the first use.
  func addUse()

  /// Stops following the source with the last use.
  func removeUse()

  /// Checks the value against its source; stores and counts a change, and delivers nothing.
  ///
  /// - Returns: The version after that.
  func checkedVersion() -> UInt32

  /// Checks the value against its source, and delivers a change.
  ///
  /// `isTracked` says that Swift Observation has reported the change to trackers already.
  func sourceDidChange(isTracked: Bool)

  /// Calls `sourceDidChange()` on a node that is derived from this one, in each round.
  ///
  /// - Returns: Ends the link; nil if the value can never change again.
  func link(_ dependent: any AnyNode) -> (any Disposable)?

  /// Releases the observers, because the value can never change again.
  func complete()

  /// Called after an input of this node has completed.
  func inputDidComplete()
}

extension AnyNode {
  @usableFromInline
  func sourceDidChange() { sourceDidChange(isTracked: false) }

  /// Where the value comes from; nil for a node that only stores it.
  nonisolated var source: (any Source)? { parts?.source }

  /// The nodes that the value is derived from.
  nonisolated var inputs: [any AnyNode] { source?.inputs ?? [] }

  /// The number of derivations between the value and where it is stored.
  nonisolated var depth: Int { source?.depth ?? 0 }
}
