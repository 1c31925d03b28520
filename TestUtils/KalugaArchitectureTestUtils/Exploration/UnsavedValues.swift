import KalugaArchitecture
import KalugaSessions

/// Finds values that the app forgets to save.
///
/// These are the values that a move has changed and a restart then changes, although they do not
/// tell states apart: the app was in two states with the same key and different values.
struct UnsavedValues<Event: Hashable & Sendable>: Sendable {
  /// The current values.
  var latest: ScreenValues
  /// The values in the first state with each key.
  private var first: [StateKey: ScreenValues]
  /// The last event of this process that has changed the value.
  private var changes: [ScreenValues.Property: Event] = [:]
  private var withoutKey: Set<ScreenValues.Property> = []

  init(_ key: StateKey, _ values: ScreenValues) {
    latest = values
    first = [key: values]
  }

  /// Whether a restart may lose a value other than those with these names.
  func mayBeLost(except names: Set<String>) -> Bool {
    changes.keys.contains { withoutKey.contains($0) && !names.contains($0.name) }
  }

  /// Adds the state after an event of the process; nil for an interruption.
  mutating func add(_ key: StateKey, _ values: ScreenValues, after event: Event?) {
    if let event {
      for property in values.changes(since: latest) { changes[property] = event }
    }
    latest = values
    guard key.isValid else { return }
    if let first = first[key] {
      withoutKey.formUnion(values.changes(since: first))
    } else {
      first[key] = values
    }
  }

  /// Adds the state after a restart.
  ///
  /// - Returns: The events that have changed lost values, and the names of these.
  mutating func restart(
    _ key: StateKey,
    _ values: ScreenValues
  ) -> [(event: Event, names: [String])] {
    let restarted = values.changes(since: latest)
    add(key, values, after: nil)
    let lost = restarted.filter { changes[$0] != nil && withoutKey.contains($0) }
    defer { changes = [:] }
    let events = lost.compactMap { changes[$0] }.withoutRepeats
    return events.map { event in
      let all = lost.filter { changes[$0] == event }
      // A value that is only read is probably derived from one that is written.
      let written = all.filter { !$0.isReadOnly }
      return (event, (written.isEmpty ? all : written).map(\.name).withoutRepeats)
    }
  }
}

extension Array where Element: Hashable {
  fileprivate var withoutRepeats: Self {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
