import KalugaArchitecture

/// Checks a cleared view model without retaining it.
@MainActor
final class TeardownCheck {
  let location: CallLocation
  private let name: String
  private let life: LeakProbe
  /// The scope of the view model; empty once its tasks have ended.
  private var scopes: [TaskScope]

  init(_ viewModel: LifecycleViewModel, _ location: CallLocation) {
    self.location = location
    name = "\(type(of: viewModel))"
    life = LeakProbe(viewModel)
    scopes = [viewModel.scope]
  }

  /// Returns a description of the problem; nil if there is none.
  func failure(_ checks: ExhaustiveChecks, _ limit: Duration) async -> String? {
    if await !wait(untilEmpty: scopes, atMost: limit) {
      return checks.contains(.tasks)
        ? stillRunning(scopes, of: name, limit, after: "cleared") : nil
    }
    guard checks.contains(.life) else { return nil }
    if await life.isAlive(after: limit) {
      return "\(name) is still alive after the test: something captures it strongly (work that "
        + "waits, an observer, a callback). Launch work in a scope, capture it weakly, or leave this "
        + "check out with except: .life"
    }
    return await isScopeAlive(after: limit)
      ? "the scope of \(name) is still alive after the test: something outside the view model "
        + "retains it. Release it, or leave this check out with except: .life" : nil
  }

  private func isScopeAlive(after limit: Duration) async -> Bool {
    let survivors = scopes.map(LeakProbe.init)
    scopes = []
    for survivor in survivors where await survivor.isAlive(after: limit) { return true }
    return false
  }
}

/// Waits until the scopes are empty; returns false if they are not within the limit.
@MainActor
func wait(untilEmpty scopes: [TaskScope], atMost limit: Duration) async -> Bool {
  let ended = Promise<Void>()
  startTask {
    for scope in scopes { await scope.waitUntilEmpty() }
    ended.settle(())
  }
  return await wait(for: ended, atMost: limit)
}

/// Describes the tasks that have not ended, with their names.
func stillRunning(
  _ scopes: [TaskScope],
  of name: String,
  _ limit: Duration,
  after event: String
) -> String {
  let count = scopes.map(\.runningCount).reduce(0, +)
  let names = scopes.flatMap(\.runningNames).joined(separator: ", ")
  return
    "\(count) task(s) of \(name) still run \(limit) after it was \(event) (\(names)): let them "
    + "end when they are cancelled"
}
