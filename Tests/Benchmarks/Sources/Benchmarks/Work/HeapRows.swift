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
      row("heap of a subject", limit: 113, observe: { _ in () }) { _ in () },
      row("heap of a subject with 1 observer", limit: 256) { subject in
        subject.observe { _ = opaque($0) }
      } sink: { subject in
        subject.removeDuplicates().follow { _ = opaque($0) }
      },
    ]
  }

  private static func row<Token, PeerToken>(
    _ name: String,
    limit: Double,
    observe: @escaping @MainActor (InitializedSubject<Int>) -> Token,
    sink: @escaping @MainActor (CurrentValueSubject<Int, Never>) -> PeerToken
  ) -> Row {
    Row(
      name,
      unit: .bytes,
      goals: [Goal(Touch.none.rawValue, .limit(limit))],
      Touch.allCases.map { touch in
        Contestant(touch.rawValue) { _ in
          try await bytes {
            let subject = InitializedSubject(wrappedValue: $0)
            return (subject, observe(subject))
          } touch: {
            for (subject, _) in $0 { await touch.apply(to: subject) }
          }
        }
      } + [
        Contestant(Names.openCombine, isPeer: true) { _ in
          try await bytes {
            let subject = CurrentValueSubject<Int, Never>($0)
            return (subject, sink(subject))
          } touch: { _ in
          }
        }
      ]
    )
  }

  private static func bytes<Kept>(
    _ make: (Int) -> Kept,
    touch: ([Kept]) async -> Void
  ) async throws -> Double {
    var kept: [Kept] = []
    kept.reserveCapacity(count)
    // What is made once, at the first use, does not count.
    kept.append(make(0))
    await touch(kept)
    let before = Int(heapInUse())
    for index in 1..<count { kept.append(make(index)) }
    await touch(kept)
    let after = Int(heapInUse())
    return withExtendedLifetime(kept) { (Double(after - before) / Double(count - 1)).rounded() }
  }
}
