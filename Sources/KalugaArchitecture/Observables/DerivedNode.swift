/// A node whose value is computed from other nodes.
///
/// Reading always computes from the current inputs, so that nobody sees a mixture of old and new.
/// While it has observers it is linked to its inputs; each change of an input makes it compare its
/// value with what observers saw last. The sum of the inputs' versions tells whether there is
/// anything new: an input that reaches this node on two ways makes it deliver once.
final class DerivedNode<Value>: ObservableNode<Value>, DownstreamNode {
  private let inputs: [any InputNode]
  private let compute: @MainActor () -> Value

  private var links: [ObserverToken] = []
  private var isLinked = false
  /// What observers saw last, and of which inputs; only while linked.
  private var delivered: (value: Value, version: UInt64)?

  init(
    inputs: [any InputNode],
    conflation: Conflation<Value>,
    compute: @escaping @MainActor () -> Value
  ) {
    self.inputs = inputs
    self.compute = compute
    super.init(conflation: conflation)
    completeWithInputs()
  }

  override var version: UInt64 {
    var sum: UInt64 = 0
    for input in inputs { sum &+= input.version }
    return sum
  }

  override var value: Value {
    if let delivered, delivered.version == version { return delivered.value }
    return compute()
  }

  override func valueForRound() -> Value {
    let version = version
    let value = value
    let last = delivered
    delivered = (value, version)
    // As in `stop()`: the release may come back here.
    withExtendedLifetime(last) {}
    return value
  }

  func inputDidChange() {
    guard let last = delivered, last.version != version else { return }
    hub?.valueDidChange(of: self, from: last.value)
  }

  func inputDidComplete() {
    completeWithInputs()
  }

  override func catchUp() {
    inputDidChange()
  }

  override func start() {
    isLinked = true
    links = inputs.compactMap { $0.link(self) }
    _ = valueForRound()
  }

  override func stop() {
    guard isLinked else { return }
    isLinked = false
    let ended = links
    let last = delivered
    links = []
    delivered = nil
    // Released only now: that may run a user's `deinit`, which may read this very node.
    withExtendedLifetime(last) {
      for link in ended {
        link.dispose()
      }
    }
  }

  /// While it is linked its inputs tell it; else nobody has, and it must find out before something
  /// is linked to it: what is linked to a node that never completes would never be released.
  override func completeIfInputsDid() {
    guard !isLinked, !isComplete else { return }
    for input in inputs {
      input.completeIfInputsDid()
    }
    completeWithInputs()
  }

  private func completeWithInputs() {
    guard inputs.allSatisfy(\.isComplete) else { return }
    complete()
    stop()
  }
}

/// What a derived node needs of each input, whatever its type.
@MainActor
protocol InputNode: AnyObject {
  var version: UInt64 { get }
  var isComplete: Bool { get }
  func completeIfInputsDid()
  func link(_ downstream: any DownstreamNode) -> ObserverToken?
}

extension ObservableNode: InputNode {}
