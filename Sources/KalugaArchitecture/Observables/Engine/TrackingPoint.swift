public import Observation
import Synchronization

/// The object through which Swift Observation tracks a node.
@usableFromInline
final class TrackingPoint: Observable, Sendable {
  @usableFromInline typealias Path = KeyPath<TrackingPoint, Bool>

  private let registrar = ObservationRegistrar()

  /// Notifies the running tracker, if there is one, of the next change.
  func access(_ path: Path = TrackingPoint.path) {
    registrar.access(self, keyPath: path)
  }

  @usableFromInline
  func willChange() {
    registrar.willSet(self, keyPath: Self.path)
  }

  @usableFromInline
  func didChange() {
    registrar.didSet(self, keyPath: Self.path)
  }

  // MARK: Key paths

  /// Retains a node for the trackers that have stored a key path with this keeper.
  final class Keeper: Sendable {
    private weak let node: (any AnyNode)?
    private let kept = Lock<(any AnyNode)?>(nil)

    init(_ node: any AnyNode) {
      self.node = node
    }

    deinit {
      node?.trackersDidEnd()
    }

    var isKeeping: Bool { kept.withLock { $0 != nil } }

    func keep(_ node: any AnyNode) {
      kept.withLock { $0 = node }
    }

    /// Lets the node go before the trackers end.
    func release() {
      let released = kept.withLock { $0.take() }
      withExtendedLifetime(released) {}
    }
  }

  /// The argument of a key path.
  ///
  /// A tracker stores the key paths of what it has read, until it is notified or ends. Those without a
  /// keeper are equal, so that one notification reaches all trackers.
  struct Argument: Hashable, Sendable {
    var keeper: Keeper?

    static func == (left: Argument, right: Argument) -> Bool {
      (left.keeper == nil) == (right.keeper == nil)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(keeper == nil)
    }
  }

  subscript(argument: Argument) -> Bool { true }

  private static let path: any Path & Sendable = makePath()

  /// Makes a key path, which its maker can recognize as stored: see ``isStored(_:)``.
  ///
  /// - Parameter keeper: What trackers retain with the key path.
  /// - Returns: A new key path, equal to the others with a keeper or without one.
  static func makePath(_ keeper: Keeper? = nil) -> any Path & Sendable {
    let argument = Argument(keeper: keeper)
    return \TrackingPoint.[argument]
  }

  // MARK: Whether there is a tracker

  /// Returns whether a tracker has stored the key path, to which its owner has the only other
  /// reference.
  static func isStored(_ path: inout Path?) -> Bool {
    !isKnownUniquelyReferenced(&path) || !isStorageVisible
  }

  /// Whether the toolkit can see that a tracker has stored a key path.
  ///
  /// If a later Observation stores something else, every read of a derived value counts as tracked.
  static let isStorageVisible: Bool = {
    var path: Path? = makePath()
    withObservationTracking {
      if let path { checkedPoint.access(path) }
    } onChange: {
    }
    return !isKnownUniquelyReferenced(&path)
  }()

  /// Lives on, because Observation adds the reads of the check to a tracker around it.
  private static let checkedPoint = TrackingPoint()
}
