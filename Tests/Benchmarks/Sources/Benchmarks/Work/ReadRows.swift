import KalugaArchitecture
import OpenCombine

/// Reads of the current value without tracking.
@MainActor
enum ReadRows {
  static var rows: [Row] {
    [
      Row(
        "read, not tracked",
        goals: [
          Goal(
            Names.current,
            .above(10, of: Names.plainProperty),
            accepting: 5,
            because: Reasons.registrar
          )
        ],
        [
          Contestant(Names.plainProperty) { effort in
            let holder = opaque(PropertyHolder())
            holder.value = 3
            return try measure(effort) { holder.value }
          },
          Contestant(Names.current) { effort in
            let subject = opaque(InitializedSubject(wrappedValue: 3))
            return try measure(effort) { subject.current }
          },
          Contestant(Names.property) { effort in
            let model = opaque(Model())
            model.x = 3
            return try measure(effort) { model.x }
          },
          touched(.tracked),
          touched(.posted),
          Contestant("over a state flow") { effort in
            let subject = opaque(InitializedSubject(MutableStateFlow(3)))
            return try measure(effort) { subject.current }
          },
          Contestant(Names.openCombine, isPeer: true) { effort in
            let subject = opaque(CurrentValueSubject<Int, Never>(3))
            return try measure(effort) { subject.value }
          },
          Contestant(Names.observation, isPeer: true) { effort in
            let model = opaque(TrackedModel())
            model.x = 3
            return try measure(effort) { model.x }
          },
        ]
      )
    ]
  }

  private static func touched(_ touch: Touch) -> Contestant {
    Contestant(touch.rawValue) { effort in
      let subject = opaque(await touch.subject(3))
      return try measure(effort) { subject.current }
    }
  }

  @inline(__always)
  private static func measure(_ effort: Effort, _ value: () -> Int) throws -> Double {
    let reads = effort.operations(200_000)
    var sum = 0
    let cost = time(reads) { for _ in 1...reads { sum &+= opaque(value()) } }
    try require("sum of what was read", sum, 3 * reads)
    return cost
  }
}
