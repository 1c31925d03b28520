import KalugaArchitecture
import OpenCombine

/// Posts of the value that is there already: nobody may be told.
@MainActor
enum EqualPostRows {
  static var rows: [Row] {
    [1, 1_000].map { observers in
      Row(
        "equal post, \(observers) observers",
        goals: [Goal(Goals.kaluga, .atMost(11, times: Goals.property))],
        [
          property,
          Contestant(Goals.kaluga) { try subject(observers, $0.operations(200_000)) },
          openCombine(observers, observers == 1 ? 20_000 : 200),
        ]
      )
    }
  }

  private static var property: Contestant {
    Contestant(Goals.property) { effort in
      let posts = effort.operations(200_000)
      let holder = opaque(PropertyHolder())
      holder.value = 1
      let cost = time(posts) {
        for _ in 1...posts {
          let v = opaque(1)
          if v != holder.value { holder.value = v }
        }
      }
      try require(Goals.property, holder.value, 1)
      return cost
    }
  }

  private static func subject(_ observers: Int, _ posts: Int) throws -> Double {
    let sink = Sink()
    let seen = sink.seen
    let subject = opaque(InitializedSubject(wrappedValue: 1))
    let bag = DisposeBag()
    for _ in 0..<observers {
      bag.add(subject.observe { _ in seen.pointee.count += 1 })
    }
    sink.reset()
    let cost = time(posts) { for _ in 1...posts { subject.current = opaque(1) } }
    try sink.check(Goals.kaluga, count: 0, last: 0)
    return cost
  }

  private static func openCombine(_ observers: Int, _ posts: Int) -> Contestant {
    Contestant("OpenCombine, removeDuplicates", isPeer: true) { effort in
      let posts = effort.operations(posts)
      let sink = Sink()
      let seen = sink.seen
      let subject = opaque(CurrentValueSubject<Int, Never>(1))
      let tokens = (0..<observers).map { _ in
        subject.removeDuplicates().sink { _ in seen.pointee.count += 1 }
      }
      sink.reset()
      let cost = time(posts) { for _ in 1...posts { subject.value = opaque(1) } }
      try sink.check("OpenCombine", count: 0, last: 0)
      withExtendedLifetime(tokens) {}
      return cost
    }
  }
}
