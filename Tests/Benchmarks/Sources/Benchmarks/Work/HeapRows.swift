import HeapStatistics
import KalugaArchitecture
import OpenCombine

/// Bytes of the heap that one subject takes.
@MainActor
enum HeapRows {
  private static let count = 20_000

  static var rows: [Row] {
    [
      // 112 bytes, and what the runtime allocates meanwhile, which adds up to one byte per subject.
      row("heap of a subject", limit: 113) {
        $0
      } sink: {
        $0
      },
      row("heap of a subject with 1 observer", limit: 256) { subject in
        (subject, subject.observe { _ = opaque($0) })
      } sink: { subject in
        (subject, subject.removeDuplicates().follow { _ = opaque($0) })
      },
    ]
  }

  private static func row<Kept, PeerKept>(
    _ name: String,
    limit: Double,
    observe: @escaping @MainActor (InitializedSubject<Int>) -> Kept,
    sink: @escaping @MainActor (CurrentValueSubject<Int, Never>) -> PeerKept
  ) -> Row {
    Row(
      name,
      unit: "bytes",
      goals: [Goal(atMost: limit, accepting: 1.3, because: Reasons.node)],
      [
        Contestant(Names.toolkit) { bytes { observe(InitializedSubject(wrappedValue: $0)) } },
        Contestant(Names.openCombine) { bytes { sink(CurrentValueSubject($0)) } },
      ]
    )
  }

  private static func bytes<Kept>(_ make: (Int) -> Kept) -> Double {
    var kept: [Kept] = []
    kept.reserveCapacity(count)
    // What is made once, at the first use, does not count.
    kept.append(make(0))
    let before = Int(heapInUse())
    for index in 1..<count { kept.append(make(index)) }
    let after = Int(heapInUse())
    return withExtendedLifetime(kept) { (Double(after - before) / Double(count - 1)).rounded() }
  }
}
