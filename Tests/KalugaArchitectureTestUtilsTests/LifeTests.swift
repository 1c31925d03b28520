import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests simulated hosts and processes.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LifeTests {
  private final class Screen {
    var shown: [String] = []
  }

  private final class Service: HostLifecycleSubscribable {
    let hosts = LifecycleHostObserver<Screen>()

    func attach(to host: Screen) -> HostAttachment { hosts.attach(to: host) }
  }

  private final class Model: NarratingViewModel {
    let service = Service()
    @Saved("text") var text = ""

    init() {
      super.init(services: [service])
    }
  }

  private let model = Model()
  private var hosts: LifecycleHostObserver<Screen> { model.service.hosts }

  // MARK: Hosts

  @Test func `a host appears, disappears and ends`() {
    let host = SimulatedHost(for: model) { Screen() }
    #expect(hosts.currentHost === host.current)
    host.appear()
    #expect(host.isShown)
    host.disappear()
    host.appear()
    host.unbind()
    #expect(model.story.text == "+model -model +model -model ×model")
    #expect(hosts.currentHost == nil)
    // An unbound host has no effect on the view model.
    host.appear()
    host.recreate()
    #expect(!host.isShown && hosts.currentHost == nil && model.story.count == 5)
  }

  @Test func `a recreated host keeps the view model and gets its services`() {
    let host = SimulatedHost(for: model) { Screen() }
    host.appear()
    weak let first = host.current
    host.recreate()
    #expect(first == nil)
    #expect(hosts.currentHost === host.current)
    #expect(model.story.text == "+model -model +model")
    host.disappear()
    host.recreate()
    #expect(model.story.text == "+model -model +model -model")
    host.unbind()
  }

  @Test func `a host that becomes inactive leaves its view model visible, also a new host`() {
    let model = VisibleNarratingViewModel()
    let host = SimulatedHost(for: model) { Screen() }
    host.appear()
    host.becomeInactive()
    #expect(host.isShown)
    #expect(model.story.text == "(model +model -model")
    host.recreate()
    #expect(model.stage.current == .visible)
    #expect(model.story.text == "(model +model -model )model (model")
    host.appear()
    host.disappear()
    host.becomeInactive()
    host.unbind()
    host.becomeInactive()
    #expect(!host.isShown)
    #expect(model.story.text.hasSuffix(" (model +model -model )model (model )model ×model"))
  }

  @Test func `observers that a host adds on each appearance end with it`() {
    let host = SimulatedHost(for: model) { [model] screen in
      [model.$text.observe { screen.shown.append($0) }]
    } _: {
      Screen()
    }
    host.appear()
    model.text = "a"
    let first = host.current
    host.recreate()
    model.text = "b"
    host.disappear()
    model.text = "c"
    #expect([first.shown, host.current.shown] == [["", "a"], ["a", "b"]])
    host.unbind()
  }

  @Test func `a mock counts its attachments, and a replaced host no longer detaches it`() {
    let service = MockLifecycleSubscribable<Screen>()
    let screens = [Screen(), Screen()]
    let tokens = screens.map { service.attach(to: $0) }
    #expect(service.currentHost === screens[1] && service.attachCount == 2)
    for token in tokens { token.detach() }
    #expect(service.currentHost == nil && service.detachCount == 1)
    tokens[1].detach()
    #expect(service.detachCount == 1)
  }

  // MARK: Processes

  @Test func `a new process restores what was saved before process death`() async throws {
    let process = SimulatedProcess<Opened> { snapshot in
      let screen: NavigationDriver<Opened>.ScreenFactory = { _, _ in Model() }
      return NavigationDriver(root: .home, restoring: snapshot, screen: screen)
    }
    try process.driver.perform(.push(.vault(Vault())), action: "test")
    (process.driver.topViewModel as? Model)?.text = "typed"
    for _ in 0..<3 { try await process.dieAndRestore() }
    #expect(process.driver.stack.current.entries.map(\.destination) == [.home, .vault(Vault())])
    let restored = process.driver.topViewModel as? Model
    #expect(restored?.text == "typed")
    #expect(restored?.story.text == "+model")
    process.driver.end()
  }
}
