import KalugaArchitecture
import Testing

/// Attaching the services of a view model to its host.
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
      story.append("attach \(name)")
      whenAttached()
      return HostAttachment { [name, story] in story.append("detach \(name)") }
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

  /// Kaluga Q24: on iOS, services were never attached.
  @Test func `services are attached with the binding, and unbind pauses, detaches and clears`() {
    let model = model(a)
    let manager = LifecycleManager(model, host: host)
    #expect(story.text == "attach a")
    // Attached services stay when the host disappears.
    manager.hostDidAppear()
    manager.hostDidDisappear()
    manager.hostDidAppear()
    manager.unbind()
    // Later changes have no effect.
    model.addLifecycleSubscribables(b)
    model.removeLifecycleSubscribables(a)
    #expect(story.text == "attach a +model -model +model -model detach a ×model")
  }

  // MARK: Changes of the set

  @Test func `when the set changes removed ones are detached first and others left alone`() {
    let model = model(a, b)
    let manager = LifecycleManager(model, host: host)
    model.removeLifecycleSubscribables(b)
    model.addLifecycleSubscribables(c)
    model.addLifecycleSubscribables(b)
    #expect(story.text == "attach a attach b detach b attach c attach b")
    manager.unbind()
  }

  @Test func `a change that removes and adds at once detaches first`() {
    let model = model(a, b)
    let manager = LifecycleManager(model, host: host)
    // Written within a round, so that the manager sees one difference.
    _ = model.activeLifecycleSubscribables.observe { [unowned model, a, b, c] services in
      guard services.count == 3, services.contains(where: { $0 === b }) else { return }
      model.removeLifecycleSubscribables(b)
      model.addLifecycleSubscribables(c)
      model.removeLifecycleSubscribables(a)
    }
    model.addLifecycleSubscribables(Marker())
    let inEitherOrder = ["detach a detach b", "detach b detach a"]
    #expect(inEitherOrder.map { "attach a attach b \($0) attach c" }.contains(story.text))
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
    #expect(story.text == "attach a detach a attach b")
    manager.unbind()
    #expect(story.all.suffix(2) == ["detach b", "×model"])
  }

  @Test func `a service may end the binding while it is attached and nothing stays attached`() {
    let model = model()
    let manager = LifecycleManager(model, host: host)
    a.whenAttached = { [unowned manager] in manager.unbind() }
    model.addLifecycleSubscribables(a, b)
    #expect(story.text == "attach a ×model detach a")
  }

  // MARK: Hosts

  @Test func `services of the host's type and its superclass are attached, and no others`() {
    let special = SpecialHost()
    let wide = LifecycleHostObserver<Host>()
    let narrow = LifecycleHostObserver<SpecialHost>()
    let other = LifecycleHostObserver<OtherHost>()
    let manager = LifecycleManager(model(other, Marker(), wide, narrow), host: special)
    #expect(wide.currentHost === special)
    #expect(narrow.currentHost === special)
    #expect(other.currentHost == nil)
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
    #expect(story.text == "attach a +model detach a")
  }

  @Test func `a manager does not retain its host, and attaches nothing after its release`() {
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
    #expect(story.text == "×model")
  }
}
