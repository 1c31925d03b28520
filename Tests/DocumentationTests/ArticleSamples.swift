// The Swift blocks of the DocC articles, word for word; ReadmeTests compares them, and the tests below
// run them.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

// MARK: Showing view models in a host

final class Alerts: HostLifecycleSubscribable {
  private let hosts = LifecycleHostObserver<AlertHost>()

  func attach(to host: AlertHost) -> HostAttachment { hosts.attach(to: host) }

  func show(_ text: String) { hosts.currentHost?.present(text) }
}

final class EditorViewModel: BaseLifecycleViewModel {
  let alerts = Alerts()
  @InitializedSubject var title = "Untitled"

  init() {
    super.init(lifecycleSubscribables: [alerts])
  }
}

@MainActor
final class AlertHost {
  private(set) var shown: [String] = []
  private(set) var title = ""
  private var manager: LifecycleManager?

  func load(_ viewModel: EditorViewModel) {
    manager = LifecycleManager(viewModel, host: self) { [weak self] in
      [viewModel.$title.observe { self?.title = $0 }]  // ends when the host disappears
    }
  }

  func present(_ text: String) { shown.append(text) }

  func didAppear() { manager?.hostDidAppear() }
  func didDisappear() { manager?.hostDidDisappear() }
  func close() { manager?.unbind() }
}

@MainActor
struct ArticleTests {
  @Test func `a host shows a view model as the article says`() async throws {
    let host = AlertHost()
    try await withViewModel(EditorViewModel()) { harness in
      let model = harness.viewModel
      host.load(model)
      model.alerts.show("hello")
      #expect(host.shown == ["hello"])

      host.didAppear()
      model.title = "Letter"
      #expect(host.title == "Letter")

      host.didDisappear()
      model.title = "Unseen"
      #expect(host.title == "Letter")

      host.close()
      #expect(model.stage.current == .cleared)
      model.alerts.show("nobody")
      #expect(host.shown == ["hello"])
    }
  }
}
