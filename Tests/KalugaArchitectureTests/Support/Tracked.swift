import Synchronization

/// A counter that any task may change.
final class Tally: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .acquiring) }

  @discardableResult
  func add(_ difference: Int = 1) -> Int {
    number.wrappingAdd(difference, ordering: .acquiringAndReleasing).newValue
  }
}

/// A value that counts how many of its kind are alive.
final class Tracked: Sendable, Equatable {
  let id: Int
  private let alive: Tally
  private let onDeinit: (@Sendable () -> Void)?

  init(_ id: Int, _ alive: Tally, onDeinit: (@Sendable () -> Void)? = nil) {
    self.id = id
    self.alive = alive
    self.onDeinit = onDeinit
    alive.add()
  }

  deinit {
    alive.add(-1)
    onDeinit?()
  }

  static func == (lhs: Tracked, rhs: Tracked) -> Bool { lhs.id == rhs.id }
}

struct SourceError: Error, Equatable {}
