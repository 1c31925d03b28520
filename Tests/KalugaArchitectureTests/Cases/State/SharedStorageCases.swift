import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about storage that several writers share.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SharedStorageCases {
  struct User: Equatable, Sendable {
    var name = 0
    var visits = 0
  }

  enum Writer: CaseIterable { case subject, part, samePart }

  /// kotlinx.coroutines #2392, #2720, tivi #735: an update that is not atomic loses others.
  @Test(arguments: Writer.allCases)
  func `a change of shared storage loses no update of another writer`(writer: Writer) async {
    let flow = MutableStateFlow(User())
    let subject = InitializedSubject(flow)
    let (name, visits) = (subject[\.name], subject[\.visits])
    let other = Task.detached { for _ in 0..<10_000 { flow.mutate { $0.visits += 1 } } }
    for value in 1...10_000 {
      switch writer {
      case .subject: subject.mutate { $0.name += 1 }
      case .part: name.current = value
      case .samePart: visits.mutate { $0 += 1 }
      }
    }
    await other.value
    let both = User(name: 10_000, visits: 10_000)
    #expect(flow.value == (writer == .samePart ? User(visits: 20_000) : both))
  }
}
