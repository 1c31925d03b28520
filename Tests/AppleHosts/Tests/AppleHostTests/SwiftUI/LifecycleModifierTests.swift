import KalugaArchitecture
import SwiftUI
import Testing

@testable import KalugaSwiftUI

@MainActor
struct LifecycleModifierTests {
  let model = PlaceViewModel(.a)

  @Test func `a view model has the stage of its view and of the scene`() {
    var isShown = false
    let app = Renderer { if isShown { Text("a").lifecycle(of: model) } }
    app.scenePhase = .background
    isShown = true
    app.redraw()
    #expect(model.stage.current == .created)
    let stages: [(ScenePhase, LifecycleStage)] = [
      (.active, .resumed), (.inactive, .visible), (.background, .paused), (.inactive, .visible),
      (.active, .resumed),
    ]
    for (phase, stage) in stages {
      app.scenePhase = phase
      #expect(model.stage.current == stage)
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
  @Test func `a view that replaces another keeps their view model resumed`() async {
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
    app.scenePhase = .background
    #expect(model.stage.current == .paused)
    app.scenePhase = .active
    count = 0
    app.redraw()
    #expect(model.stage.current == .paused)
  }

  @Test func `a view model in several scenes has the highest stage of its views`() {
    let scenes = (0..<2).map { _ in Renderer { Text("a").lifecycle(of: model) } }
    let steps: [(Int, ScenePhase, LifecycleStage)] = [
      (0, .inactive, .resumed), (1, .inactive, .visible), (0, .background, .visible),
      (1, .background, .paused), (0, .inactive, .visible), (1, .active, .resumed),
      (0, .background, .resumed), (1, .inactive, .visible), (1, .background, .paused),
    ]
    for (index, phase, stage) in steps {
      scenes[index].scenePhase = phase
      #expect(model.stage.current == stage)
    }
  }

  /// Notification Center covers the app for a moment, and a request must survive that.
  @Test func `work while visible outlives an inactive scene, and work while resumed does not`() {
    final class Map: BaseLifecycleViewModel {
      var calls: [String] = []
      override func onVisible(scope: TaskScope) { calls.append("visible") }
      override func onResume(scope: TaskScope) { calls.append("resume") }
      override func onPause() { calls.append("pause") }
      override func onHidden() { calls.append("hidden") }
    }
    let map = Map()
    let app = Renderer { Text("a").lifecycle(of: map) }
    for phase in [ScenePhase.inactive, .active, .inactive, .background] { app.scenePhase = phase }
    #expect(map.calls == ["visible", "resume", "pause", "resume", "pause", "hidden"])
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

  @Test func `services are attached before the resume, until the identity ends`() async {
    let service = LifecycleHostObserver<ViewHost>()
    let model = ServedViewModel(lifecycleSubscribables: [service])
    var hadHost = false
    let token = model.stage.observe { if $0 == .resumed { hadHost = service.currentHost != nil } }
    var isShown = true
    let app = Renderer { if isShown { CounterView().lifecycle(of: model) } }
    #expect(hadHost)
    let host = service.currentHost
    for phase in [ScenePhase.inactive, .active] {
      app.scenePhase = phase
      #expect(service.currentHost === host && host?.environment.scenePhase == phase)
    }
    let added = LifecycleHostObserver<ViewHost>()
    model.addService(added)
    #expect(added.currentHost === host)
    model.removeService(added)
    #expect(added.currentHost == nil)
    isShown = false
    app.redraw()
    await until(service.currentHost == nil)
    token.dispose()
  }

  @Test func `services of a view model in a hidden tab stay attached`() {
    let service = LifecycleHostObserver<ViewHost>()
    let app = Renderer { TabsView(model: PlaceViewModel(.a, services: [service])) }
    let host = service.currentHost
    app.selectTab(1)
    #expect(host != nil && service.currentHost === host)
  }

  @Test func `services of a replaced view model are detached, and those of both stay attached`()
    async
  {
    let services = (0..<3).map { _ in LifecycleHostObserver<ViewHost>() }
    let models = [
      PlaceViewModel(.a, services: [services[0], services[1]]),
      PlaceViewModel(.b, services: [services[1], services[2]]),
    ]
    var current = models[0]
    let app = Renderer { Text("text").lifecycle(of: current) }
    current = models[1]
    app.redraw()
    await until(services[0].currentHost == nil)
    #expect(services[1].currentHost != nil && services[1].currentHost === services[2].currentHost)
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
