public import Synchronization

/// A reference to an object that is made once, when it is first needed, on any thread.
///
/// The standard library's `AtomicLazyReference` cannot be specialized: each load looks up generic metadata, which takes
/// 130 ns, ten times as long as a write to an observable.
///
/// The unmanaged reference owns its object. It is set once and never replaced, so that the object lives as long as
/// this value. A caller that loads it keeps this value.
@usableFromInline
@safe
struct AtomicLazy<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  init() {}

  deinit {
    unsafe reference.load(ordering: .acquiring)?.release()
  }

  /// Returns the object; nil if none has been stored.
  @inlinable
  func load() -> Object? {
    unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Stores the object unless there is one, and returns the one that is stored then.
  func storeIfNil(_ object: Object) -> Object {
    let made = unsafe Unmanaged.passRetained(object)
    let (isFirst, existing) = unsafe reference.compareExchange(
      expected: nil,
      desired: made,
      ordering: .acquiringAndReleasing
    )
    // Another thread was faster: its object is the one.
    guard !isFirst, let existing = unsafe existing else { return object }
    unsafe made.release()
    return unsafe existing.takeUnretainedValue()
  }
}
