import KalugaArchitecture
import SwiftUI
import Testing

@testable import KalugaSwiftUI

@MainActor
struct LifecycleModifierTests {
  let model = PlaceViewModel(.a)

  @Test func `a view model is resumed while its view is on the screen and the scene is active`() {
    var isShown = false
    let app = Renderer { if isShown { Text("a").lifecycle(of: model) } }
    app.scenePhase = .background
    isShown = true
    app.redraw()
    #expect(model.stage.current == .created)
    for phase in [ScenePhase.active, .inactive, .background, .active] {
      app.scenePhase = phase
      #expect(model.stage.current == (phase == .active ? .resumed : .paused))
    }
    for shown in [false, true] {
      isShown = shown
      app.redraw()
      #expect(model.stage.current == (shown ? .resumed : .paused))
    }
  }

  @Test func `a view that has disappeared does not follow the scene`() {
    let app = Renderer { TabsView(model: model) }
    app.selectTab(1)
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

  /// SwiftUI lets the new view appear before the old one disappears.
  @Test func `a view that takes the place of another one keeps their view model resumed`() async {
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
    @State private var tab = 0

    var body: some View {
      TabView(selection: $tab) {
        Text("first").lifecycle(of: model).tag(0)
        Text("second").tag(1)
      }
    }
  }
}
