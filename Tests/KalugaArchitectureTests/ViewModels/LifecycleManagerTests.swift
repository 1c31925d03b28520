import KalugaArchitecture
import Testing

/// The calls of a host to the view model that it shows.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleManagerTests {
  @MainActor
  private final class Host {
    weak var manager: LifecycleManager?
    /// Called at each appearance.
    var whenShown: @MainActor () -> Void = {}
  }

  private let model = NarratingViewModel()
  private let host = Host()

  private var story: String { model.story.text }

  /// Makes disposables that write their names to the story.
  private func disposables(_ names: String...) -> [SimpleDisposable] {
    names.map { name in SimpleDisposable { [story = model.story] in story.append(name) } }
  }

  /// Makes a manager whose appearances have two disposables each.
  private func makeManager() -> LifecycleManager {
    LifecycleManager(model, host: host) {
      model.story.append("appearance")
      host.whenShown()
      return disposables("a", "b")
    }
  }

  // MARK: Appearances

  @Test func `disposables end with each appearance, after the view model was paused`() {
    let manager = makeManager()
    #expect(story == "")
    for _ in 1...2 {
      manager.hostDidDisappear()
      manager.hostDidAppear()
      manager.hostDidAppear()
      manager.hostDidDisappear()
    }
    #expect(story == "+model appearance -model a b +model appearance -model a b")
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
  }

  /// Kaluga Q25: each creation of the view bound once more, and resumed once more.
  @Test func `two bindings of one view model resume it once`() {
    let (one, other) = (makeManager(), makeManager())
    one.hostDidAppear()
    other.hostDidAppear()
    one.unbind()
    other.unbind()
    #expect(story == "+model appearance appearance -model a b ×model a b")
  }

  @Test func `the first appearance of a view model that is already resumed counts`() {
    model.didResume()
    let manager = makeManager()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(story == "+model appearance -model a b")
  }

  @Test func `a view model that another caller pauses does not make a second appearance`() {
    let manager = makeManager()
    manager.hostDidAppear()
    model.didPause()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(story == "+model appearance -model a b")
  }

  // MARK: The end

  /// Kaluga Q24: `unbind` neither paused nor disposed, and relied on UIKit to do it.
  @Test func `unbind pauses, ends the appearance and clears, by itself and once`() {
    let manager = makeManager()
    manager.hostDidAppear()
    manager.unbind()
    manager.unbind()
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(story == "+model appearance -model a b ×model")
  }

  @Test func `a view model that is cleared before any appearance does not appear`() {
    makeManager().unbind()
    let late = makeManager()
    late.hostDidAppear()
    late.hostDidDisappear()
    late.unbind()
    #expect(story == "×model")
  }

  /// Kaluga Q24: a retain cycle until `unbind` was called.
  @Test func `manager, view model and host are released without unbind`() async {
    let story = Log<String>()
    weak var releasedManager: LifecycleManager?
    weak var releasedModel: NarratingViewModel?
    weak var releasedHost: Host?
    do {
      let (model, host) = (NarratingViewModel("model", story), Host())
      let manager = LifecycleManager(model, host: host) { [weak model] in
        let observation = model?.stage.observe { _ in }
        return [observation, SimpleDisposable { story.append("disposed") }].compactMap(\.self)
      }
      (releasedManager, releasedModel, releasedHost) = (manager, model, host)
      manager.hostDidAppear()
    }
    await mainActorQueueDrained()
    #expect(releasedManager == nil)
    #expect(releasedModel == nil)
    #expect(releasedHost == nil)
    #expect(story.text == "+model disposed")
  }

  @Test func `the host may be released before it disappears`() {
    let manager: LifecycleManager
    weak var released: Host?
    do {
      let host = Host()
      released = host
      manager = LifecycleManager(model, host: host) { disposables("a") }
      manager.hostDidAppear()
    }
    #expect(released == nil)
    manager.hostDidDisappear()
    manager.unbind()
    #expect(story == "+model -model a ×model")
  }

  // MARK: Calls made from inside

  @Test func `an appearance that ends within onResume calls nothing back`() {
    let manager = makeManager()
    model.whenResumed = { [unowned model, unowned manager] _ in
      model.whenResumed = { [unowned manager] _ in manager.unbind() }
      manager.hostDidDisappear()
    }
    manager.hostDidAppear()
    #expect(story == "+model -model")
    manager.hostDidAppear()
    #expect(story == "+model -model +model -model ×model")
  }

  @Test func `what onLifecycle returns is disposed if the appearance ended within it`() {
    let manager = makeManager()
    host.whenShown = { [unowned manager] in manager.hostDidDisappear() }
    manager.hostDidAppear()
    #expect(story == "+model appearance -model a b")
    host.whenShown = { [unowned manager] in manager.unbind() }
    manager.hostDidAppear()
    #expect(story == "+model appearance -model a b +model appearance -model ×model a b")
  }

  @Test func `a disposable may call the manager`() {
    let manager = LifecycleManager(model, host: host) { [host] in
      [SimpleDisposable { MainActor.assumeIsolated { host.manager?.hostDidDisappear() } }]
        + disposables("a")
    }
    host.manager = manager
    manager.hostDidAppear()
    manager.hostDidDisappear()
    #expect(story == "+model -model a")
  }

  @Test(arguments: [false, true])
  func `an appearance that begins while the view model pauses counts`(inObserver: Bool) {
    let manager = makeManager()
    manager.hostDidAppear()
    if inObserver {
      _ = model.stage.observe { [unowned manager] in
        if $0 == .paused { manager.hostDidAppear() }
      }
    } else {
      model.whenPaused = { [unowned manager] in manager.hostDidAppear() }
    }
    manager.hostDidDisappear()
    #expect(story == "+model appearance -model +model a b appearance")
  }

  @Test func `an appearance that ends inside a hook of the view model is over after that hook`() {
    let manager = makeManager()
    manager.hostDidAppear()
    model.whenPaused = { [unowned manager, story = model.story] in
      manager.hostDidDisappear()
      story.append("hook ends")
    }
    model.didPause()
    #expect(story == "+model appearance -model hook ends a b")
  }

  @Test
  func `a host that appears, disappears and appears inside a child's hook makes one appearance`() {
    let child = NarratingViewModel("child", model.story)
    let manager = makeManager()
    model.didResume()
    child.whenResumed = { [unowned child] _ in
      child.whenResumed = { _ in }
      manager.hostDidAppear()
      manager.hostDidDisappear()
      manager.hostDidAppear()
    }
    model.addChild(child)
    manager.hostDidDisappear()
    #expect(story == "+model +child -child -model +model +child appearance -child -model a b")
  }
}
