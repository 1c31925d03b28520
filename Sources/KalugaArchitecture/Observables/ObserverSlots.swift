/// The observers of one hub, in the order of registration: a growing buffer, and the only unsafe memory
/// of the observables.
///
/// A closure that is kept in a copyable place is retained and released around each call, which takes
/// longer than most calls do. Here closures stand in values that cannot be copied, behind a pointer, and
/// are called where they stand. What makes that right:
///
/// - the first `count` places of the buffer are initialized, the others are not;
/// - a place is emptied by putting a dead slot there, so that the first rule stays true;
/// - nobody takes a slot out while a call is being made: the hub defers all removals to the end of
///   its rounds. Adding is safe at any time: the closure that runs is moved by it, not released.
struct ObserverSlots<Value>: ~Copyable {
  struct Slot: ~Copyable {
    let observer: @MainActor (Value) -> Void
    let token: ObserverToken

    /// Called by borrowing: that is what spares the copy of the closure.
    @MainActor
    borrowing func call(_ value: borrowing Value) {
      observer(value)
    }
  }

  private var base: UnsafeMutablePointer<Slot>?
  private var capacity = 0
  private(set) var count = 0

  init() {}

  deinit {
    base?.deinitialize(count: count)
    base?.deallocate()
  }

  mutating func append(_ slot: consuming Slot) {
    if count == capacity { grow() }
    base?.advanced(by: count).initialize(to: slot)
    count += 1
  }

  private mutating func grow() {
    // Most observables have one observer.
    let newCapacity = capacity == 0 ? 1 : capacity * 2
    let newBase = UnsafeMutablePointer<Slot>.allocate(capacity: newCapacity)
    if let base {
      newBase.moveInitialize(from: base, count: count)
      base.deallocate()
    }
    base = newBase
    capacity = newCapacity
  }

  func token(at index: Int) -> ObserverToken {
    place(index).pointee.token
  }

  /// The observer at a place, to be called at once.
  ///
  /// Given out, so that the buffer is not being accessed while a call adds to it.
  func observer(at index: Int) -> Observer {
    Observer(place: place(index))
  }

  struct Observer {
    fileprivate let place: UnsafeMutablePointer<Slot>

    /// Calls the observer, unless it is disposed.
    @MainActor
    func call(_ value: Value) {
      guard !place.pointee.token.isDisposed else { return }
      place.pointee.call(value)
    }
  }

  /// Takes the slot out and leaves a dead one in its place, so that the others keep theirs.
  mutating func take(at index: Int) -> Slot {
    let place = place(index)
    let slot = place.move()
    place.initialize(to: Slot(observer: { _ in }, token: .dead))
    return slot
  }

  /// Moves the slots together that fit, in order, and returns the others.
  mutating func split(keeping fits: (ObserverToken, Int) -> Bool) -> ObserverSlots {
    var removed = ObserverSlots()
    var kept = 0
    for index in 0..<count {
      let source = place(index)
      if fits(source.pointee.token, kept) {
        if kept != index { place(kept).moveInitialize(from: source, count: 1) }
        kept += 1
      } else {
        removed.append(source.move())
      }
    }
    count = kept
    return removed
  }

  private func place(_ index: Int) -> UnsafeMutablePointer<Slot> {
    guard let base, index < count else {
      // An error of the hub, which alone makes indices; memory beyond the buffer is not to be read.
      fatalError("there is no observer at \(index) of \(count)")
    }
    return base + index
  }
}
