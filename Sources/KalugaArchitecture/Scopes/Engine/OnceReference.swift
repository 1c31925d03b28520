public import Synchronization

/// A place for an object that is made once, when it is first needed, by whichever thread comes first.
///
/// Not an `AtomicLazyReference`: its `load` looks up generic types at each call, which takes longer than a
/// post.
@usableFromInline
@safe
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  init() {}

  deinit {
    unsafe reference.load(ordering: .acquiring)?.release()
  }

  /// The object; nil if nobody has needed one.
  @inlinable var object: Object? {
    unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Asks the object, if there is one, without retaining it: whoever has this place keeps it.
  @inlinable
  @inline(__always)
  func ask(_ body: (Object) -> Bool) -> Bool {
    unsafe reference.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { body($0) } ?? false
  }

  /// The object, made now if there is none.
  func object(orMake make: () -> Object) -> Object {
    if let object { return object }
    let made = unsafe Unmanaged.passRetained(make())
    let (isFirst, existing) = unsafe reference.compareExchange(
      expected: nil,
      desired: made,
      ordering: .acquiringAndReleasing
    )
    // Somebody else was faster: theirs is the one.
    guard !isFirst, let existing = unsafe existing else { return unsafe made.takeUnretainedValue() }
    unsafe made.release()
    return unsafe existing.takeUnretainedValue()
  }
}
