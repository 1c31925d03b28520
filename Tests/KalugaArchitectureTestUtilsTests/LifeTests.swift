import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// How simulated hosts and processes live and end.
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

  private final class Model: BaseLifecycleViewModel, NavigationStateSaving {
    let service = Service()
    let text: SavedState<String>
    private(set) var calls: [String] = []

    init(restoring data: Data? = nil) {
      text = SavedState(fresh: "", restoring: data)
      super.init(lifecycleSubscribables: [service])
    }

    override func onResume(scope: TaskScope) { calls.append("resume") }
    override func onPause() { calls.append("pause") }
    override func onCleared() { calls.append("clear") }

    func stateToSave() throws(SavedStateError) -> Data { try text.save() }
  }

  private let model = Model()
  private var hosts: LifecycleHostObserver<Screen> { model.service.hosts }

  @Test func `an object that nothing holds is released`() async throws {
    await expectReleased {
      let model = Model()
      model.didResume()
      model.text.state.observe { _ in }.addTo(model.scope)
      return model
    }
  }

  // MARK: Hosts

  @Test func `a host appears, disappears and ends`() {
    let host = SimulatedHost(for: model) { Screen() }
    #expect(hosts.currentHost === host.current)
    host.appear()
    #expect(host.isShown)
    host.disappear()
    host.appear()
    host.unbind()
    #expect(model.calls == ["resume", "pause", "resume", "pause", "clear"])
    #expect(hosts.currentHost == nil)
    // An unbound host shows nothing.
    host.appear()
    host.recreate()
    #expect(!host.isShown && hosts.currentHost == nil && model.calls.last == "clear")
  }

  @Test func `a recreated host keeps the view model and gets its services`() {
    let host = SimulatedHost(for: model) { Screen() }
    host.appear()
    weak let first = host.current
    host.recreate()
    #expect(first == nil)
    #expect(hosts.currentHost === host.current)
    #expect(model.calls == ["resume", "pause", "resume"])
    host.disappear()
    host.recreate()
    #expect(model.calls == ["resume", "pause", "resume", "pause"])
    host.unbind()
  }

  @Test func `what a host does at each appearance ends with it`() {
    let host = SimulatedHost(for: model) { [model] screen in
      [model.text.state.observe { screen.shown.append($0) }]
    } _: {
      Screen()
    }
    host.appear()
    model.text.state.current = "a"
    let first = host.current
    host.recreate()
    model.text.state.current = "b"
    host.disappear()
    model.text.state.current = "c"
    #expect([first.shown, host.current.shown] == [["", "a"], ["a", "b"]])
    host.unbind()
  }

  // MARK: Processes

  private enum Place: Codable, Hashable, Sendable {
    case home, details
  }

  @Test func `another process restores what was saved when one dies`() async throws {
    let process = SimulatedProcess<Place> { snapshot in
      let screen: NavigationDriver<Place>.ScreenFactory = { Model(restoring: $1.restoredState) }
      return snapshot.map { NavigationDriver(restoring: $0, screen: screen) }
        ?? NavigationDriver(root: .home, screen: screen)
    }
    try process.driver.perform(.push(.details), action: "test")
    (process.driver.topScreen as? Model)?.text.state.current = "typed"
    for _ in 0..<3 { try await process.dieAndRestore() }
    #expect("\(process.driver.stack.current)" == "[home, details]")
    let restored = process.driver.topScreen as? Model
    #expect(restored?.text.state.current == "typed")
    #expect(restored?.calls == ["resume"])
    process.driver.end()
  }
}
