/// Coordinates the rounds of all nodes: their nesting, and the work that follows the outermost one.
@MainActor
@usableFromInline
enum Delivery {
  /// The maximum nesting of rounds, and of computations of derived values.
  ///
  /// A longer chain of derived values is processed in sections, which bounds the depth of the call
  /// stack.
  nonisolated static let maximumDepth = 100

  /// Counts the moments at which the value of a flow or a getter may have changed.
  ///
  /// A value derived from those that has been checked in this epoch is up to date. Other derived
  /// values are marked when they become outdated.
  @usableFromInline private(set) static var epoch: UInt64 = 1

  private static var depth = 0
  /// Whether there is anything to do after the outermost round.
  ///
  /// Asking both arrays instead takes 4 ns more, a tenth of a write with an observer.
  private static var hasFollowUps = false
  /// Dependents that were reached at the maximum depth.
  private static var deferred: [any Dependent] = []
  private static var waiters: [OneShot<Void>] = []

  @usableFromInline
  static func begin() {
    depth += 1
  }

  @usableFromInline
  static func end() {
    if depth == 1, hasFollowUps { followUp() }
    depth -= 1
  }

  private static func followUp() {
    hasFollowUps = false
    while !deferred.isEmpty {
      let dependents = deferred
      deferred = []
      for dependent in dependents { dependent.visit() }
    }
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.settle() }
  }

  /// Lets every value that depends on a flow or a getter be checked again.
  @usableFromInline
  static func beginEpoch() {
    epoch &+= 1
  }

  /// Prepares for a change or an observation, before which user code may run.
  @usableFromInline
  static func prepare() {
    // A round still uses the lists of observers.
    if depth == 0 { EndedObservers.removeAll() }
    beginEpoch()
  }

  /// Delivers the change of an input to a dependent.
  @usableFromInline
  static func visit(_ dependent: any Dependent) {
    guard depth >= maximumDepth else { return dependent.visit() }
    deferred.append(dependent)
    hasFollowUps = true
  }

  /// Suspends until no round is running.
  static func waitForEnd() async {
    guard depth > 0 else { return }
    let waiter = OneShot<Void>()
    waiters.append(waiter)
    hasFollowUps = true
    await waiter.wait()
  }
}
