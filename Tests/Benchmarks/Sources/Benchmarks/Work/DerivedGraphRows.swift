import KalugaArchitecture
import OpenCombine

/// Writes to a subject from which many observables are derived.
@MainActor
enum DerivedGraphRows {
  static var rows: [Row] { [chain, fan] }

  private static let goal = Goal(
    Names.toolkit,
    .atMost(6, times: Names.closures),
    accepting: 8,
    because: Reasons.derived
  )

  private static var chain: Row {
    let links = 100
    let writes = 1_000
    return Row(
      "chain of 100 maps, 1 observer, per node",
      goals: [goal],
      [
        Contestant(Names.closures) { effort in
          let holders = (0...links).map { _ in opaque(ClosureHolder()) }
          for (holder, next) in zip(holders, holders.dropFirst()) {
            holder.observe { next.post($0 &+ 1) }
          }
          return try measure(Names.closures, effort, writes, nodes: links, offset: links) { seen in
            holders[links].observe { seen.note($0) }
          } write: {
            holders[0].post($0)
          }
        },
        Contestant(Names.toolkit) { effort in
          let subject = opaque(InitializedSubject(wrappedValue: 0))
          var derived: InitializedObservable<Int> = subject
          for _ in 0..<links { derived = derived.map { $0 &+ 1 } }
          return try measure(Names.toolkit, effort, writes, nodes: links, offset: links) { seen in
            derived.observe { seen.note($0) }
          } write: {
            subject.current = $0
          }
        },
        Contestant(Names.openCombine, isPeer: true) { effort in
          let subject = opaque(CurrentValueSubject<Int, Never>(0))
          var derived: AnyPublisher<Int, Never> = subject.eraseToAnyPublisher()
          for _ in 0..<links {
            derived = derived.distinctMap { $0 &+ 1 }.eraseToAnyPublisher()
          }
          return try measure(Names.openCombine, effort, writes / 10, nodes: links, offset: links) {
            seen in
            derived.follow { seen.note($0) }
          } write: {
            subject.value = $0
          }
        },
      ]
    )
  }

  /// The observers are called in any order, so that each map gives the same result.
  private static var fan: Row {
    let maps = 1_000
    let writes = 100
    return Row(
      "1000 maps of one subject with an observer each, per map",
      goals: [goal],
      [
        Contestant(Names.closures) { effort in
          let holder = opaque(ClosureHolder())
          // What each closure passed on last, in place of the value that a map keeps.
          let results = (0..<maps).map { _ in PropertyHolder() }
          return try measure(
            Names.closures,
            effort,
            writes,
            nodes: maps,
            notifications: maps,
            offset: 1
          ) {
            seen in
            for result in results {
              holder.observe { value in
                guard value &+ 1 != result.value else { return }
                result.value = value &+ 1
                seen.note(value &+ 1)
              }
            }
          } write: {
            holder.post($0)
          }
        },
        Contestant(Names.toolkit) { effort in
          let subject = opaque(InitializedSubject(wrappedValue: 0))
          return try measure(
            Names.toolkit,
            effort,
            writes,
            nodes: maps,
            notifications: maps,
            offset: 1
          ) {
            seen in
            (0..<maps).map { _ in subject.map { $0 &+ 1 }.observe { seen.note($0) } }
          } write: {
            subject.current = $0
          }
        },
        Contestant(Names.openCombine, isPeer: true) { effort in
          let subject = opaque(CurrentValueSubject<Int, Never>(0))
          return try measure(
            Names.openCombine,
            effort,
            writes / 10,
            nodes: maps,
            notifications: maps,
            offset: 1
          ) { seen in
            (0..<maps).map { _ in
              subject.distinctMap { $0 &+ 1 }.follow { seen.note($0) }
            }
          } write: {
            subject.value = $0
          }
        },
      ]
    )
  }

  /// Returns the cost of one node at one write, which reaches some nodes and makes some notifications.
  ///
  /// `offset` is what is added to a written value on its way to an observer.
  private static func measure<Token>(
    _ name: String,
    _ effort: Effort,
    _ writes: Int,
    nodes: Int,
    notifications: Int = 1,
    offset: Int,
    observe: (UnsafeMutablePointer<Sink.Seen>) -> Token,
    write: (Int) -> Void
  ) throws -> Double {
    let writes = effort.operations(writes)
    let sink = Sink()
    let token = observe(sink.seen)
    sink.reset()
    let cost = time(writes) { for i in 1...writes { write(opaque(i)) } }
    try sink.check(name, count: writes * notifications, last: writes + offset)
    withExtendedLifetime(token) {}
    return cost / Double(nodes)
  }
}
