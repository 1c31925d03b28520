import KalugaArchitecture
import SwiftUI
import Testing

@testable import KalugaSwiftUI

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

  /// SwiftUI lets the new view appear before the old one disappears.
  @Test func `a view that takes the place of another one keeps their view model resumed`() async {
    let model = PlaceViewModel(.a)
    var isLoaded = false
    let app = Renderer {
      if isLoaded {
        Text("loaded").lifecycle(of: model)
      } else {
        Text("loading").lifecycle(of: model)
      }
    }
    for loaded in [true, false] {
      isLoaded = loaded
      app.redraw()
      await Task {}.value
      #expect(model.stage.current == .resumed)
    }
    app.close()
    #expect(model.stage.current == .paused)
  }

  @Test func `a view model is paused when the last of its views disappears`() async {
    let model = PlaceViewModel(.a)
    var count = 2
    let app = Renderer {
      ForEach(Array(0..<count), id: \.self) { Text(verbatim: "\($0)").lifecycle(of: model) }
    }
    count = 1
    app.redraw()
    #expect(model.stage.current == .resumed)
    app.scenePhase = .inactive
    #expect(model.stage.current == .paused)
    app.scenePhase = .active
    count = 0
    app.redraw()
    #expect(model.stage.current == .paused)
  }

  @Test func `a view model that was cleared before is left alone`() {
    let app = Renderer { Text("a").lifecycle(of: model) }
    model.clear()
    app.scenePhase = .background
    app.scenePhase = .active
    #expect(model.stage.current == .cleared)
  }

  @Test func `services draw over the view, which keeps its state when one is added or removed`() {
    let first = Banner("first")
    let model = ServedViewModel(lifecycleSubscribables: [first])
    let app = Renderer { CounterView().lifecycle(of: model) }
    app.tap("count 0")
    #expect(app.texts == ["count 1", "first"])
    first.text = "changed"
    #expect(app.texts == ["count 1", "changed"])
    model.addService(Banner("second"))
    #expect(app.texts == ["count 1", "changed", "second"])
    model.removeService(first)
    #expect(app.texts == ["count 1", "second"])
  }

  /// Pull request 41 of VAndrJ/awesome-apple-bugs: a view that is removed appears again.
  @Test func `a view model whose view is released after it has appeared again is paused`() async {
    var follower: LifecycleFollower? = LifecycleFollower()
    follower?.follow(model, .active, isShown: false)
    follower?.follow(model, .active, isShown: true)
    #expect(model.stage.current == .resumed)
    follower = nil
    await until(model.stage.current == .paused)
  }

  final class ResumeCounter: BaseLifecycleViewModel {
    var resumes = 0
    override func onResume(scope: TaskScope) { resumes += 1 }
  }

  final class ServedViewModel: BaseLifecycleViewModel {
    func addService(_ service: any LifecycleSubscribable) { addLifecycleSubscribables(service) }

    func removeService(_ service: any LifecycleSubscribable) {
      removeLifecycleSubscribables(service)
    }
  }

  /// Draws a text over the view.
  final class Banner: OverlaySubscribable {
    @InitializedSubject var text: String

    init(_ text: String) {
      _text = InitializedSubject(wrappedValue: text)
    }

    var overlay: some View { Text(text) }
  }

  struct CounterView: View {
    @State private var count = 0

    var body: some View {
      Button("count \(count)") { count += 1 }
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
