/// Runs main-actor code where the caller has proven that it runs there: by its isolation argument.
///
/// `MainActor.assumeIsolated` would find it out again, which takes longer than most writes do.
@inlinable
@inline(__always)
nonisolated func onProvenMainActor(_ body: @MainActor () -> Void) {
  withoutActuallyEscaping(body) { body in
    // The isolation is no part of how a synchronous function is called; `assumeIsolated` does the same.
    unsafeBitCast(body, to: (() -> Void).self)()
  }
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
