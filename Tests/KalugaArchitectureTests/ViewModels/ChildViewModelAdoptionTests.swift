import KalugaArchitecture
import Testing

/// Adopting and releasing in each stage.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ChildViewModelAdoptionTests {
  private let story = Log<String>()

  nonisolated private static let stages: [LifecycleStage] = [.created, .resumed, .paused, .cleared]

  private func model(_ name: String, _ stage: LifecycleStage = .created) -> NarratingViewModel {
    let model = NarratingViewModel(name, story)
    switch stage {
    case .created: break
    case .resumed: model.didResume()
    case .paused:
      model.didResume()
      model.didPause()
    case .cleared: model.clear()
    }
    return model
  }

  @Test(arguments: stages, stages)
  func `an adopted child is brought to where its parent is`(
    parentStage: LifecycleStage,
    childStage: LifecycleStage
  ) {
    let (parent, child) = (model("parent", parentStage), model("child", childStage))
    parent.adopt(child)
    let expected: LifecycleStage =
      switch (parentStage, childStage) {
      case (.cleared, _), (_, .cleared): .cleared
      case (.resumed, _): .resumed
      case (.created, .created), (.paused, .created): .created
      case (.created, _), (.paused, _): .paused
      }
    #expect(child.stage.current == expected)
    #expect(parent.stage.current == parentStage)
    parent.clear()
    #expect(child.stage.current == .cleared)
    #expect(story.all.filter { $0 == "child cleared" }.count == 1)
  }

  @Test(arguments: stages)
  func `a released child is paused and goes on without its parent`(parentStage: LifecycleStage) {
    let (parent, child) = (model("parent"), model("child"))
    parent.adopt(child)
    switch parentStage {
    case .created: break
    case .resumed: parent.didResume()
    case .paused:
      parent.didResume()
      parent.didPause()
    case .cleared: parent.clear()
    }
    parent.release(child)
    #expect(child.stage.current != .resumed)
    parent.didPause()
    parent.didResume()
    parent.clear()
    #expect((child.stage.current == .cleared) == (parentStage == .cleared))
    child.didResume()
    #expect((child.stage.current == .resumed) == (parentStage != .cleared))
  }

  @Test func `adopting twice changes nothing`() {
    let (parent, child) = (model("parent"), model("child"))
    parent.adopt(child)
    parent.adopt(child)
    parent.didResume()
    parent.adopt(child)
    parent.didPause()
    parent.clear()
    #expect(
      story.all == [
        "parent resumes", "child resumes", "child pauses", "parent pauses",
        "child cleared", "parent cleared",
      ]
    )
  }

  @Test func `a view model that adopts itself stays as it is`() {
    let parent = model("parent")
    parent.adopt(parent)
    parent.didResume()
    parent.release(parent)
    #expect(parent.stage.current == .resumed)
    parent.clear()
    #expect(story.all == ["parent resumes", "parent pauses", "parent cleared"])
  }

  @Test func `a child of another parent leaves that one`() {
    let (old, new, child) = (model("old", .resumed), model("new", .resumed), model("child"))
    old.adopt(child)
    new.adopt(child)
    #expect(child.stage.current == .resumed)
    old.didPause()
    old.clear()
    #expect(child.stage.current == .resumed)
    new.clear()
    #expect(child.stage.current == .cleared)
  }

  @Test func `a child moved from a resumed to a paused parent is paused, and the other way`() {
    let (shown, hidden, child) = (model("shown", .resumed), model("hidden"), model("child"))
    shown.adopt(child)
    hidden.adopt(child)
    #expect(child.stage.current == .paused)
    shown.adopt(child)
    #expect(child.stage.current == .resumed)
    shown.clear()
    hidden.clear()
  }

  @Test func `a child is never in two families, whatever its hooks do`() {
    let (old, new, third) = (model("old", .resumed), model("new", .resumed), model("third"))
    let child = model("child")
    old.adopt(child)
    child.whenPaused = { [weak child] in if let child { third.adopt(child) } }
    new.adopt(child)
    child.whenPaused = {}
    // The last word is the outer call's.
    #expect(child.stage.current == .resumed)
    third.clear()
    #expect(child.stage.current == .resumed)
    new.clear()
    #expect(child.stage.current == .cleared)
    old.clear()
  }

  @Test func `releasing who is no child does nothing`() {
    let (parent, stranger) = (model("parent", .resumed), model("stranger", .resumed))
    parent.release(stranger)
    #expect(stranger.stage.current == .resumed)
    stranger.clear()
    parent.clear()
  }

  @Test func `a view model and its own ancestor end without going round for ever`() async {
    let (one, other) = (model("one"), model("other"))
    one.adopt(other)
    other.adopt(one)
    one.didResume()
    #expect(other.stage.current == .resumed)
    one.didPause()
    #expect(other.stage.current == .paused)
    one.clear()
    #expect(other.stage.current == .cleared)
    #expect(story.all.filter { $0.hasSuffix("cleared") }.count == 2)
  }

  @Test func `a parent keeps its children and gives them up with itself`() async {
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
        parent.adopt(child)
      }
      #expect(releasedChild != nil)
      parent.didResume()
      await mainActorTurns()
    }
    #expect(releasedParent == nil)
    #expect(releasedChild == nil)
    await task?.value
    #expect(task?.isCancelled == true)
    #expect(!story.all.contains { $0.hasSuffix("cleared") || $0.hasSuffix("pauses") })
  }

  @Test func `a child whose parent was released can be driven and adopted by another`() {
    let child = model("child")
    do { model("parent", .resumed).adopt(child) }
    #expect(child.stage.current == .resumed)
    child.didPause()
    let other = model("other", .resumed)
    other.adopt(child)
    #expect(child.stage.current == .resumed)
    other.clear()
    #expect(child.stage.current == .cleared)
  }

  @Test func `cleared and released children are not kept`() {
    let parent = model("parent")
    weak var released: NarratingViewModel?
    weak var cleared: NarratingViewModel?
    do {
      let (one, other) = (model("one"), model("other"))
      (released, cleared) = (one, other)
      parent.adopt(one)
      parent.release(one)
      parent.adopt(other)
      parent.clear()
    }
    #expect(released == nil)
    #expect(cleared == nil)
  }

  @Test func `a child that was cleared by itself is not kept, before or after its adoption`() {
    let parent = model("parent")
    weak var before: NarratingViewModel?
    weak var after: NarratingViewModel?
    do {
      let (one, other) = (model("one"), model("other"))
      (before, after) = (one, other)
      one.clear()
      parent.adopt(one)
      parent.adopt(other)
      other.clear()
    }
    #expect(before == nil)
    #expect(after == nil)
  }
}
