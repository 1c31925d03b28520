import KalugaArchitecture
import OpenCombine

/// Reads of the current value while nobody tracks.
@MainActor
enum ReadRows {
  static var rows: [Row] {
    [
      Row(
        "current, nobody tracking",
        goals: [Goal(Goals.kaluga, .above(10, of: Goals.property))],
        [
          Contestant(Goals.property) { effort in
            let holder = opaque(PropertyHolder())
            return try read(effort) {
              holder.value = $0
            } value: {
              holder.value
            }
          },
          Contestant(Goals.kaluga) { effort in
            let subject = opaque(InitializedSubject(wrappedValue: 0))
            return try read(effort) {
              subject.current = $0
            } value: {
              subject.current
            }
          },
          Contestant("OpenCombine", isPeer: true) { effort in
            let subject = opaque(CurrentValueSubject<Int, Never>(0))
            return try read(effort) {
              subject.value = $0
            } value: {
              subject.value
            }
          },
          Contestant("Observation", isPeer: true) { effort in
            let model = opaque(TrackedModel())
            return try read(effort) {
              model.value = $0
            } value: {
              model.value
            }
          },
        ]
      )
    ]
  }

  @inline(__always)
  private static func read(
    _ effort: Effort,
    _ write: (Int) -> Void,
    value: () -> Int
  ) throws -> Double {
    let reads = effort.operations(200_000)
    write(3)
    var sum = 0
    let cost = time(reads) { for _ in 1...reads { sum &+= opaque(value()) } }
    try require("sum of what was read", sum, 3 * reads)
    return cost
  }
}
