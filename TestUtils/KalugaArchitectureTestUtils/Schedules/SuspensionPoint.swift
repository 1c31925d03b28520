/// Suspends, so that other tasks may continue first; for fakes, where the real service would wait.
///
///     func load() async -> [String] {
///       await suspensionPoint()
///       return ["Ada"]
///     }
///
/// Under ``exploreSchedules(seeds:fileID:filePath:line:column:_:)`` the seed decides which task continues;
/// elsewhere the executor of the caller does.
public func suspensionPoint() async {
  await Task.yield()
}
