/// A node whose value is kept elsewhere: it can be read there at any time, and while this node has
/// observers it is told of changes.
///
/// While observed it keeps the value that it read last, and reads again only if the source has changed
/// since. What counts as a change of this node is decided here and then: a node that is derived from
/// this one, and asks for its version, sees a new one only if the value is a new one.
class FollowingNode<Value>: WritableNode<Value> {
  private struct Cache {
    var value: Value
    /// The version of the source that the value was read from.
    var sourceVersion: UInt64
    /// How often the value has changed since this node is observed.
    var changes: UInt64
    /// When the source was looked at last.
    var epoch: UInt64
  }

  private let rule: Conflation<Value>
  /// Whether this node is told of changes; while it begins to be, it has no cache yet.
  private var isFollowing = false
  private var cache: Cache?
  /// What observers saw last; they may be behind the cache, until their round.
  private var delivered: Cache?

  init(conflation: Conflation<Value>) {
    rule = conflation
    super.init()
  }

  final override var conflation: Conflation<Value> { rule }

  /// The value where it is kept.
  func read() -> Value {
    abstract()
  }

  /// Counts the changes where the value is kept.
  var sourceVersion: UInt64 { abstract() }

  /// Begins to be told of changes.
  func beginFollowing() {}

  /// Ends being told.
  func endFollowing() {}

  final override var value: Value { upToDate()?.value ?? read() }

  final override var version: UInt64 { upToDate()?.changes ?? sourceVersion }

  final override func valueForRound() -> Value {
    guard let newest = upToDate() else { return read() }
    let last = delivered
    delivered = newest
    // Released only now: that may run a user's `deinit`, which may read this very node.
    withExtendedLifetime(last) {}
    return newest.value
  }

  final override func valueForFirstCall() -> Value { delivered?.value ?? value }

  /// Tells the observers, if the value differs from what they saw.
  final func sourceDidChange() {
    guard let last = delivered, let newest = upToDate(), last.changes != newest.changes
    else { return }
    hub?.valueDidChange(of: self, from: last.value)
  }

  final override func catchUp() {
    sourceDidChange()
  }

  final override func start() {
    // Each look at the source may lead back here: an input that catches up tells others, and to read is to
    // compute. Whoever begins to observe this node then has started it; and if they have stopped it again,
    // it begins anew.
    while cache == nil {
      if !isFollowing {
        isFollowing = true
        beginFollowing()
      }
      guard cache == nil else { return }
      let version = sourceVersion
      let epoch = unsafe ChangeEpoch.current
      let first = Cache(value: read(), sourceVersion: version, changes: 0, epoch: epoch)
      guard isFollowing, cache == nil else { continue }
      cache = first
      delivered = first
    }
  }

  final override func stop() {
    let ended = (cache.take(), delivered.take())
    guard ended.0 != nil else { return }
    isFollowing = false
    withExtendedLifetime(ended) { endFollowing() }
  }

  /// The cache after a look at the source; nil while nobody observes.
  private func upToDate() -> Cache? {
    guard let old = cache else { return nil }
    let epoch = unsafe ChangeEpoch.current
    // In one epoch a node is asked once, however many ways lead to it.
    guard old.epoch != epoch || isVolatile else { return old }
    let version = sourceVersion
    guard version != old.sourceVersion else {
      cache?.epoch = epoch
      return old
    }
    var new = Cache(value: read(), sourceVersion: version, changes: old.changes, epoch: epoch)
    if areEqual(old.value, new.value) {
      new.value = old.value
    } else {
      new.changes &+= 1
    }
    // Reading may have ended the observation, or led to a newer value: nobody goes back behind that.
    guard let now = cache else { return new }
    guard now.changes == old.changes, now.sourceVersion == old.sourceVersion else { return now }
    cache = new
    return withExtendedLifetime(old) { new }
  }
}
