import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Makes random calls to families of view models, and compares them with a model: the hooks run in
/// the same order, and nothing is left at the end.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleStressTests {
  /// One family, driven together with its model.
  @MainActor
  private final class Family {
    static let size = 6

    let story = Log<String>()
    let cleanedUp = Log<Int>()
    let begun = Log<Int>()
    let ended = Log<Int>()
    let members: [VisibleNarratingViewModel]
    var model = LifecycleModel(count: size)
    var random: SeededRandom
    let ids = Tally()
    var cleanUps: [Int] = []
    var accepted: [Int: Task<Void, Never>] = [:]
    var running: [Int: Int] = [:]

    init(seed: Int) {
      random = SeededRandom(seed: seed)
      members = (0..<Self.size).map { [story] in VisibleNarratingViewModel("\($0)", story) }
    }

    func steps(_ count: Int) async {
      for step in 0..<count {
        self.step()
        guard stagesAgree() else {
          Issue.record("the stages differ after step \(step)")
          return
        }
        if step.isMultiple(of: 10) { await mainActorQueueDrained() }
      }
    }

    private func step() {
      let number = random.below(Self.size)
      let member = members[number]
      let stage = model.members[number].stage
      switch random.below(100) {
      case 0..<20:
        member.didResume()
        model.resume(number)
      case 20..<33:
        member.didBecomeVisible()
        model.show(number)
      case 33..<45:
        member.didPause()
        model.pause(number)
      case 45:
        member.clear()
        model.clear(number)
      case 46..<55: launch(in: member.scope, isAccepted: stage != .cleared)
      case 55..<60: launch(in: member.resumedScope, isAccepted: stage == .resumed)
      case 60..<65: launch(in: member.visibleScope, isAccepted: isShown(stage))
      case 65..<70: model.addToLife(addResource(to: member.scope), of: number)
      case 70..<75:
        if random.isTrue(50), let visible = member.visibleScope {
          model.addToVisible(addResource(to: visible), of: number)
        } else if let resumed = member.resumedScope {
          model.addToResumed(addResource(to: resumed), of: number)
        }
      case 75..<80:
        addCleanUp(to: [member.scope, member.visibleScope, member.resumedScope][random.below(3)])
      case 80..<82: addRepeated(to: member)
      case 82..<94:
        let child = random.below(Self.size)
        guard !model.isAncestor(child, of: number) else { return }
        member.addChild(members[child])
        model.adopt(number, child)
      default:
        let child = random.below(Self.size)
        member.removeChild(members[child])
        model.release(number, child)
      }
    }

    private func isShown(_ stage: LifecycleStage) -> Bool { stage == .visible || stage == .resumed }

    private func launch(in scope: TaskScope?, isAccepted: Bool) {
      guard let scope else { return }
      let id = ids.add()
      let task = scope.launch { [begun, ended] in
        begun.append(id)
        await untilCancelled()
        ended.append(id)
      }
      #expect((task != nil) == isAccepted)
      accepted[id] = task
    }

    private func addResource(to scope: TaskScope) -> Int {
      let id = ids.add()
      scope.add(id) { [story] in story.append("resource \($0)") }
      return id
    }

    private func addCleanUp(to scope: TaskScope?) {
      guard let scope else { return }
      let id = ids.add()
      cleanUps.append(id)
      scope.addCleanUp { [cleanedUp] in cleanedUp.append(id) }
    }

    private func addRepeated(to member: NarratingViewModel) {
      let id = ids.add()
      let work: @MainActor () async -> Void = { [weak self] in
        self?.running[id, default: 0] += 1
        #expect(self?.running[id] == 1)
        await untilCancelled()
        self?.running[id, default: 0] -= 1
      }
      if random.isTrue(50) { member.repeatOnResume(work) } else { member.repeatWhileVisible(work) }
    }

    private func stagesAgree() -> Bool {
      zip(members, model.members).allSatisfy { member, expected in
        member.stage.current == expected.stage
          && (member.visibleScope?.isActive ?? false) == isShown(expected.stage)
          && (member.resumedScope?.isActive ?? false) == (expected.stage == .resumed)
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

  /// Checks that work runs to its end, unless it was cancelled before it began.
  private func expectWorkEnded(
    _ accepted: [Int: Task<Void, Never>],
    _ begun: Log<Int>,
    _ ended: Log<Int>
  ) {
    #expect(ended.all.sorted() == begun.all.sorted())
    let notBegun = Set(accepted.keys).subtracting(begun.all)
    #expect(notBegun.allSatisfy { accepted[$0]?.isCancelled == true })
    #expect(Set(begun.all).isSubset(of: accepted.keys))
  }

  @Test(arguments: 1...5)
  func `any order of calls runs the model's hooks and leaves nothing`(seed: Int) async {
    for round in 0..<100 {
      let family = Family(seed: seed * 1000 + round)
      await family.steps(100)
      await family.end()
      guard family.story.all == family.model.story else {
        Issue.record("the hooks differ from the model's in round \(round)")
        return
      }
      #expect(family.members.allSatisfy { $0.scope.runningCount == 0 })
      #expect(family.cleanedUp.all.sorted() == family.cleanUps)
      expectWorkEnded(family.accepted, family.begun, family.ended)
      #expect(family.running.values.allSatisfy { $0 == 0 })
    }
  }

  @Test func `families of view models without owners are always released`() async {
    for seed in 100..<200 {
      weak var released: NarratingViewModel?
      let scopes: [TaskScope]
      let (accepted, begun, ended): ([Int: Task<Void, Never>], Log<Int>, Log<Int>)
      do {
        let family = Family(seed: seed)
        await family.steps(100)
        released = family.members.randomElement()
        scopes = family.members.map(\.scope)
        (accepted, begun, ended) = (family.accepted, family.begun, family.ended)
      }
      #expect(released == nil)
      #expect(scopes.allSatisfy { !$0.isActive })
      for scope in scopes { await scope.waitUntilEmpty() }
      expectWorkEnded(accepted, begun, ended)
    }
  }
}
