import HeapStatistics
import KalugaArchitecture
import OpenCombine

/// Bytes of the heap that one subject takes.
@MainActor
enum HeapRows {
  static var rows: [Row] {
    [
      Row(
        "heap of an empty subject",
        unit: .bytes,
        goals: [Goal(Goals.kaluga, .limit(96))],
        [
          Contestant(Goals.kaluga) { _ in bytes { InitializedSubject(wrappedValue: $0) } },
          Contestant("OpenCombine", isPeer: true) { _ in
            bytes { CurrentValueSubject<Int, Never>($0) }
          },
        ]
      ),
      Row(
        "heap of a subject with 1 observer",
        unit: .bytes,
        goals: [Goal(Goals.kaluga, .limit(224))],
        [
          Contestant(Goals.kaluga) { _ in
            let sink = Sink()
            let seen = sink.seen
            defer { withExtendedLifetime(sink) {} }
            return bytes { value in
              let subject = InitializedSubject(wrappedValue: value)
              return (subject, subject.observe { seen.pointee.last = $0 })
            }
          },
          Contestant("OpenCombine", isPeer: true) { _ in
            let sink = Sink()
            let seen = sink.seen
            defer { withExtendedLifetime(sink) {} }
            return bytes { value in
              let subject = CurrentValueSubject<Int, Never>(value)
              return (subject, subject.removeDuplicates().sink { seen.pointee.last = $0 })
            }
          },
        ]
      ),
    ]
  }

  private static func bytes<Kept>(_ make: (Int) -> Kept) -> Double {
    let count = 20_000
    var kept: [Kept] = []
    kept.reserveCapacity(count)
    // Whatever is made once, at the first use.
    kept.append(make(0))
    let before = Int(heapInUse())
    for index in 1..<count { kept.append(make(index)) }
    let after = Int(heapInUse())
    return withExtendedLifetime(kept) { (Double(after - before) / Double(count - 1)).rounded() }
  }
}
