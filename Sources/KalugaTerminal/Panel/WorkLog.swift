import KalugaArchitecture

/// Remembers which work of each screen runs, and which was cancelled.
struct WorkLog {
  private var running: [BackStackEntryID: [String]] = [:]
  private var cancelled: [BackStackEntryID: [(name: String, time: ContinuousClock.Instant)]] = [:]
  private var endedScopes: Set<String> = []
  /// The latest work that was cancelled: the name of a view model, and that of the work.
  private var cancelledWork: Set<[String]> = []

  /// How long cancelled work is shown with its age.
  private static let recent = Duration.seconds(10)

  /// Notes whether work was cancelled: it ends after its scope has ended.
  mutating func note(_ event: ArchitectureEvent) {
    switch event {
    case .scopeEnded(let scope): endedScopes.insert(scope)
    case .taskLaunched(_, let scope): endedScopes.remove(scope)
    case .taskEnded(let task, let scope):
      let work = [String(scope.prefix { $0 != "." }), task]
      if endedScopes.contains(scope) {
        cancelledWork.insert(work)
      } else {
        cancelledWork.remove(work)
      }
    default: break
    }
  }

  /// Compares what runs now with what ran before: the type of the view model and the names of the
  /// running work, by screen.
  mutating func update(
    _ screens: [BackStackEntryID: (type: String, names: [String])],
    now: ContinuousClock.Instant
  ) {
    cancelled = cancelled.filter { screens[$0.key] != nil }
    for (id, (type, names)) in screens {
      let ended = Set(running[id, default: []]).subtracting(names)
      cancelled[id, default: []].removeAll { names.contains($0.name) || ended.contains($0.name) }
      for name in ended.sorted() where cancelledWork.contains([type, name]) {
        cancelled[id, default: []].append((name, now))
      }
    }
    running = screens.mapValues(\.names)
  }

  /// Whether the lines change with time.
  func isAgeing(_ now: ContinuousClock.Instant) -> Bool {
    cancelled.values.joined().contains { now - $0.time < Self.recent }
  }

  /// Returns a line for each piece of work of a screen; `waits` names what it waits for.
  func lines(
    of id: BackStackEntryID,
    waits: [String: String] = [:],
    now: ContinuousClock.Instant
  ) -> [String] {
    let names = running[id, default: []]
    var known: Set<String> = []
    let active = names.filter { known.insert($0).inserted }.map { name in
      let count = names.count { $0 == name }
      let text = count == 1 ? name : "\(name) ×\(count)"
      return "\(text): \(waits[name].map { "waits for \($0)" } ?? "runs")"
    }
    let past = cancelled[id, default: []].map { name, time in
      let age = now - time
      return "\(name): cancelled" + (age < Self.recent ? " \(age.components.seconds) s ago" : "")
    }
    return active + past
  }
}
