import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct LifecycleModifierTests {
  let model = PlaceViewModel(.a)

  @Test func `a view model is resumed while its view is on the screen`() {
    var isShown = true
    let app = Renderer { if isShown { Text("a").lifecycle(of: model) } }
    #expect(model.stage.current == .resumed)
    isShown = false
    app.redraw()
    #expect(model.stage.current == .paused)
    isShown = true
    app.redraw()
    #expect(model.stage.current == .resumed)
  }

  @Test func `a view model is resumed only while the scene is active`() {
    let app = Renderer { Text("a").lifecycle(of: model) }
    app.scenePhase = .inactive
    #expect(model.stage.current == .paused)
    app.scenePhase = .background
    #expect(model.stage.current == .paused)
    app.scenePhase = .active
    #expect(model.stage.current == .resumed)
  }

  // In a separate process, because the hosts of other tests write the files, too.
  @Test func `saved files are written when the scene of a view enters the background`() async {
    await #expect(processExitsWith: .success) { try await LifecycleModifierTests.enterBackground() }
  }

  private static func enterBackground() async throws {
    let app = Renderer { Text("a").lifecycle(of: PlaceViewModel(.a)) }
    let written = try await DeletedFile()
    app.scenePhase = .background
    await until(written.isWritten)
    try written.delete()
  }

  @Test func `a view that appears in the background does not resume its view model`() {
    var isShown = false
    let app = Renderer { if isShown { Text("a").lifecycle(of: model) } }
    app.scenePhase = .background
    isShown = true
    app.redraw()
    #expect(model.stage.current == .created)
    app.scenePhase = .active
    #expect(model.stage.current == .resumed)
  }

  @Test func `a view that has disappeared does not follow the scene`() {
    var tab = 0
    let app = Renderer { TabsView(model: model, selected: tab) }
    tab = 1
    app.redraw()
    #expect(model.stage.current == .paused)
    app.scenePhase = .background
    app.scenePhase = .active
    #expect(model.stage.current == .paused)
  }

  @Test func `another view model in the same place replaces the first one`() {
    let other = PlaceViewModel(.b)
    var current = model
    let app = Renderer { Text("text").lifecycle(of: current) }
    current = other
    app.redraw()
    #expect(model.stage.current == .paused)
    #expect(other.stage.current == .resumed)
  }

  @Test func `a redrawn view resumes its view model once`() {
    let model = ResumeCounter()
    let app = Renderer { Text("a").lifecycle(of: model) }
    for _ in 0..<3 { app.redraw() }
    app.scenePhase = .active
    #expect(model.resumes == 1)
  }

  @Test func `a view model that was cleared before is left alone`() {
    let app = Renderer { Text("a").lifecycle(of: model) }
    model.clear()
    app.scenePhase = .background
    app.scenePhase = .active
    #expect(model.stage.current == .cleared)
  }

  @Test func `a service wraps the content, and can be added and removed`() {
    let banner = Banner("banner")
    let model = ServedViewModel(lifecycleSubscribables: [banner])
    let app = Renderer { Text("content").lifecycle(of: model) }
    #expect(app.texts == ["banner", "content"])
    banner.text = "changed"
    #expect(app.texts == ["changed", "content"])
    model.removeService(banner)
    #expect(app.texts == ["content"])
  }

  @Test func `the first service is the innermost`() {
    let model = ServedViewModel(lifecycleSubscribables: [Banner("inner"), Banner("outer")])
    let app = Renderer { Text("content").lifecycle(of: model) }
    #expect(app.texts == ["outer", "inner", "content"])
  }

  final class ResumeCounter: BaseLifecycleViewModel {
    var resumes = 0
    override func onResume(scope: TaskScope) { resumes += 1 }
  }

  final class ServedViewModel: BaseLifecycleViewModel {
    func removeService(_ service: any LifecycleSubscribable) {
      removeLifecycleSubscribables(service)
    }
  }

  /// Shows a text over the content.
  final class Banner: ContentWrappingSubscribable {
    private let subject: InitializedSubject<String>

    init(_ text: String) {
      subject = InitializedSubject(wrappedValue: text)
    }

    var text: String {
      get { subject.current }
      set { subject.current = newValue }
    }

    func wrap(_ content: AnyView) -> some View {
      Text(text)
      content
    }
  }

  /// Two tabs, the first of which has the view model.
  struct TabsView: View {
    let model: PlaceViewModel
    let selected: Int
    @State private var tab = 0

    var body: some View {
      TabView(selection: $tab) {
        Text("first").lifecycle(of: model).tag(0)
        Text("second").tag(1)
      }
      .onChange(of: selected) { tab = selected }
    }
  }
}
