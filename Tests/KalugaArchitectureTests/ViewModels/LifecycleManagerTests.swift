import KalugaArchitecture
import Testing

/// What a host does with the view model that it shows.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleManagerTests {
  private final class Host {}

  private let story = Log<String>()
  private let model: NarratingViewModel
  private let host = Host()

  init() {
    model = NarratingViewModel("model", story)
  }

  private func disposable(_ name: String) -> SimpleDisposable {
    SimpleDisposable { [story] in story.append("\(name) disposed") }
  }

  private func makeManager() -> LifecycleManager {
    var appearances = 0
    return LifecycleManager(model, host: host) { [story] in
      appearances += 1
      story.append("appearance \(appearances)")
      return ["a", "b"].map { name in
        SimpleDisposable { [appearances] in story.append("\(name) \(appearances) disposed") }
      }
    }
  }

  @Test func `binding alone resumes nothing`() {
    let manager = makeManager()
    #expect(story.all.isEmpty)
    manager.unbind()
  }

  @Test func `disposables end with each appearance, after the view model was paused`() {
    let manager = makeManager()
    manager.hostDidAppear()
    #expect(story.all == ["model resumes", "appearance 1"])
    manager.hostDidDisappear()
    #expect(story.all.suffix(3) == ["model pauses", "a 1 disposed", "b 1 disposed"])
    manager.hostDidAppear()
    #expect(story.all.suffix(2) == ["model resumes", "appearance 2"])
    manager.hostDidDisappear()
    #expect(story.all.suffix(3) == ["model pauses", "a 2 disposed", "b 2 disposed"])
    #expect(story.count == 10)
  }

  @Test func `what onLifecycle returns is kept until the host disappears, and not longer`() {
    let released = Log<Int>()
    let manager = LifecycleManager(model, host: host) {
      [SimpleDisposable(onDispose: closure { released.append(1) })]
    }
    manager.hostDidAppear()
    #expect(released.count == 0)
    manager.hostDidDisappear()
    #expect(released.count == 1)
    manager.unbind()
  }

  @Test func `appearing twice is one appearance, and disappearing twice one end`() {
    let manager = makeManager()
    manager.hostDidDisappear()
    manager.hostDidAppear()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    manager.hostDidDisappear()
    #expect(
      story.all == [
        "model resumes", "appearance 1", "model pauses", "a 1 disposed", "b 1 disposed",
      ]
    )
    manager.unbind()
  }

  /// Kaluga Q24: `unbind` neither paused nor disposed, and relied on UIKit to do it.
  @Test func `unbind pauses, ends the appearance and clears, by itself and once`() {
    let manager = makeManager()
    manager.hostDidAppear()
    manager.unbind()
    manager.unbind()
    #expect(
      story.all == [
        "model resumes", "appearance 1", "model pauses", "a 1 disposed", "b 1 disposed",
        "model cleared",
      ]
    )
  }

  /// Kaluga Q24: a retain cycle until `unbind` was called.
  @Test func `manager, view model and host are released without unbind`() async {
    weak var releasedManager: LifecycleManager?
    weak var releasedModel: NarratingViewModel?
    weak var releasedHost: Host?
    do {
      let (model, host) = (NarratingViewModel("other", story), Host())
      let manager = LifecycleManager(model, host: host) { [weak model, story] in
        [
          model?.stage.observe { _ in },
          SimpleDisposable { story.append("disposed") },
        ]
        .compactMap { $0 }
      }
      (releasedManager, releasedModel, releasedHost) = (manager, model, host)
      manager.hostDidAppear()
    }
    await queuedWorkDidRun()
    #expect(releasedManager == nil)
    #expect(releasedModel == nil)
    #expect(releasedHost == nil)
    #expect(story.all == ["other resumes", "disposed"])
  }

  /// Kaluga Q25: each creation of the view bound once more, and resumed once more.
  @Test func `two bindings of one view model resume it once`() {
    let (one, other) = (makeManager(), makeManager())
    one.hostDidAppear()
    other.hostDidAppear()
    #expect(story.all.filter { $0 == "model resumes" }.count == 1)
    one.unbind()
    other.unbind()
    #expect(story.all.filter { $0 == "model cleared" }.count == 1)
  }

  @Test func `unbind before any appearance only clears`() {
    let manager = makeManager()
    manager.unbind()
    #expect(story.all == ["model cleared"])
  }

  @Test func `nothing happens after unbind`() {
    let manager = makeManager()
    manager.unbind()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(story.all == ["model cleared"])
  }

  @Test func `an appearance of a cleared view model binds nothing`() {
    let manager = makeManager()
    model.clear()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    manager.unbind()
    #expect(story.all == ["model cleared"])
  }

  @Test func `the first appearance of a view model that is resumed already is one too`() {
    model.didResume()
    let manager = makeManager()
    manager.hostDidAppear()
    #expect(story.all == ["model resumes", "appearance 1"])
    manager.hostDidDisappear()
    #expect(story.all.suffix(3) == ["model pauses", "a 1 disposed", "b 1 disposed"])
  }

  @Test func `a view model paused by others does not make a second appearance of one`() {
    let manager = makeManager()
    manager.hostDidAppear()
    model.didPause()
    manager.hostDidAppear()
    #expect(story.all.filter { $0.hasPrefix("appearance") } == ["appearance 1"])
    manager.hostDidDisappear()
    #expect(story.all.suffix(2) == ["a 1 disposed", "b 1 disposed"])
    manager.unbind()
  }

  @Test func `the host may be released before it disappears`() {
    let manager: LifecycleManager
    weak var released: Host?
    do {
      let host = Host()
      released = host
      manager = LifecycleManager(model, host: host) { [disposable("a")] }
      manager.hostDidAppear()
    }
    #expect(released == nil)
    manager.hostDidDisappear()
    manager.unbind()
    #expect(story.all == ["model resumes", "model pauses", "a disposed", "model cleared"])
  }

  @Test func `an appearance that ends within onResume calls nothing back`() {
    let manager = makeManager()
    model.whenResumed = { [weak manager] _ in manager?.hostDidDisappear() }
    manager.hostDidAppear()
    #expect(story.all == ["model resumes", "model pauses"])
    model.whenResumed = { _ in }
    manager.hostDidAppear()
    #expect(story.all.suffix(2) == ["model resumes", "appearance 1"])
    manager.unbind()
  }

  @Test func `unbind within onResume clears after the hook and calls nothing back`() {
    let manager = makeManager()
    model.whenResumed = { [weak manager] _ in manager?.unbind() }
    manager.hostDidAppear()
    #expect(story.all == ["model resumes", "model pauses", "model cleared"])
  }

  @Test func `what onLifecycle returns is disposed if the appearance ended within it`() {
    var manager: LifecycleManager?
    manager = LifecycleManager(model, host: host) { [disposable = disposable("a")] in
      manager?.hostDidDisappear()
      return [disposable]
    }
    manager?.hostDidAppear()
    #expect(story.all == ["model resumes", "model pauses", "a disposed"])
    manager?.unbind()
    manager = nil
  }

  @Test func `what onLifecycle returns is disposed if the binding ended within it`() {
    var manager: LifecycleManager?
    manager = LifecycleManager(model, host: host) { [disposable = disposable("a")] in
      manager?.unbind()
      return [disposable]
    }
    manager?.hostDidAppear()
    #expect(story.all == ["model resumes", "model pauses", "model cleared", "a disposed"])
    manager = nil
  }

  @Test func `a disposable may come back to the manager`() {
    var manager: LifecycleManager?
    manager = LifecycleManager(model, host: host) { [story] in
      [
        SimpleDisposable {
          story.append("disposed")
          MainActor.assumeIsolated { manager?.hostDidDisappear() }
        }
      ]
    }
    manager?.hostDidAppear()
    manager?.hostDidDisappear()
    #expect(story.all == ["model resumes", "model pauses", "disposed"])
    manager?.unbind()
    manager = nil
  }

  @Test func `an appearance that begins while the view model pauses is one too`() {
    let (model, story) = (model, story)
    let manager = LifecycleManager(model, host: host) {
      story.append("appearance")
      return [SimpleDisposable { story.append("disposed") }]
    }
    manager.hostDidAppear()
    model.whenPaused = { [weak manager] in manager?.hostDidAppear() }
    manager.hostDidDisappear()
    #expect(
      story.all == [
        "model resumes", "appearance", "model pauses", "model resumes", "disposed", "appearance",
      ]
    )
    model.whenPaused = {}
    manager.unbind()
  }

  @Test func `an appearance that begins when the stage is paused is one too`() {
    let (model, story) = (model, story)
    let manager = LifecycleManager(model, host: host) {
      story.append("appearance")
      return []
    }
    manager.hostDidAppear()
    let token = model.stage.observe { [weak manager] in
      if $0 == .paused { manager?.hostDidAppear() }
    }
    manager.hostDidDisappear()
    token.dispose()
    #expect(
      story.all == ["model resumes", "appearance", "model pauses", "model resumes", "appearance"]
    )
    manager.unbind()
  }

  @Test func `a host that comes, goes and comes inside a child's hook makes one appearance`() {
    let story = Log<String>()
    let (parent, child) = (NarratingViewModel("parent", story), NarratingViewModel("child", story))
    let host = Probe()
    let manager = LifecycleManager(parent, host: host) {
      story.append("appears")
      return [SimpleDisposable { story.append("disappears") }]
    }
    parent.didResume()
    child.whenResumed = { [unowned child] _ in
      child.whenResumed = { _ in }
      manager.hostDidAppear()
      manager.hostDidDisappear()
      manager.hostDidAppear()
    }
    parent.adopt(child)
    manager.hostDidDisappear()
    #expect(
      story.all == [
        "parent resumes", "child resumes", "child pauses", "parent pauses",
        "parent resumes", "child resumes", "appears",
        "child pauses", "parent pauses", "disappears",
      ]
    )
  }

  @Test func `an appearance that ends inside a hook of the view model is over after that hook`() {
    let manager = makeManager()
    manager.hostDidAppear()
    model.whenPaused = { [story, weak manager] in
      manager?.hostDidDisappear()
      story.append("hook is over")
    }
    model.didPause()
    #expect(
      story.all.suffix(4) == ["model pauses", "hook is over", "a 1 disposed", "b 1 disposed"]
    )
    manager.unbind()
  }
}
