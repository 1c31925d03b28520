import KalugaArchitecture
import Testing

/// How the services of a view model follow its host.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleManagerServicesTests {
  private class Host {}
  private final class SpecialHost: Host {}
  private final class OtherHost {}

  /// Logs when it is attached and detached.
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
  private let a: Service
  private let b: Service
  private let c: Service

  init() {
    a = Service("a", story)
    b = Service("b", story)
    c = Service("c", story)
  }

  private func model(_ services: any LifecycleSubscribable...) -> NarratingViewModel {
    NarratingViewModel("model", story, services: services)
  }

  /// Kaluga Q24: on iOS nothing attached them.
  @Test func `services are attached with the binding, and unbind pauses, detaches and clears`() {
    let manager = LifecycleManager(model(a), host: host)
    #expect(story.all == ["a attached"])
    // Attached services stay when the host disappears.
    manager.hostDidAppear()
    manager.hostDidDisappear()
    manager.hostDidAppear()
    manager.unbind()
    #expect(
      story.all == [
        "a attached", "model resumes", "model pauses", "model resumes", "model pauses",
        "a detached", "model cleared",
      ]
    )
  }

  @Test func `unbind from inside a hook pauses, then detaches, then clears, all after the hook`() {
    let model = model(a)
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

  // MARK: Changes of the set

  @Test func `when the set changes removed ones are detached first and others left alone`() {
    let model = model(a, b)
    let manager = LifecycleManager(model, host: host)
    model.removeLifecycleSubscribables(b)
    model.addLifecycleSubscribables(c)
    model.addLifecycleSubscribables(b)
    #expect(
      story.all == ["a attached", "b attached", "b detached", "c attached", "b attached"]
    )
    manager.unbind()
  }

  @Test func `a change that removes and adds at once detaches first`() {
    let model = model(a, b)
    let manager = LifecycleManager(model, host: host)
    // Written within a round, so that the manager sees one difference.
    var isFirst = true
    let observation = model.activeLifecycleSubscribables.observe { [weak model, a, b, c] services in
      guard services.count == 3, isFirst else { return }
      isFirst = false
      model?.removeLifecycleSubscribables(a)
      model?.addLifecycleSubscribables(c)
      model?.removeLifecycleSubscribables(b)
    }
    model.addLifecycleSubscribables(Marker())
    observation.dispose()
    #expect(story.all.count == 5)
    #expect(Set(story.all[2..<4]) == ["a detached", "b detached"])
    #expect(story.all.last == "c attached")
    manager.unbind()
  }

  @Test func `a service may add and remove services while it is attached`() {
    let model = model()
    a.whenAttached = { [unowned model, unowned a, b] in
      model.addLifecycleSubscribables(b)
      model.removeLifecycleSubscribables(a)
    }
    let manager = LifecycleManager(model, host: host)
    model.addLifecycleSubscribables(a)
    #expect(story.all == ["a attached", "a detached", "b attached"])
    manager.unbind()
    #expect(story.all.suffix(2) == ["b detached", "model cleared"])
  }

  @Test func `a service may end the binding while it is attached and nothing stays attached`() {
    let model = model()
    let manager = LifecycleManager(model, host: host)
    a.whenAttached = { [unowned manager] in manager.unbind() }
    model.addLifecycleSubscribables(a, b)
    let ends = story.all.filter { $0.hasPrefix("a ") || $0.hasPrefix("b ") }
    #expect(ends == ["a attached", "a detached"])
    #expect(model.stage.current == .cleared)
  }

  @Test func `changes after unbind have no effect`() {
    let model = model(a)
    let manager = LifecycleManager(model, host: host)
    manager.unbind()
    model.addLifecycleSubscribables(b)
    model.removeLifecycleSubscribables(a)
    #expect(story.all == ["a attached", "a detached", "model cleared"])
  }

  // MARK: Hosts

  @Test func `services that need another host and markers are left alone`() {
    let other = LifecycleHostObserver<OtherHost>()
    let model = model(other, Marker(), a)
    let manager = LifecycleManager(model, host: host)
    #expect(other.currentHost == nil)
    #expect(story.all == ["a attached"])
    model.removeLifecycleSubscribables(other)
    manager.unbind()
  }

  @Test func `services of a host's type and of its superclass are attached`() {
    let special = SpecialHost()
    let wide = LifecycleHostObserver<Host>()
    let narrow = LifecycleHostObserver<SpecialHost>()
    let manager = LifecycleManager(model(wide, narrow), host: special)
    #expect(wide.currentHost === special)
    #expect(narrow.currentHost === special)
    manager.unbind()
    #expect(wide.currentHost == nil)
    #expect(narrow.currentHost == nil)
  }

  /// Kaluga Q26.
  @Test func `the end of an old manager does not detach services from a newer host`() {
    let service = LifecycleHostObserver<Host>()
    let newHost = Host()
    let old = LifecycleManager(model(service), host: host)
    let new = LifecycleManager(model(service), host: newHost)
    old.unbind()
    #expect(service.currentHost === newHost)
    new.unbind()
    #expect(service.currentHost == nil)
  }

  @Test func `a manager released without unbind detaches the services`() async {
    let model = model(a)
    do { LifecycleManager(model, host: host).hostDidAppear() }
    await mainActorQueueDrained()
    model.addLifecycleSubscribables(b)
    #expect(story.all == ["a attached", "model resumes", "a detached"])
  }

  @Test func `a manager does not keep its host, and attaches nothing to one that is gone`() {
    let service = LifecycleHostObserver<Host>()
    let model = model(service)
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
    model.removeLifecycleSubscribables(service, a)
    manager.unbind()
    #expect(story.all == ["model cleared"])
  }
}
