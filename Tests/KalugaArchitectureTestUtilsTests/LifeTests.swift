import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Checks and simulations of how things live and end.
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

  // MARK: Release

  @Test func `what nobody holds is released`() async throws {
    await expectReleased {
      let model = Model()
      model.didResume()
      model.text.state.observe { _ in }.addTo(model.scope)
      return model
    }
  }

  @Test func `what is still held is named`() async {
    let model = Model()
    #expect(
      await failureText { await expectReleased(fileID: "Tests/T.swift", line: 7) { model } }
        == "Tests/T.swift:7: expectReleased: Model is still alive: something captures it strongly (work that "
        + "waits, an observer, a callback). Capture it weakly, or end what holds it"
    )
  }

  @Test func `a view model that its own work holds is found`() async throws {
    let (gate, scope) = (Gate(), TaskScope())
    let error = await failureText {
      await expectReleased {
        let model = Model()
        scope.launch {
          try await gate.pass()
          withExtendedLifetime(model) {}
        }
        return model
      }
    }
    #expect(error?.contains("Model is still alive") == true)
    gate.open()
    await scope.waitUntilEmpty()
  }

  // MARK: Hosts

  @Test func `a host appears, disappears and ends`() {
    let model = Model()
    let host = SimulatedHost(for: model) { Screen() }
    #expect(model.service.hosts.currentHost === host.current)
    host.appear()
    #expect(host.isShown)
    host.disappear()
    host.appear()
    host.unbind()
    #expect(model.calls == ["resume", "pause", "resume", "pause", "clear"])
    #expect(model.service.hosts.currentHost == nil)
  }

  @Test func `a host that is made anew keeps the view model and gets its services`() {
    let model = Model()
    let host = SimulatedHost(for: model) { Screen() }
    host.appear()
    weak let first = host.current
    host.recreate()
    #expect(first == nil)
    #expect(model.service.hosts.currentHost === host.current)
    #expect(model.calls == ["resume", "pause", "resume"])
    host.disappear()
    host.recreate()
    #expect(model.calls == ["resume", "pause", "resume", "pause"])
    host.unbind()
  }

  @Test func `a host that was unbound shows nothing`() {
    let model = Model()
    let host = SimulatedHost(for: model) { Screen() }
    host.unbind()
    host.appear()
    #expect(!host.isShown)
    host.recreate()
    #expect(model.service.hosts.currentHost == nil)
    #expect(model.calls == ["clear"])
  }

  @Test func `what a host does at each appearance ends with it`() {
    let model = Model()
    let host = SimulatedHost(for: model) { screen in
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
    #expect(first.shown == ["", "a"])
    #expect(host.current.shown == ["a", "b"])
    host.unbind()
  }

  // MARK: Processes

  private enum Place: Codable, Hashable, Sendable {
    case home, details
  }

  private final class Made {
    var models: [Model] = []
  }

  @Test func `a process that dies takes everything with it, and another one goes on`() async throws
  {
    let process = SimulatedProcess<Place> { snapshot in
      let screen: NavigationDriver<Place>.ScreenFactory = { Model(restoring: $1.restoredState) }
      return snapshot.map { NavigationDriver(restoring: $0, screen: screen) }
        ?? NavigationDriver(root: .home, screen: screen)
    }
    try process.driver.perform(.push(.details), action: "test")
    (process.driver.topScreen as? Model)?.text.state.current = "typed"
    for _ in 0..<3 { try await process.dieAndRestore() }
    #expect("\(process.driver.stack.current)" == "[home, details]")
    #expect((process.driver.topScreen as? Model)?.text.state.current == "typed")
    #expect((process.driver.topScreen as? Model)?.calls == ["resume"])
    process.driver.end()
  }

  @Test func `what outlives its process is named, and has not been told of the end`() async throws {
    let made = Made()
    let process = SimulatedProcess<Place> { snapshot in
      let screen: NavigationDriver<Place>.ScreenFactory = {
        let model = Model(restoring: $1.restoredState)
        made.models.append(model)
        return model
      }
      return snapshot.map { NavigationDriver(restoring: $0, screen: screen) }
        ?? NavigationDriver(root: .home, screen: screen)
    }
    #expect(
      await failureText { try await process.dieAndRestore(fileID: "Tests/T.swift", line: 7) }
        == "Tests/T.swift:7: dieAndRestore: Model outlived the process: something outside of it holds what a "
        + "real process would have taken with it. Make that in the factory, or hold it weakly"
    )
    #expect(made.models.map(\.calls) == [["resume"], ["resume"]])
    process.driver.end()
  }

  @Test func `a screen under the top that outlives its process is named`() async throws {
    let made = Made()
    let process = SimulatedProcess<Place> { snapshot in
      let screen: NavigationDriver<Place>.ScreenFactory = { place, _ in
        let model = Model()
        if place == .home { made.models.append(model) }
        return model
      }
      return snapshot.map { NavigationDriver(restoring: $0, screen: screen) }
        ?? NavigationDriver(root: .home, screen: screen)
    }
    try process.driver.perform(.push(.details), action: "test")
    let error = await failureText { try await process.dieAndRestore() }
    #expect(error?.contains("dieAndRestore: Model outlived the process") == true)
    process.driver.end()
  }
}
