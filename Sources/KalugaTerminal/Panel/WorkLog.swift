import KalugaArchitecture

/// Remembers which work of each screen has ended, and how.
struct WorkLog {
  private struct Ended {
    var name: String
    var isCancelled: Bool
    var time: ContinuousClock.Instant
  }

  private var running: [BackStackEntryID: [String]] = [:]
  private var ended: [BackStackEntryID: [Ended]] = [:]
  private var endedScopes: Set<String> = []
  /// The latest work that was cancelled, as the name of a view model and that of the work.
  private var cancelled: Set<[String]> = []

  /// For so long, ended work is shown with its age.
  private static let recent = Duration.seconds(10)

  /// Notes how work ends: work that ends after its scope was cancelled by it.
  mutating func note(_ event: ArchitectureEvent) {
    switch event {
    case .scopeEnded(let scope): endedScopes.insert(scope)
    case .taskLaunched(_, let scope): endedScopes.remove(scope)
    case .taskEnded(let task, let scope):
      let work = [String(scope.prefix { $0 != "." }), task]
      if endedScopes.contains(scope) { cancelled.insert(work) } else { cancelled.remove(work) }
    default: break
    }
  }

  /// Compares what runs now with what ran before: the type of the view model and the names of the
  /// running work, by screen.
  mutating func update(
    _ screens: [BackStackEntryID: (type: String, names: [String])],
    now: ContinuousClock.Instant
  ) {
    ended = ended.filter { screens[$0.key] != nil }
    for (id, (type, names)) in screens {
      var list = ended[id, default: []]
      list.removeAll { names.contains($0.name) }
      var known = Set(names)
      for name in running[id, default: []] where known.insert(name).inserted {
        list.removeAll { $0.name == name }
        list.append(Ended(name: name, isCancelled: cancelled.contains([type, name]), time: now))
      }
      ended[id] = list
    }
    running = screens.mapValues(\.names)
  }

  /// Whether the lines change with time.
  func isAgeing(_ now: ContinuousClock.Instant) -> Bool {
    ended.values.joined().contains { now - $0.time < Self.recent }
  }

  /// Returns a line for each piece of work of a screen; `waits` names what it waits for.
  func lines(
    of id: BackStackEntryID,
    waits: [String: String] = [:],
    now: ContinuousClock.Instant
  ) -> [String] {
    var counts: [(name: String, count: Int)] = []
    for name in running[id, default: []] {
      if let index = counts.firstIndex(where: { $0.name == name }) {
        counts[index].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    let active = counts.map { name, count in
      let text = count == 1 ? name : "\(name) ×\(count)"
      return waits[name].map { "\(text): waits for \($0)" } ?? "\(text): runs"
    }
    let past = ended[id, default: []].compactMap { ended -> String? in
      let word = ended.isCancelled ? "cancelled" : "ended"
      if now - ended.time < Self.recent {
        return "\(ended.name): \(word) \((now - ended.time).components.seconds) s ago"
      }
      // Cancelled work explains why the screen no longer changes.
      return ended.isCancelled ? "\(ended.name): cancelled" : nil
    }
    return active + past
  }
}
