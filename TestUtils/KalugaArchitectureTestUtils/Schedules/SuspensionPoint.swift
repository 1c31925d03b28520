/// A point at which other tasks may go on first: what a fake does where the real thing would wait.
///
///     func load() async -> [String] {
///       await suspensionPoint()
///       return ["Ada"]
///     }
///
/// Under ``exploreSchedules(seeds:fileID:filePath:line:column:_:)`` the seed decides who goes on;
/// elsewhere the executor of the caller does.
public func suspensionPoint() async {
  await Task.yield()
}
