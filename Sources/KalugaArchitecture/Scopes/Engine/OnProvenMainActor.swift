/// Runs main-actor code where the caller has proven that it runs there: by its isolation argument.
///
/// `MainActor.assumeIsolated` would find it out again, which takes longer than most writes do. The code
/// gets what it needs as arguments and captures nothing: a context would be allocated for it, and asked
/// afterwards whether it has escaped.
@inlinable
@inline(__always)
nonisolated func onProvenMainActor<Object, Value>(
  _ object: Object,
  _ value: Value,
  _ body: @escaping @MainActor (Object, Value) -> Void
) {
  // The isolation is no part of how a synchronous function is called; `assumeIsolated` does the same.
  unsafe unsafeBitCast(body, to: ((Object, Value) -> Void).self)(object, value)
}

/// Compared with by identity: asking for `MainActor.shared` each time retains and releases it.
@usableFromInline
nonisolated let mainActorIdentity = ObjectIdentifier(MainActor.shared)

/// Whether an isolation argument is the main actor: the proof for ``onProvenMainActor(_:)``.
@inlinable
@inline(__always)
nonisolated func isMainActor(_ isolation: (any Actor)?) -> Bool {
  guard let isolation else { return false }
  return ObjectIdentifier(isolation) == mainActorIdentity
}
