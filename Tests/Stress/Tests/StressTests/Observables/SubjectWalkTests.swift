import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// All that can be done with two subjects, at random, against a model that says who is called with what.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SubjectWalkTests {
  /// One call of an observer.
  private struct Call: Equatable {
    let observer: Int
    let value: Int
  }

  private struct Follower {
    let id: Int
    let subject: Int
    /// What it sees of a value.
    let factor: Int
    let token: any Disposable
    var last: Int
  }

  /// The model and what it is compared with.
  @MainActor
  private final class Walk {
    var random: SeededRandom
    var subjects = [InitializedSubject(wrappedValue: 0), InitializedSubject(wrappedValue: 0)]
    var values = [0, 0]
    /// Posts that wait, in their one order.
    var posts: [(subject: Int, value: Int)] = []
    var followers: [Follower] = []
    var lastID = 0
    var calls: [Call] = []
    var expected: [Call] = []
    var flows: [Int: StateFlow<Int>] = [:]
    var tracked: [(subject: Int, told: Log<Int>, value: Int, hasChanged: Bool)] = []

    init(seed: Int) {
      random = SeededRandom(seed: seed)
    }

    nonisolated func post(_ value: Int, to subject: InitializedSubject<Int>) {
      subject.post(value)
    }

    func observe(_ subject: Int) {
      lastID += 1
      let id = lastID
      let factor = random.below(3)
      let observer: @MainActor (Int) -> Void = { [weak self] value in
        self?.calls.append(Call(observer: id, value: value))
      }
      // The stored value, half of it so that some changes are none, or what is derived from that.
      let token: any Disposable =
        switch factor {
        case 0: subjects[subject].observe(observer)
        case 1: subjects[subject].map { $0 / 2 }.observe(observer)
        default: subjects[subject].map { $0 / 2 }.map { $0 / 2 }.observe(observer)
        }
      let seen = see(values[subject], factor)
      expected.append(Call(observer: id, value: seen))
      followers.append(
        Follower(id: id, subject: subject, factor: factor, token: token, last: seen)
      )
    }

    func see(_ value: Int, _ factor: Int) -> Int { value / [1, 2, 4][factor] }

    func store(_ value: Int, in subject: Int) {
      guard values[subject] != value else { return }
      values[subject] = value
      for index in tracked.indices where tracked[index].subject == subject {
        tracked[index].hasChanged = true
      }
      for index in followers.indices where followers[index].subject == subject {
        let seen = see(value, followers[index].factor)
        guard seen != followers[index].last else { continue }
        followers[index].last = seen
        expected.append(Call(observer: followers[index].id, value: seen))
      }
    }

    func write(_ value: Int, to subject: Int) {
      for post in posts where post.subject == subject { store(post.value, in: subject) }
      posts.removeAll { $0.subject == subject }
      store(value, in: subject)
    }

    func drain() async {
      await queuedWorkDidRun()
      for post in posts { store(post.value, in: post.subject) }
      posts = []
    }

    /// Another subject takes the place of the one that is released, with all who follow that one.
    func replace(_ subject: Int) {
      subjects[subject] = InitializedSubject(wrappedValue: 0)
      flows[subject] = nil
      tracked.removeAll { $0.subject == subject }
      followers.removeAll { $0.subject == subject }
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
        post(value, to: subjects[subject])
        posts.append((subject, value))
      case 15: await drain()
      case 16:
        let value = random.below(12)
        await subjects[subject].set(value)
        // Nothing of the queue need have been applied, but for this subject.
        write(value, to: subject)
      case 17:
        flows[subject] = random.below(2) == 0 ? nil : subjects[subject].stateFlow
      case 18:
        let observed = subjects[subject]
        tracked.append(
          (subject, trackedReads { _ = observed.current }, values[subject], false)
        )
      default:
        await drain()
        if random.below(3) == 0 { replace(subject) }
      }
    }

    func check() {
      #expect(calls == expected)
      for (index, subject) in subjects.enumerated() {
        #expect(subject.current == values[index])
        if let flow = flows[index] { #expect(flow.value == values[index]) }
      }
      for entry in tracked { #expect(entry.told.count == (entry.hasChanged ? 1 : 0)) }
      tracked.removeAll(where: \.hasChanged)
      calls = []
      expected = []
    }
  }

  @Test(arguments: 0..<24)
  func `random steps call everybody with what the model says, in its order`(seed: Int) async {
    let walk = Walk(seed: seed)
    for _ in 0..<400 {
      await walk.step()
      walk.check()
    }
    for follower in walk.followers { follower.token.dispose() }
    await queuedWorkDidRun()
    await mainActorTurns(until: walk.subjects.allSatisfy { $0.observerCount <= 1 })
  }

  // MARK: Observers that come back

  /// What an observer of the second walk does when it is called.
  private enum Deed: CaseIterable {
    case nothing, write, post, observe, disposeItself, disposeAnother, disposeAll
  }

  @MainActor
  private final class Knot {
    var random: SeededRandom
    let subject: InitializedSubject<Int>
    let derived: InitializedObservable<Int>
    var tokens: [Int: any Disposable] = [:]
    var disposed: Set<Int> = []
    var last: [Int: Int] = [:]
    var lastID = 0
    /// How many deeds are left: the knot must come to an end.
    var deeds = 0
    var problems: [String] = []
    let live = Log<Int>()
    let released = Log<Int>()

    init(seed: Int, _ subject: InitializedSubject<Int>) {
      random = SeededRandom(seed: seed)
      self.subject = subject
      derived = subject.map { $0 % 5 }
    }

    nonisolated func post(_ value: Int) {
      subject.post(value)
    }

    func observe() {
      lastID += 1
      let id = lastID
      let isDerived = random.below(3) == 0
      let observed = isDerived ? derived : subject
      live.append(id)
      // Comes back to the subject from its end as well.
      let onRelease = closure { [released] in
        released.append(id)
        MainActor.assumeIsolated { [weak self] in self?.act(nil) }
      }
      let token = observed.observe { [weak self] value in
        onRelease()
        self?.didSee(value, id)
      }
      tokens[id] = token
    }

    func didSee(_ value: Int, _ id: Int) {
      if disposed.contains(id) { problems.append("\(id) was called after its end") }
      if last[id] == value { problems.append("\(id) saw \(value) twice in a row") }
      last[id] = value
      act(id)
    }

    /// Not before the first call has returned: there is no token yet.
    func dispose(_ id: Int) {
      guard let token = tokens.removeValue(forKey: id) else { return }
      disposed.insert(id)
      token.dispose()
    }

    func act(_ id: Int?) {
      guard deeds > 0 else { return }
      deeds -= 1
      switch Deed.allCases[random.below(Deed.allCases.count)] {
      case .nothing: break
      case .write: subject.current = random.below(20)
      case .post: post(random.below(20))
      case .observe: observe()
      case .disposeItself: if let id { dispose(id) }
      case .disposeAnother: if let other = tokens.keys.sorted().first { dispose(other) }
      case .disposeAll:
        if random.below(4) == 0 { for other in tokens.keys.sorted() { dispose(other) } }
      }
    }
  }

  @Test(arguments: 0..<24)
  func `observers that come back in every way end on the newest value and see none twice`(
    seed: Int
  ) async {
    let subjects = [
      InitializedSubject(wrappedValue: 0),
      InitializedSubject(MutableStateFlow(0)),
    ]
    for subject in subjects {
      let knot = Knot(seed: seed, subject)
      for _ in 0..<150 {
        knot.deeds = 12
        switch knot.random.below(4) {
        case 0: knot.observe()
        case 1: subject.current = knot.random.below(20)
        case 2: knot.post(knot.random.below(20))
        default: await queuedWorkDidRun()
        }
        #expect(knot.problems == [])
      }
      knot.deeds = 0
      // What a flow has taken reaches observers in its turn.
      await queuedWorkDidRun()
      let values = [subject.current, knot.derived.current]
      for id in knot.tokens.keys.sorted() {
        #expect(knot.last[id].map(values.contains) == true, "\(id) saw \(knot.last[id] ?? -1) last")
      }
      for id in knot.tokens.keys.sorted() { knot.dispose(id) }
      await mainActorTurns(until: knot.released.count == knot.live.count)
      #expect(Set(knot.released.all) == Set(knot.live.all))
      #expect(knot.released.count == knot.live.count)
      #expect(subject.observerCount == 0)
    }
  }
}
