/// The interface of a node to other nodes, whatever the type of its value.
@MainActor
@usableFromInline
protocol AnyNode: Dependent {
  /// Counts the changes of the value.
  var version: UInt32 { get }

  /// Whether the value can never change again.
  var isComplete: Bool { get }

  /// Whether observers or dependents use the node, so that it follows its source.
  var isUsed: Bool { get }

  /// Whether the node has stored its value, because it is used and has been read.
  var storesValue: Bool { get }

  /// Whether the value stays up to date until the node is marked.
  var isUpToDate: Bool { get }

  /// Whether the stored value has to be checked before it can be read.
  var isStale: Bool { get }

  /// The rarely used state of the node.
  nonisolated var parts: NodeParts? { get }

  /// Called when an object other than the handle that made the node begins to refer to it.
  nonisolated func share()

  /// Lets the running tracker follow the node.
  func trackAccess()

  /// Called on any thread when no tracker keeps the node any more.
  nonisolated func trackersDidEnd()

  /// Adds a use; the first one begins to follow the source.
  func addUse()

  /// Removes a use; without uses, the node stops following the source.
  func removeUse()

  /// Checks the value against its source; stores and counts a change, and delivers nothing.
  ///
  /// - Returns: The version after that.
  func checkedVersion() -> UInt32

  /// Forgets the value that was computed in a read.
  func forgetComputed()

  /// Called by the source after a change: marks the node, checks it and delivers the change.
  ///
  /// `isTracked` says that Swift Observation has reported the change to trackers already.
  func sourceDidChange(isTracked: Bool)

  /// Links a dependent, which is then visited in each round.
  ///
  /// - Returns: A token that ends the link; nil if the value can never change again.
  func link(_ dependent: any Dependent) -> (any Disposable)?

  /// Releases the observers, because the value can never change again.
  func complete()
}

extension AnyNode {
  @usableFromInline
  func sourceDidChange() { sourceDidChange(isTracked: false) }

  /// Where the value comes from; nil for a node that only stores it.
  nonisolated var source: (any Source)? { parts?.source }

  /// The nodes that the value is derived from.
  var inputs: [any AnyNode] { source?.inputs ?? [] }

  /// The number of derivations between the value and where it is stored.
  nonisolated var depth: Int { source?.depth ?? 0 }
}
