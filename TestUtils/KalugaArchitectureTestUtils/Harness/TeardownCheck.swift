import KalugaArchitecture

/// Checks a view model and its descendants after they were cleared, without retaining them.
@MainActor
final class TeardownCheck {
  let location: CallLocation
  /// The view model, followed by its descendants.
  private let lives: [(name: String, life: LeakProbe)]
  /// The scopes of the view models; empty once their tasks have ended.
  private var scopes: [(name: String, scope: TaskScope)]

  /// Must be created before the view model is cleared, which removes the children.
  init(_ viewModel: LifecycleViewModel, _ location: CallLocation) {
    self.location = location
    let family = KalugaArchitectureTestUtils.family(of: viewModel)
    lives = family.map { ("\(type(of: $0))", LeakProbe($0)) }
    scopes = family.map { ("\(type(of: $0))", $0.scope) }
  }

  /// Returns a description of the problem; nil if there is none.
  func failure(_ checks: ExhaustiveChecks, _ limit: Duration) async -> String? {
    if await !wait(untilEmpty: scopes.map(\.scope), atMost: limit) {
      guard checks.contains(.tasks) else { return nil }
      let running = scopes.filter { $0.scope.runningCount > 0 }
      let names = running.map(\.name).joined(separator: " and ")
      return stillRunning(running.map(\.scope), of: names, limit, after: "it was cleared")
    }
    guard checks.contains(.life) else { return nil }
    for (name, life) in lives where await life.isAlive(after: limit) {
      return "\(name) is still alive after the test: something captures it strongly (work that "
        + "waits, an observer, a callback, a variable of the test). Launch work in a scope, capture "
        + "it weakly, or leave this check out with except: .life" + life.suspects
    }
    let survivors = scopes.map { ($0.name, LeakProbe($0.scope)) }
    scopes = []
    for (name, survivor) in survivors where await survivor.isAlive(after: limit) {
      return "the scope of \(name) is still alive after the test: something outside the view model "
        + "retains it. Release it, or leave this check out with except: .life"
    }
    return nil
  }
}

/// Returns the view model, followed by its descendants.
@MainActor
func family(of viewModel: LifecycleViewModel) -> [LifecycleViewModel] {
  (viewModel as? BaseLifecycleViewModel)?.family ?? [viewModel]
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
    "\(count) task(s) of \(name) still run \(limit) after \(event) (\(names)): let them "
    + "end when they are cancelled"
}
