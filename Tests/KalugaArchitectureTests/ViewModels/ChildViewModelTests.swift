import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// View models and their children.
///
/// `LifecycleStressTests` compares calls in any order with a model. These tests are about calls that
/// hooks make, about ownership, and about large families.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ChildViewModelTests {
  private let story = Log<String>()

  nonisolated private static let stages: [LifecycleStage] = [
    .created, .visible, .resumed, .paused, .cleared,
  ]

  private func model(_ name: String, _ stage: LifecycleStage = .created) -> NarratingViewModel {
    let model = NarratingViewModel(name, story)
    model.lead(to: stage)
    return model
  }

  @Test(arguments: stages, stages)
  func `an added child is brought to the stage of its parent`(
    parentStage: LifecycleStage,
    childStage: LifecycleStage
  ) {
    let (parent, child) = (model("parent", parentStage), model("child", childStage))
    parent.addChild(child)
    let expected: LifecycleStage =
      switch (parentStage, childStage) {
      case (.cleared, _), (_, .cleared): .cleared
      case (.resumed, _): .resumed
      case (.visible, _): .visible
      case (.created, .created), (.paused, .created): .created
      case (.created, _), (.paused, _): .paused
      }
    #expect([child, parent].map(\.stage.current) == [expected, parentStage])
    parent.clear()
    #expect(child.stage.current == .cleared)
    #expect(story.all.count { $0 == "×child" } == 1)
  }

  // MARK: Calls made by hooks

  /// A parent that can have two children, all of which write to one story.
  @MainActor
  struct Family {
    let story = Log<String>()
    let parent: NarratingViewModel
    let first: NarratingViewModel
    let second: NarratingViewModel

    init() {
      parent = NarratingViewModel("parent", story)
      first = NarratingViewModel("first", story)
      second = NarratingViewModel("second", story)
    }

    func adoptBoth() {
      parent.addChild(first)
      parent.addChild(second)
    }

    /// Releases what the hooks capture.
    func forgetHooks() {
      for model in [parent, first, second] { model.forgetHooks() }
    }
  }

  typealias Scene = StoryScene<Family>

  nonisolated private static let scenes = [
    Scene(
      "adding twice, adding itself and removing a stranger change nothing",
      "+second +parent +first -first -parent ×first ×parent"
    ) { family in
      family.second.didResume()
      family.parent.addChild(family.parent)
      for _ in 0..<2 { family.parent.addChild(family.first) }
      family.parent.didResume()
      family.parent.addChild(family.first)
      family.parent.removeChild(family.parent)
      family.parent.removeChild(family.second)
      family.parent.clear()
    },
    Scene(
      "a child pauses its parent, whose step ends first",
      "+parent +first +second -second -first -parent"
    ) { family in
      family.adoptBoth()
      family.first.whenResumed = { _ in family.parent.didPause() }
      family.parent.didResume()
    },
    Scene("a child that is added pauses its parent", "+parent +first -first -parent") { family in
      family.parent.didResume()
      family.first.whenResumed = { _ in family.parent.didPause() }
      family.parent.addChild(family.first)
    },
    Scene(
      "a grandchild clears the family, which ends from the bottom up",
      "+parent +first +second -second -first -parent ×second ×first ×parent"
    ) { family in
      family.parent.didResume()
      family.parent.addChild(family.first)
      family.second.whenResumed = { _ in family.parent.clear() }
      family.first.addChild(family.second)
    },
    Scene("a child clears its parent in its last hook", "×first hook ends ×parent") { family in
      family.parent.addChild(family.first)
      family.first.whenCleared = {
        family.parent.clear()
        family.story.append("hook ends")
      }
      family.first.clear()
    },
    Scene(
      "a child that pauses itself stays paused until its parent's next resume",
      "+parent +first -first -parent +parent +first -first"
    ) { family in
      family.parent.addChild(family.first)
      family.first.whenResumed = { _ in family.first.didPause() }
      family.parent.didResume()
      family.parent.didPause()
      family.parent.didResume()
    },
    Scene("a child removes its sibling before its resume", "+parent +first") { family in
      family.adoptBoth()
      family.first.whenResumed = { _ in family.parent.removeChild(family.second) }
      family.parent.didResume()
    },
    Scene(
      "a child moves its sibling before its pause",
      "+other +parent +first +second -second -first +first -parent"
    ) { family in
      let other = NarratingViewModel("other", family.story)
      other.didResume()
      family.adoptBoth()
      family.parent.didResume()
      family.second.whenPaused = { other.addChild(family.first) }
      family.parent.didPause()
    },
    Scene("a child clears its sibling", "×second ×first ×parent") { family in
      family.adoptBoth()
      family.second.whenCleared = { family.first.clear() }
      family.parent.clear()
    },
    Scene("a child is added inside onResume", "+parent hook ends +first") { family in
      family.parent.whenResumed = { _ in
        family.parent.addChild(family.first)
        family.story.append("hook ends")
      }
      family.parent.didResume()
    },
    Scene("a child is added inside onPause", "+parent -parent +parent +first") { family in
      family.parent.whenPaused = { family.parent.addChild(family.first) }
      family.parent.didResume()
      family.parent.didPause()
      family.parent.didResume()
    },
    Scene("children are added while the family is cleared", "×first ×second ×parent") { family in
      family.parent.addChild(family.first)
      family.parent.scope.add(
        SimpleDisposable { MainActor.assumeIsolated { family.parent.addChild(family.second) } }
      )
      family.parent.clear()
    },
  ]

  @Test(arguments: scenes)
  func `a call inside a hook takes effect after the running step of the family`(scene: Scene) {
    let family = Family()
    scene.play(family)
    #expect(family.story.text == scene.story)
    family.forgetHooks()
  }

  @Test func `a view model and its own ancestor end without an endless loop`() {
    let (one, other) = (model("one"), model("other"))
    one.addChild(other)
    other.addChild(one)
    one.didResume()
    one.didPause()
    one.clear()
    #expect(Set(story.all) == ["+one", "+other", "-one", "-other", "×one", "×other"])
    #expect(story.count == 6)
  }

  @Test func `a child is never in two families, whatever its hooks do`() {
    let (old, new, third) = (model("old", .resumed), model("new", .resumed), model("third"))
    let child = model("child")
    old.addChild(child)
    child.whenPaused = { [unowned child] in
      child.whenPaused = {}
      third.addChild(child)
    }
    // The outer call is the last to take effect.
    new.addChild(child)
    third.clear()
    #expect(child.stage.current == .resumed)
    new.clear()
    #expect(child.stage.current == .cleared)
  }

  // MARK: Ownership

  @Test func `a child whose parent was released can be driven, and added to another`() {
    let child = model("child")
    do { model("parent", .resumed).addChild(child) }
    #expect(child.stage.current == .resumed)
    child.didPause()
    let other = model("other", .resumed)
    other.addChild(child)
    #expect(child.stage.current == .resumed)
    other.clear()
    #expect(child.stage.current == .cleared)
  }

  @Test func `a parent retains a child until it is removed, or one of them is cleared`() {
    func isKept(_ use: (_ parent: NarratingViewModel, _ child: NarratingViewModel) -> Void) -> Bool
    {
      let parent = model("parent")
      weak var released: NarratingViewModel?
      do {
        let child = model("child")
        released = child
        use(parent, child)
      }
      return withExtendedLifetime(parent) { released != nil }
    }
    let ends: [(NarratingViewModel, NarratingViewModel) -> Void] = [
      { $0.removeChild($1) }, { parent, _ in parent.clear() }, { _, child in child.clear() },
    ]
    for end in ends {
      let isKeptAfterIt = isKept { parent, child in
        parent.addChild(child)
        end(parent, child)
      }
      #expect(!isKeptAfterIt)
    }
    let isKeptWithoutEnd = isKept { $0.addChild($1) }
    #expect(isKeptWithoutEnd)
    let isClearedChildKept = isKept { parent, child in
      child.clear()
      parent.addChild(child)
    }
    #expect(!isClearedChildKept)
  }

  // MARK: Large families

  /// Returns view models of which each is a child of the one before.
  private func nested(_ count: Int) -> [NarratingViewModel] {
    let family = (0..<count).map { NarratingViewModel("\($0)", story) }
    for (parent, child) in zip(family, family.dropFirst()) { parent.addChild(child) }
    return family
  }

  @Test func `10,000 view models nested in each other move in order and are released together`() {
    weak var last: NarratingViewModel?
    do {
      let family = nested(10_000)
      last = family[9_999]
      family[9_999].whenResumed = { [unowned first = family[0]] _ in first.didPause() }
      family[0].didResume()
      let names = family.map(\.name)
      #expect(story.all == names.map { "+\($0)" } + names.reversed().map { "-\($0)" })
    }
    #expect(last == nil)
  }

  @Test(arguments: 1...5)
  func `children that leave and come back in any order keep the order of addition`(seed: Int) {
    var random = SeededRandom(seed: seed)
    let parent = NarratingViewModel("parent", story)
    let all = (0..<100).map { NarratingViewModel("\($0)", story) }
    var children: [NarratingViewModel] = []
    for _ in 0..<1_000 {
      let child = all[random.below(all.count)]
      if let index = children.firstIndex(where: { $0 === child }) {
        children.remove(at: index)
        parent.removeChild(child)
      } else {
        children.append(child)
        parent.addChild(child)
      }
    }
    parent.didResume()
    #expect(story.all == ["+parent"] + children.map { "+\($0.name)" })
    for child in children.prefix(40) { child.clear() }
    let before = story.count
    parent.clear()
    let left = children.dropFirst(40).reversed().map(\.name)
    #expect(
      Array(story.all.dropFirst(before))
        == left.map { "-\($0)" } + ["-parent"] + left.map { "×\($0)" } + ["×parent"]
    )
  }
}
