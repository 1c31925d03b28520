import Synchronization

/// A node whose value is computed from other nodes.
///
/// Reading always computes from the current inputs, so that nobody sees a mixture of old and new.
/// While it has observers it is linked to its inputs. Its version is the sum of theirs: an input that
/// reaches this node on two ways makes it deliver once.
final class DerivedNode<Value>: FollowingNode<Value>, DownstreamNode {
  private nonisolated let inputs: [any InputNode]
  private nonisolated let isAnyInputVolatile: Bool
  private let compute: @MainActor () -> Value
  private var links: [ObserverToken] = []
  private nonisolated let handles = Atomic(0)

  init(
    inputs: [any InputNode],
    conflation: Conflation<Value>,
    compute: @escaping @MainActor () -> Value
  ) {
    self.inputs = inputs
    isAnyInputVolatile = inputs.contains(where: \.isVolatile)
    self.compute = compute
    super.init(conflation: conflation)
    inputDidComplete()
  }

  override var sourceVersion: UInt64 {
    var sum: UInt64 = 0
    for input in inputs { sum &+= input.version }
    return sum
  }

  override nonisolated var isVolatile: Bool { isAnyInputVolatile }

  override func read() -> Value {
    compute()
  }

  /// That of the one input: a combination has no single source.
  override var sourceState: ObservableNode<ObservableSourceState>? {
    inputs.count == 1 ? inputs[0].sourceState : nil
  }

  /// That of an input: it lives as long as what is tracked, and this node may be gone before the read
  /// that tracks has ended, as in `$name.map { … }.current`.
  override var tracking: TrackingPoint? {
    get { inputs.first?.tracking }
    set { inputs.first?.tracking = newValue }
  }

  override func trackAccess() {
    for input in inputs { input.trackAccess() }
  }

  override func beginFollowing() {
    let made = inputs.compactMap { $0.link(self) }
    // An input that caught up may have led somebody to start this node and to stop it again: one link to
    // each input is enough.
    guard links.isEmpty else {
      for link in made { link.dispose() }
      return
    }
    links = made
  }

  override func endFollowing() {
    let ended = links
    links = []
    for link in ended { link.dispose() }
  }

  override func refresh() {
    for input in inputs { input.refresh() }
  }

  // A handle on this node counts as one on its inputs: they go on for it.

  override nonisolated func handleDidBegin() {
    let count = handles.add(1, ordering: .acquiringAndReleasing).newValue
    guard count == 1 else { return }
    for input in inputs { input.handleDidBegin() }
  }

  override nonisolated func handleDidEnd() {
    let left = handles.subtract(1, ordering: .acquiringAndReleasing).newValue
    guard left == 0 else { return }
    for input in inputs { input.handleDidEnd() }
  }

  func inputDidChange() {
    sourceDidChange()
  }

  func inputDidComplete() {
    guard inputs.allSatisfy(\.isComplete) else { return }
    complete()
    stop()
  }

  /// While it is linked its inputs tell it; else nobody has, and it must find out before something
  /// is linked to it: what is linked to a node that never completes would never be released.
  override func completeIfInputsDid() {
    guard links.isEmpty, !isComplete else { return }
    for input in inputs { input.completeIfInputsDid() }
    inputDidComplete()
  }
}

/// What a derived node needs of each input, whatever its type.
@MainActor
protocol InputNode: AnyObject, Sendable {
  var version: UInt64 { get }
  var isComplete: Bool { get }
  nonisolated var isVolatile: Bool { get }
  var sourceState: ObservableNode<ObservableSourceState>? { get }
  func completeIfInputsDid()
  func link(_ downstream: any DownstreamNode) -> ObserverToken?
  var tracking: TrackingPoint? { get set }
  func trackAccess()
  func refresh()
  nonisolated func handleDidBegin()
  nonisolated func handleDidEnd()
}

extension ObservableNode: InputNode {}
