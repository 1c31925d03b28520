import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests the events of the process.
///
/// Other tests cause events at the same time, so each test looks only for those of its own objects.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ArchitectureEventsTests {
  private let log = Log<String>()

  private func lines(about name: String) -> [String] { log.all.filter { $0.contains(name) } }

  private func listen() -> any Disposable {
    ArchitectureEvents.listen { [log] event in log.append("\(event)") }
  }

  private final class ListenedKettle: BaseLifecycleViewModel {
    @InitializedSubject var heat = 0

    override func onResume(scope: TaskScope) {
      scope.launch(name: "heating") { await untilCancelled() }
    }
  }

  @Test func `a listener receives stages, scopes and tasks in order, until it is disposed`() async {
    let listening = listen()
    let kettle = ListenedKettle()
    kettle.didResume()
    kettle.didPause()
    await kettle.scope.waitUntilEmpty()
    listening.dispose()
    kettle.clear()
    #expect(
      lines(about: "ListenedKettle") == [
        "stage    ListenedKettle resumed",
        "task     heating launched in ListenedKettle.resumed",
        "scope    ListenedKettle.resumed ended",
        "stage    ListenedKettle paused",
        "task     heating ended in ListenedKettle.resumed",
      ]
    )
  }

  @Test func `a listener receives a posted value once it is stored`() async {
    let listening = listen()
    let kettle = ListenedKettle()
    kettle.$heat.label = "heat of the listened kettle"
    await Task.detached { [heat = kettle.$heat] in heat.post(3) }.value
    await until(!lines(about: "listened kettle").isEmpty)
    #expect(kettle.heat == 3)
    #expect(lines(about: "listened kettle") == ["post     heat of the listened kettle"])
    listening.dispose()
  }

  @Test func `a listener receives diagnostics`() async {
    let listening = listen()
    let scope = TaskScope(name: "listened scope")
    scope.launch { throw ListenedError() }
    await scope.waitUntilEmpty()
    #expect(lines(about: "ListenedError").count == 1)
    #expect(lines(about: "ListenedError").first?.hasPrefix("problem  work in") == true)
    listening.dispose()
  }

  private struct ListenedError: Error {}
}
