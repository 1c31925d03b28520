import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Performs random actions on two subjects, and compares the calls of observers with a model.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SubjectWalkTests {
  /// One call of an observer.
  private struct Call: Equatable {
    let observer: Int
    let value: Int
  }

  /// What an observer follows.
  ///
  /// Some are halves of the value, which do not change with each value.
  private enum View: CaseIterable {
    case value, half, quarter, diamond, both

    /// Whether several paths lead from a subject to the observer, or the observer follows both
    /// subjects.
    var isJoin: Bool { self == .diamond || self == .both }
  }

  private struct Follower {
    let id: Int
    let subject: Int
    let view: View
    let token: any Disposable
    var last: Int
  }

  /// The model and what it is compared with.
  @MainActor
  private final class Walk {
    var random: SeededRandom
    var subjects = [InitializedSubject(wrappedValue: 0), InitializedSubject(wrappedValue: 0)]
    var values = [0, 0]
    /// The pending posts of both subjects, in their order.
    var posts: [(subject: Int, value: Int)] = []
    var followers: [Follower] = []
    var lastID = 0
    var joins: Set<Int> = []
    var calls: [Call] = []
    var expected: [Call] = []
    var flows: [Int: StateFlow<Int>] = [:]
    var tracked: [(subject: Int, changes: Log<Int>, hasChanged: Bool)] = []
    let releases = ReleaseLog()

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
    }

    func observe(_ subject: Int) {
      lastID += 1
      let id = lastID
      let view = View.allCases[random.below(View.allCases.count)]
      if view.isJoin { joins.insert(id) }
      let observer: @MainActor (Int) -> Void = releases.observer { [weak self] in
        self?.calls.append(Call(observer: id, value: $0))
      }
      let token = observable(view, of: subjects[subject]).observe(observer)
      let seen = see(view, of: subject)
      expected.append(Call(observer: id, value: seen))
      followers.append(Follower(id: id, subject: subject, view: view, token: token, last: seen))
    }

    private func observable(
      _ view: View,
      of subject: InitializedSubject<Int>
    ) -> InitializedObservable<Int> {
      let half = subject.map { $0 / 2 }
      return switch view {
      case .value: subject
      case .half: half
      case .quarter: half.map { $0 / 2 }
      case .diamond: combine(half, subject) { $0 * 100 + $1 }
      case .both: combine(subjects[0], subjects[1]) { $0 * 100 + $1 }
      }
    }

    private func see(_ view: View, of subject: Int) -> Int {
      let value = values[subject]
      return switch view {
      case .value: value
      case .half: value / 2
      case .quarter: value / 4
      case .diamond: value / 2 * 100 + value
      case .both: values[0] * 100 + values[1]
      }
    }

    private func store(_ value: Int, in subject: Int) {
      guard values[subject] != value else { return }
      values[subject] = value
      for index in tracked.indices where tracked[index].subject == subject {
        tracked[index].hasChanged = true
      }
      for index in followers.indices {
        let follower = followers[index]
        guard follower.subject == subject || follower.view == .both else { continue }
        let seen = see(follower.view, of: subject)
        guard seen != follower.last else { continue }
        followers[index].last = seen
        expected.append(Call(observer: follower.id, value: seen))
      }
    }

    private func write(_ value: Int, to subject: Int) {
      for post in posts where post.subject == subject { store(post.value, in: subject) }
      posts.removeAll { $0.subject == subject }
      store(value, in: subject)
    }

    private func drain() async {
      await mainActorQueueDrained()
      for post in posts { store(post.value, in: post.subject) }
      posts = []
    }

    /// Releases a subject and its followers, and creates a new one in its place.
    private func replace(_ subject: Int) {
      for follower in followers where follower.view == .both { follower.token.dispose() }
      followers.removeAll { $0.subject == subject || $0.view == .both }
      subjects[subject] = InitializedSubject(wrappedValue: 0)
      flows[subject] = nil
      tracked.removeAll { $0.subject == subject }
      values[subject] = 0
    }

    func step() async {
      let subject = random.below(2)
      switch random.below(20) {
      case 0..<4: observe(subject)
      case 4..<6:
        guard !followers.isEmpty else { return }
        followers.remove(at: random.below(followers.count)).token.dispose()
      case 6..<10:
        let value = random.below(12)
        subjects[subject].current = value
        write(value, to: subject)
      case 10..<15:
        let value = random.below(12)
        subjects[subject].post(value, isolation: nil)
        posts.append((subject, value))
      case 15: await drain()
      case 16:
        let value = random.below(12)
        await subjects[subject].set(value)
        // Only the pending posts of this subject must have been applied.
        write(value, to: subject)
      case 17:
        flows[subject] = random.below(2) == 0 ? nil : subjects[subject].stateFlow
      case 18:
        let observed = subjects[subject]
        tracked.append((subject, trackedReads { _ = observed.current }, false))
      default:
        await drain()
        if random.below(3) == 0 { replace(subject) }
      }
    }

    /// The calls of observers with a single path, in their order, and the calls of each other
    /// observer.
    private func inOrder(_ calls: [Call]) -> [Int: [Call]] {
      Dictionary(grouping: calls) { joins.contains($0.observer) ? $0.observer : 0 }
    }

    func check() {
      #expect(inOrder(calls) == inOrder(expected))
      #expect(subjects.map(\.current) == values)
      #expect(flows.allSatisfy { $0.value.value == values[$0.key] })
      #expect(tracked.map(\.changes.count) == tracked.map { $0.hasChanged ? 1 : 0 })
      tracked.removeAll(where: \.hasChanged)
      calls = []
      expected = []
    }
  }

  @Test(arguments: Array(seedsFromEnvironment().prefix(24)))
  func `random steps call every observer with the model's values, in the model's order`(
    seed: UInt64
  ) async {
    let walk = Walk(seed: seed)
    for _ in 0..<400 {
      await walk.step()
      walk.check()
    }
    for follower in walk.followers { follower.token.dispose() }
    await until(walk.releases.count == walk.lastID)
    #expect(walk.releases.isOnMainActorOnly)
  }
}
