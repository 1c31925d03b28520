import KalugaArchitecture
import Testing

/// How the services of a view model follow its host.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleManagerServicesTests {
  private class Host {}
  private final class SpecialHost: Host {}
  private final class OtherHost {}

  /// Writes down who attaches and detaches it.
  private final class Service: HostLifecycleSubscribable {
    let name: String
    let story: Log<String>
    var whenAttached: @MainActor () -> Void = {}

    init(_ name: String, _ story: Log<String>) {
      self.name = name
      self.story = story
    }

    func attach(to host: Host) -> HostAttachment {
      story.append("\(name) attached")
      whenAttached()
      return HostAttachment { [name, story] in story.append("\(name) detached") }
    }
  }

  private final class Marker: LifecycleSubscribable {}

  private let story = Log<String>()
  private let host = Host()
  private let (a, b, c): (Service, Service, Service)

  init() {
    a = Service("a", story)
    b = Service("b", story)
    c = Service("c", story)
  }

  private func model(_ services: [any LifecycleSubscribable]) -> NarratingViewModel {
    NarratingViewModel("model", story, services: services)
  }

  /// Kaluga Q24: on iOS nobody attached them.
  @Test func `services are attached with the binding and detached at its end`() {
    let manager = LifecycleManager(model([a, b]), host: host)
    #expect(story.all == ["a attached", "b attached"])
    manager.unbind()
    #expect(Set(story.all[2..<4]) == ["a detached", "b detached"])
    #expect(story.all.suffix(1) == ["model cleared"])
  }

  @Test func `unbind pauses, then detaches, then clears`() {
    let manager = LifecycleManager(model([a]), host: host)
    manager.hostDidAppear()
    manager.unbind()
    #expect(
      story.all == ["a attached", "model resumes", "model pauses", "a detached", "model cleared"]
    )
  }

  @Test func `services stay attached when the host disappears`() {
    let manager = LifecycleManager(model([a]), host: host)
    manager.hostDidAppear()
    manager.hostDidDisappear()
    manager.hostDidAppear()
    #expect(story.all.filter { $0.hasPrefix("a ") } == ["a attached"])
    manager.unbind()
  }

  @Test func `when the set changes removed ones are detached first and others left alone`() {
    final class Swapping: BaseLifecycleViewModel {
      func swap(_ old: any LifecycleSubscribable, _ new: any LifecycleSubscribable) {
        $stageOfSwap.current += 1
        removeLifecycleSubscribables(old)
        addLifecycleSubscribables(new)
      }
      @InitializedSubject var stageOfSwap = 0
    }
    let model = Swapping(lifecycleSubscribables: [a, b])
    let manager = LifecycleManager(model, host: host)
    model.swap(b, c)
    #expect(story.all == ["a attached", "b attached", "b detached", "c attached"])
    manager.unbind()
  }

  /// Both changes reach the manager as one: it must not attach the new one first.
  @Test func `a change that removes and adds at once detaches first`() {
    let model = model([a, b])
    let manager = LifecycleManager(model, host: host)
    b.whenAttached = {}
    // Written within a round, so that the manager sees one difference.
    let trigger = InitializedSubject(wrappedValue: 0)
    let observation = model.activeLifecycleSubscribables.observe { [weak model, a, b, c] services in
      guard trigger.current == 1, services.contains(where: { $0 === b }) else { return }
      trigger.current = 2
      model?.removeLifecycleSubscribables(a)
      model?.addLifecycleSubscribables(c)
      model?.removeLifecycleSubscribables(b)
    }
    trigger.current = 1
    model.addLifecycleSubscribables(Marker())
    observation.dispose()
    #expect(story.all.prefix(2) == ["a attached", "b attached"])
    #expect(Set(story.all[2..<4]) == ["a detached", "b detached"])
    #expect(story.all.suffix(1) == ["c attached"])
    manager.unbind()
  }

  @Test func `a service that is removed and added again is attached again`() {
    let model = model([a])
    let manager = LifecycleManager(model, host: host)
    model.removeLifecycleSubscribables(a)
    model.addLifecycleSubscribables(a)
    #expect(story.all == ["a attached", "a detached", "a attached"])
    manager.unbind()
  }

  @Test func `services that need another host and markers are left alone`() {
    let other = LifecycleHostObserver<OtherHost>()
    let model = model([other, Marker(), a])
    let manager = LifecycleManager(model, host: host)
    #expect(other.currentHost == nil)
    #expect(story.all == ["a attached"])
    model.removeLifecycleSubscribables(other)
    manager.unbind()
    #expect(other.currentHost == nil)
  }

  @Test func `a host of a subclass serves, and so does one behind a wider type`() {
    let special = SpecialHost()
    let wide = LifecycleHostObserver<Host>()
    let narrow = LifecycleHostObserver<SpecialHost>()
    let manager = LifecycleManager(model([wide, narrow]), host: special)
    #expect(wide.currentHost === special)
    #expect(narrow.currentHost === special)
    manager.unbind()
    #expect(wide.currentHost == nil)
    #expect(narrow.currentHost == nil)
  }

  /// Kaluga Q26.
  @Test func `an old manager's end does not detach the services from a newer host`() {
    let service = LifecycleHostObserver<Host>()
    let newHost = Host()
    let old = LifecycleManager(model([service]), host: host)
    let new = LifecycleManager(model([service]), host: newHost)
    #expect(service.currentHost === newHost)
    old.unbind()
    #expect(service.currentHost === newHost)
    new.unbind()
    #expect(service.currentHost == nil)
  }

  @Test func `a manager released without unbind detaches the services`() async {
    let model = model([a])
    do {
      let manager = LifecycleManager(model, host: host)
      manager.hostDidAppear()
    }
    await queuedWorkDidRun()
    #expect(story.all.filter { $0.hasPrefix("a ") } == ["a attached", "a detached"])
    #expect(model.stage.current == .resumed)
    model.addLifecycleSubscribables(b)
    #expect(!story.all.contains("b attached"))
    model.clear()
  }

  @Test func `a manager does not keep its host, and attaches nothing to one that is gone`() {
    let service = LifecycleHostObserver<Host>()
    let model = model([service])
    let manager: LifecycleManager
    weak var released: Host?
    do {
      let host = Host()
      released = host
      manager = LifecycleManager(model, host: host)
      #expect(service.currentHost === host)
    }
    #expect(released == nil)
    #expect(service.currentHost == nil)
    model.addLifecycleSubscribables(a)
    #expect(story.all.isEmpty)
    model.removeLifecycleSubscribables(service, a)
    manager.unbind()
  }

  @Test func `changes after unbind reach nobody`() {
    let model = model([a])
    let manager = LifecycleManager(model, host: host)
    manager.unbind()
    let before = story.count
    model.addLifecycleSubscribables(b)
    model.removeLifecycleSubscribables(a)
    #expect(story.count == before)
  }

  @Test func `a service may add and remove services while it is attached`() {
    let model = model([])
    a.whenAttached = { [weak model, unowned a, b] in
      model?.addLifecycleSubscribables(b)
      model?.removeLifecycleSubscribables(a)
    }
    let manager = LifecycleManager(model, host: host)
    model.addLifecycleSubscribables(a)
    #expect(story.all == ["a attached", "a detached", "b attached"])
    manager.unbind()
    #expect(story.all.suffix(2) == ["b detached", "model cleared"])
  }

  @Test func `a service may end the binding while it is attached and nothing stays attached`() {
    let model = model([])
    let manager = LifecycleManager(model, host: host)
    a.whenAttached = { [weak manager] in manager?.unbind() }
    model.addLifecycleSubscribables(a, b)
    let attached = story.all.filter { $0.hasSuffix("attached") }.count
    let detached = story.all.filter { $0.hasSuffix("detached") }.count
    #expect(attached == detached)
    #expect(model.stage.current == .cleared)
  }

  @Test func `unbind from inside a hook pauses, then detaches, then clears, all after the hook`() {
    let model = model([a])
    let manager = LifecycleManager(model, host: host)
    model.whenResumed = { [story] _ in
      manager.unbind()
      story.append("hook ends")
    }
    manager.hostDidAppear()
    #expect(
      story.all == [
        "a attached", "model resumes", "hook ends", "model pauses", "a detached", "model cleared",
      ]
    )
  }
}
