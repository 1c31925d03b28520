/// The observers of one hub, in the order of registration: a growing buffer, and the only unsafe memory
/// of the observables.
///
/// A closure that is kept in a copyable place is retained and released around each call, which takes
/// longer than most calls do. Here closures stand in values that cannot be copied, behind a pointer, and
/// are called where they stand. What makes that right:
///
/// - the first `count` places of the buffer are initialized, the others are not;
/// - all closures of a buffer take values of the type it is called with: they come from one hub;
/// - a place is emptied by putting a dead slot there, so that the first rule stays true;
/// - nobody takes a slot out while a call is being made: the hub defers all removals to the end of
///   its rounds. Adding is safe at any time: the closure that runs is moved by it, not released.
///
/// Not generic: to move and to release a closure one need not know what it takes, and generic code would
/// look up its types at each step.
@safe
struct ObserverSlots: ~Copyable {
  /// What stands in each place, as what it is called.
  private struct CallableSlot<Value>: ~Copyable {
    let observer: @MainActor (Value) -> Void
    let token: ObserverToken

    /// Called by borrowing: that is what spares the copy of the closure.
    @MainActor
    borrowing func call(_ value: borrowing Value) {
      observer(value)
    }
  }

  /// The same, as what it is moved and released: a closure is a function and its context, whatever it
  /// takes.
  struct Slot: ~Copyable {
    fileprivate let observer: () -> Void
    let token: ObserverToken

    /// Stands where an observer was.
    static func dead() -> Slot { Slot(observer: {}, token: .dead) }
  }

  // The closure of a slot alone, before it has a token: cast in structs, in which closures stand as they are.

  private struct Called<Value> {
    let observer: @MainActor (Value) -> Void
  }

  private struct Moved {
    let observer: () -> Void
  }

  private var base: UnsafeMutablePointer<Slot>?
  // Small, as there may be many thousand buffers.
  private var storedCapacity: Int32 = 0
  private var storedCount: Int32 = 0

  private var capacity: Int { Int(storedCapacity) }
  private(set) var count: Int {
    get { Int(storedCount) }
    set { storedCount = Int32(newValue) }
  }

  init() {}

  deinit {
    unsafe base?.deinitialize(count: count)
    unsafe base?.deallocate()
  }

  mutating func append<Value>(
    _ observer: @escaping @MainActor (Value) -> Void,
    _ token: ObserverToken
  ) {
    assert(MemoryLayout<CallableSlot<Value>>.size == MemoryLayout<Slot>.size)
    // To write the slot as what it is called would look up its type.
    let moved = unsafe unsafeBitCast(Called(observer: observer), to: Moved.self)
    append(Slot(observer: moved.observer, token: token))
  }

  private mutating func append(_ slot: consuming Slot) {
    unsafe addPlace().initialize(to: slot)
  }

  /// A new place at the end, to be initialized at once.
  private mutating func addPlace() -> UnsafeMutablePointer<Slot> {
    let base = unsafe baseWithRoom()
    defer { count += 1 }
    return unsafe base + count
  }

  private mutating func baseWithRoom() -> UnsafeMutablePointer<Slot> {
    if let base = unsafe base, count < capacity { return unsafe base }
    // Most observables have one observer.
    let newCapacity = capacity == 0 ? 1 : capacity * 2
    let newBase = UnsafeMutablePointer<Slot>.allocate(capacity: newCapacity)
    if let base = unsafe base {
      unsafe newBase.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
    }
    unsafe base = unsafe newBase
    storedCapacity = Int32(newCapacity)
    return unsafe newBase
  }

  func token(at index: Int) -> ObserverToken {
    unsafe place(index).pointee.token
  }

  /// The observer at a place, to be called at once.
  ///
  /// Given out, so that the buffer is not being accessed while a call adds to it.
  func observer(at index: Int) -> Observer {
    unsafe Observer(place: UnsafeRawPointer(place(index)))
  }

  @safe
  struct Observer {
    fileprivate let place: UnsafeRawPointer

    /// Calls the observer, unless it is disposed.
    @MainActor
    func call<Value>(_ value: Value) {
      let slot = unsafe place.assumingMemoryBound(to: CallableSlot<Value>.self)
      guard unsafe !slot.pointee.token.isDisposed else { return }
      unsafe slot.pointee.call(value)
    }
  }

  /// Takes the slot out; unless it is the last one it leaves a dead one in its place, so that the others
  /// keep theirs.
  mutating func take(at index: Int) -> Slot {
    let place = unsafe place(index)
    let slot = unsafe place.move()
    if index == count - 1 {
      count = index
    } else {
      unsafe place.initialize(to: .dead())
    }
    return slot
  }

  /// Moves the slots together whose tokens have a place, in order, tells the tokens which that is now,
  /// and returns the others that are not dead.
  ///
  /// Takes no closure that says which: each call of one would ask whether it runs on the main actor.
  @MainActor
  mutating func compact() -> ObserverSlots {
    var removed = ObserverSlots()
    var kept = 0
    for index in 0..<count {
      let source = unsafe place(index)
      if unsafe source.pointee.token.index != nil {
        unsafe source.pointee.token.index = kept
        if kept != index { unsafe place(kept).moveInitialize(from: source, count: 1) }
        kept += 1
      } else if unsafe source.pointee.token === ObserverToken.dead {
        unsafe source.deinitialize(count: 1)
      } else {
        unsafe removed.append(source.move())
      }
    }
    count = kept
    return removed
  }

  private func place(_ index: Int) -> UnsafeMutablePointer<Slot> {
    guard let base = unsafe base, index < count else {
      // An error of the hub, which alone makes indices; memory beyond the buffer is not to be read.
      fatalError("there is no observer at \(index) of \(count)")
    }
    return unsafe base + index
  }
}
