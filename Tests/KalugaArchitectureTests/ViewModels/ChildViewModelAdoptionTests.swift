import KalugaArchitecture
import Testing

/// Adding and removing children in each stage.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ChildViewModelAdoptionTests {
  private let story = Log<String>()

  nonisolated private static let stages: [LifecycleStage] = [.created, .resumed, .paused, .cleared]

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
      case (.created, .created), (.paused, .created): .created
      case (.created, _), (.paused, _): .paused
      }
    #expect([child, parent].map(\.stage.current) == [expected, parentStage])
    parent.clear()
    #expect(child.stage.current == .cleared)
    #expect(story.all.count { $0 == "×child" } == 1)
  }

  @Test(arguments: stages)
  func `a removed child is paused and no longer follows its parent`(parentStage: LifecycleStage) {
    let (parent, child) = (model("parent"), model("child"))
    parent.addChild(child)
    parent.lead(to: parentStage)
    parent.removeChild(child)
    #expect(child.stage.current != .resumed)
    parent.didPause()
    parent.didResume()
    parent.clear()
    child.didResume()
    #expect(child.stage.current == (parentStage == .cleared ? .cleared : .resumed))
  }

  @Test func `adding twice, adding itself and removing a stranger change nothing`() {
    let (parent, child, stranger) = (model("parent"), model("child"), model("stranger", .resumed))
    parent.addChild(parent)
    parent.addChild(child)
    parent.addChild(child)
    parent.didResume()
    parent.addChild(child)
    parent.removeChild(parent)
    parent.removeChild(stranger)
    parent.clear()
    #expect(story.text == "+stranger +parent +child -child -parent ×child ×parent")
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

  @Test func `a child of another parent leaves that one and follows the new one`() {
    let (shown, other, child) = (model("shown", .resumed), model("other", .resumed), model("child"))
    let hidden = model("hidden")
    shown.addChild(child)
    hidden.addChild(child)
    #expect(child.stage.current == .paused)
    shown.addChild(child)
    #expect(child.stage.current == .resumed)
    other.addChild(child)
    shown.clear()
    #expect(child.stage.current == .resumed)
    other.clear()
    #expect(child.stage.current == .cleared)
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

  @Test func `a parent retains its children and releases them with itself`() async {
    weak var releasedParent: NarratingViewModel?
    weak var releasedChild: NarratingViewModel?
    var task: Task<Void, Never>?
    do {
      let parent = model("parent")
      releasedParent = parent
      do {
        let child = model("child")
        releasedChild = child
        child.whenResumed = { scope in task = scope.launch { await untilCancelled() } }
        parent.addChild(child)
      }
      parent.didResume()
    }
    #expect(releasedParent == nil)
    #expect(releasedChild == nil)
    #expect(task?.isCancelled == true)
    #expect(story.text == "+parent +child")
    await task?.value
  }

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

  private func isKept(
    _ use: (_ parent: NarratingViewModel, _ child: NarratingViewModel) -> Void
  ) -> Bool {
    let parent = model("parent")
    weak var released: NarratingViewModel?
    do {
      let child = model("child")
      released = child
      use(parent, child)
    }
    return withExtendedLifetime(parent) { released != nil }
  }

  @Test func `a child that was removed, or cleared with its parent, is not retained`() {
    let isReleasedKept = isKept { parent, child in
      parent.addChild(child)
      parent.removeChild(child)
    }
    let isClearedKept = isKept { parent, child in
      parent.addChild(child)
      parent.clear()
    }
    #expect([isReleasedKept, isClearedKept, isKept { $0.addChild($1) }] == [false, false, true])
  }

  @Test func `a child cleared on its own is not retained, before or after it is added`() {
    let isEarlyKept = isKept { parent, child in
      child.clear()
      parent.addChild(child)
    }
    let isLateKept = isKept { parent, child in
      parent.addChild(child)
      child.clear()
    }
    #expect([isEarlyKept, isLateKept] == [false, false])
  }
}
