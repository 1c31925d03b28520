/// Refers to an object without keeping it.
struct WeakReference {
  weak var object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }
}

/// Lets other jobs of the main actor run until the object is released.
///
/// Work that the toolkit leaves to a later job is done by then, and its cost is measured.
@MainActor
func waitUntilReleased(_ reference: WeakReference) async throws(BenchmarkError) {
  for _ in 0..<1_000 {
    if reference.object == nil { return }
    await Task.yield()
  }
  throw BenchmarkError("an object is not released after 1,000 turns of the main actor")
}
