/// Suspends, so that other tasks can run first.
///
/// Call it in fakes where the real service would wait:
///
///     func load() async -> [String] {
///       await suspensionPoint()
///       return ["Ada"]
///     }
///
/// In ``exploreSchedules(seeds:file:line:_:)`` the seed decides which task
/// continues. Elsewhere the executor of the caller decides.
public func suspensionPoint() async {
  await Task.yield()
}
