import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// 100,000 random calls against a model: same hooks in the same order, and nothing left at the end.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleStressTests {
  private final class Member: BaseLifecycleViewModel {
    let number: Int
    let story: Log<String>
    /// The latest one, ended or not.
    private(set) var resumed: TaskScope?

    init(_ number: Int, _ story: Log<String>) {
      self.number = number
      self.story = story
    }

    override func onResume(scope: TaskScope) {
      resumed = scope
      story.append("\(number) resumes")
    }

    override func onPause() { story.append("\(number) pauses") }
    override func onCleared() { story.append("\(number) cleared") }
  }

  /// One family, driven together with its model.
  @MainActor
  private final class Family {
    static let size = 6

    let story = Log<String>()
    let cleanedUp = Log<Int>()
    let ended = Log<Int>()
    let members: [Member]
    var model = LifecycleModel(count: size)
    var random: SeededRandom
    var lastID = 0
    var cleanUps: [Int] = []
    var accepted: [Int] = []
    var running: [Int: Int] = [:]

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      members = (0..<Self.size).map { [story] in Member($0, story) }
    }

    private func nextID() -> Int {
      lastID += 1
      return lastID
    }

    func step() {
      let number = random.below(Self.size)
      let member = members[number]
      let isShown = model.members[number].stage == .resumed
      let isCleared = model.members[number].stage == .cleared
      switch random.below(100) {
      case 0..<25:
        member.didResume()
        model.resume(number)
      case 25..<45:
        member.didPause()
        model.pause(number)
      case 45:
        member.clear()
        model.clear(number)
      case 46..<55: launch(in: member.scope, isAccepted: !isCleared)
      case 55..<65:
        if let resumed = member.resumed { launch(in: resumed, isAccepted: isShown) }
      case 65..<70:
        let id = nextID()
        member.scope.add(id) { [story] in story.append("resource \($0) ends") }
        model.addToLife(number, id)
      case 70..<75:
        guard let resumed = member.resumed else { return }
        let id = nextID()
        resumed.add(id) { [story] in story.append("resource \($0) ends") }
        model.addToResumed(number, id)
      case 75..<80: addCleanUp(to: random.below(2) == 0 ? member.scope : member.resumed)
      case 80..<82: addRepeated(to: member)
      case 82..<94:
        let child = random.below(Self.size)
        guard !model.isAncestor(child, of: number) else { return }
        member.adopt(members[child])
        model.adopt(number, child)
      default:
        let child = random.below(Self.size)
        member.release(members[child])
        model.release(number, child)
      }
    }

    private func launch(in scope: TaskScope, isAccepted: Bool) {
      let id = nextID()
      let task = scope.launch { [ended] in
        await untilCancelled()
        ended.append(id)
      }
      #expect((task != nil) == isAccepted)
      if isAccepted { accepted.append(id) }
    }

    private func addCleanUp(to scope: TaskScope?) {
      guard let scope else { return }
      let id = nextID()
      cleanUps.append(id)
      scope.addCleanUp { [cleanedUp] in cleanedUp.append(id) }
    }

    private func addRepeated(to member: Member) {
      let id = nextID()
      member.repeatOnResume { [weak self] in
        self?.running[id, default: 0] += 1
        #expect(self?.running[id] == 1)
        await untilCancelled()
        self?.running[id, default: 0] -= 1
      }
    }

    func stagesAgree() -> Bool {
      zip(members, model.members).allSatisfy { member, expected in
        member.stage.current == expected.stage
          && (member.resumed?.isActive ?? false) == (expected.stage == .resumed)
          && member.scope.isActive == (expected.stage != .cleared)
      }
    }

    func end() async {
      for (number, member) in members.enumerated() {
        member.clear()
        model.clear(number)
      }
      for member in members { await member.scope.waitUntilEmpty() }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as [UInt64])
  func `any order of calls leads to the model's story and leaves nothing`(seed: UInt64) async {
    for round in 0..<100 {
      let family = Family(seed: seed &* 1000 &+ UInt64(round))
      for step in 0..<100 {
        family.step()
        guard family.stagesAgree() else {
          Issue.record("seed \(seed), round \(round), step \(step): stages differ")
          return
        }
        if step.isMultiple(of: 10) { await mainActorTurns(2) }
      }
      await family.end()
      guard family.story.all == family.model.story else {
        Issue.record("seed \(seed), round \(round): the story differs")
        return
      }
      #expect(family.members.allSatisfy { $0.scope.runningCount == 0 })
      #expect(family.cleanedUp.all.sorted() == family.cleanUps)
      #expect(family.ended.all.sorted() == family.accepted)
      #expect(family.running.values.allSatisfy { $0 == 0 })
    }
  }

  @Test func `families of view models that nobody holds are released, whatever happened`() async {
    for seed in 100..<200 as Range<UInt64> {
      weak var released: Member?
      let scopes: [TaskScope]
      let (accepted, ended): ([Int], Log<Int>)
      do {
        let family = Family(seed: seed)
        for step in 0..<100 {
          family.step()
          if step.isMultiple(of: 10) { await mainActorTurns(2) }
        }
        released = family.members.randomElement()
        (scopes, accepted, ended) = (family.members.map(\.scope), family.accepted, family.ended)
      }
      #expect(released == nil)
      #expect(scopes.allSatisfy { !$0.isActive })
      for scope in scopes { await scope.waitUntilEmpty() }
      #expect(ended.all.sorted() == accepted)
    }
  }
}
