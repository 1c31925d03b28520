public import KalugaArchitecture

/// Waits until each task of a scope and its child scopes has ended or is *parked*.
///
/// A parked task waits inside the toolkit: at a clock of the test, a gate or a flow, or for a
/// result.
///
///     model.searchTapped()
///     try await waitUntilParked(model.scope)       // the search waits at a gate of its fake
///     #expect(model.isLoading)
///
/// After that, the scope does nothing until the test moves the clock, opens the gate, writes to the
/// flow, or cancels. A task that waits for anything else counts as running: a real clock or server,
/// another task, a task group or `async let`. The error lists where the tasks that it started wait.
///
/// The scope must be watched when the work is launched. A scope is watched if it is created inside
/// ``withViewModel(_:except:allowing:limit:file:line:_:)``,
/// ``withExhaustiveChecks(except:allowing:limit:file:line:_:)``, a test with the trait
/// `.exhaustive` or ``exploreMainActorSchedules(seeds:file:line:_:)``, or by a test
/// that has created a ``ManualClock``, or passed to ``watchWork(of:)``.
///
/// - Throws: An error that lists the running tasks, and where the other tasks wait.
public func waitUntilParked(
  _ scope: TaskScope,
  limit: Duration = .seconds(5),
  file: StaticString = #filePath,
  line: UInt = #line
) async throws {
  let core = scope.core
  let watch = core.listener as? WorkWatch
  var work: [WatchedWork] = []
  let end: Void? = try await wait(atMost: limit) {
    watch?.nextChange() ?? Promise()
  } until: { change in
    work = survey(core, watch)
    if work.allSatisfy(\.isParked) {
      // A write on another thread may still wait in the queue of the main actor.
      if MainActorSeededExecutor.current == nil { await MainActorResumptions.turn() }
      if survey(core, watch).allSatisfy(\.isParked), change.current == nil { return () }
    }
    let unseen = work.filter { !$0.isSeen }
    if unseen.isEmpty { return nil }
    throw FailureReporter().failure(
      "waitUntilParked: cannot watch \(list(unseen.map { "'\($0.name)'" })) of '\(core.name)': "
        + "create the scope inside withViewModel, withExhaustiveChecks or "
        + "exploreMainActorSchedules, or call watchWork(of:) before launching the work",
      at: CallLocation(file, line)
    )
  }
  if end != nil { return }
  let running = work.filter { !$0.isParked }
  let parked = work.filter(\.isParked)
  throw FailureReporter().failure(
    "waitUntilParked: \(running.count) of \(work.count) task(s) of '\(core.name)' still run after "
      + "\(limit): \(list(running.map(\.text)))"
      + (parked.isEmpty ? "" : "; others wait: \(list(parked.map(\.text)))")
      + ". Let them wait at a clock, a gate or a flow, or end",
    at: CallLocation(file, line)
  )
}

/// Watches the work that is launched in a scope and its child scopes from now on.
///
/// Call this if ``waitUntilParked(_:limit:file:line:)`` must wait for a scope
/// that is created outside the checks and calls listed there.
public func watchWork(of scope: TaskScope) {
  // Another watch could not tell where the work waits that the first one has followed from its launch.
  if scope.core.listener == nil { scope.core.setListener(WorkWatch.current ?? WorkWatch()) }
}

/// Work that has not ended, and its state.
private struct WatchedWork {
  let name: String
  let isSeen: Bool
  /// Nil if the work has not started.
  let standing: WorkWatch.Standing?

  var isParked: Bool { standing?.place != nil }

  var text: String {
    guard let standing else { return "'\(name)' (has not started)" }
    if let place = standing.place { return "'\(name)' at \(place.text)" }
    if standing.placesOfOthers.isEmpty { return "'\(name)'" }
    let places = Set(standing.placesOfOthers.map(\.text)).sorted().joined(separator: ", ")
    return "'\(name)' (tasks that it started wait at \(places))"
  }
}

/// Returns the work of a scope and its child scopes, in the order of launch.
private func survey(_ core: TaskScopeCore, _ watch: WorkWatch?) -> [WatchedWork] {
  while true {
    let running = core.work
    let work = running.map { work in
      WatchedWork(
        name: work.name,
        isSeen: watch != nil && work.listener === watch,
        standing: watch?.standing(of: work.id)
      )
    }
    // If work was launched or has ended in the meantime, check again.
    if core.work.map({ $0.id }) == running.map({ $0.id }) { return work }
  }
}

/// Returns the first ten texts, separated by commas.
func list(_ texts: [String]) -> String {
  let shown = texts.prefix(10).joined(separator: ", ")
  return texts.count > 10 ? shown + ", …" : shown
}

extension SuspensionPlace {
  fileprivate var text: String {
    switch self {
    case .clock: "a clock"
    case .gate: "a gate"
    case .flow: "a flow"
    case .result: "a result"
    }
  }
}
