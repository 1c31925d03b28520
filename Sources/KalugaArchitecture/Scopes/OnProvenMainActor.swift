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
