import KalugaArchitecture

/// Writes to subjects that were read inside Observation tracking once, posted to from another thread once,
/// or that have to do with a state flow.
@MainActor
enum TouchedRows {
  static var rows: [Row] {
    [0, 1].map { observers in
      row("write to a touched subject, \(Row.count(observers, "observer"))") { subject, effort in
        try Writes.current(of: subject, observers, effort.operations(50_000))
      }
    } + [
      row("equal write to a touched subject, 1 observer") { subject, effort in
        let writes = effort.operations(50_000)
        return try EqualWriteRows.measure(opaque(subject), 1, writes) { subject in
          for _ in 1...writes { subject.current = opaque(0) }
        }
      },
      stateFlow,
    ]
  }

  private static func row(
    _ name: String,
    _ write: @escaping @MainActor (InitializedSubject<Int>, Effort) throws -> Double
  ) -> Row {
    Row(
      name,
      goals: [Touch.tracked, .posted].map {
        Goal(
          $0.rawValue,
          .atMost(3, times: Touch.none.rawValue),
          accepting: 2.7,
          because: Reasons.rareState
        )
      },
      Touch.allCases.map { touch in
        Contestant(touch.rawValue) { try write(await touch.subject(), $0) }
      }
    )
  }

  private static var stateFlow: Row {
    let floor = "closures, value under a mutex"
    let writes = 20_000
    return Row(
      "write to a subject with a state flow, 1 observer",
      goals: [
        Goal(
          "over a state flow",
          .atMost(6, times: floor),
          accepting: 14,
          because: Reasons.unspecialized
        )
      ],
      [
        Contestant(floor) { effort in
          let writes = effort.operations(writes)
          let sink = Sink()
          let seen = sink.seen
          let holder = opaque(LockedClosureHolder())
          holder.observe { seen.note($0) }
          let cost = time(writes) { for i in 1...writes { holder.post(opaque(i)) } }
          try sink.check(floor, count: writes, last: writes)
          try require(floor, holder.value, writes)
          return cost
        },
        Contestant("over a state flow") { effort in
          let flow = MutableStateFlow(0)
          let cost = try Writes.current(
            of: InitializedSubject(flow),
            1,
            effort.operations(writes)
          )
          try require("state flow", flow.value, effort.operations(writes))
          return cost
        },
        Contestant("stateFlow held") { effort in
          let subject = InitializedSubject(wrappedValue: 0)
          let flow = subject.stateFlow
          let cost = try Writes.current(of: subject, 1, effort.operations(writes))
          try require("state flow", flow.value, effort.operations(writes))
          return cost
        },
        Contestant("stateFlow read once") { effort in
          let subject = InitializedSubject(wrappedValue: 0)
          try require("state flow", subject.stateFlow.value, 0)
          return try Writes.current(of: subject, 1, effort.operations(writes))
        },
      ]
    )
  }
}
