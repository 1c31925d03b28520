import KalugaArchitecture
import SwiftUI
import Testing

@testable import KalugaSwiftUI

@MainActor
struct NavigationHostDrawingTests {
  @Test func `the host starts the driver when it appears and draws the first screen`() async {
    let scene = HostScene()
    await scene.expectShown("[home]")
    #expect(scene.top?.stage.current == .resumed)
    #expect(scene.app.texts == ["home", "taps 0", "own 0", "tap home", "own home"])
  }

  @Test func `a push, a replacement and a pop are drawn`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    await scene.expectShown("[home, a]")
    try scene.perform(.replace(.b))
    await scene.expectShown("[home, b]")
    try scene.perform(.pop())
    await scene.expectShown("[home]")
  }

  @Test func `a screen under another one is covered`() throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    #expect(!scene.app.texts.contains("home"))
  }

  @Test func `a presented stack has a path of its own, and the base keeps its path`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    try scene.perform(.present(.b))
    try scene.perform(.push(.c))
    await scene.expectShown("[home, a] ▸ [b, c]")
    #expect(scene.app.topTexts.first == "c")
  }

  @Test func `the base keeps its path while the same screen is presented`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    try scene.perform(.present(.a))
    await scene.expectShown("[home, a] ▸ [a]")
  }

  @Test func `several presented stacks are drawn over each other`() async throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.present(.cover))
    try scene.perform(.present(.b))
    await scene.expectShown("[home] ▸ [a] ▸ [cover] ▸ [b]")
    #expect(scene.app.presentations == ["sheet", "cover", "sheet"])
  }

  @Test func `closing the lowest presented screen closes those above it`() async throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.present(.b))
    try scene.perform(.close(.a))
    await scene.expectShown("[home]")
  }

  @Test func `another presented stack is another sheet`() async throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    scene.app.tap("own a")
    #expect(scene.app.topTexts.contains("own 1"))
    try scene.perform(.replacePresented(.b))
    await scene.expectShown("[home] ▸ [b]")
    #expect(scene.app.topTexts.contains("own 0"))
  }

  @Test func `a sheet is replaced by a cover`() async throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.replacePresented(.cover))
    await scene.expectShown("[home] ▸ [cover]")
  }

  @Test func `tabs are drawn with their labels`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    try scene.perform(.tabs([.home, .b], selected: 1))
    await scene.expectShown("{[home, a] | *[b]}")
    #expect(scene.app.tabLabels == ["tab home", "tab b"])
    #expect(scene.app.texts.first == "b")
  }

  @Test func `a presented stack can have tabs`() async throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.tabs([.a, .b]))
    try scene.perform(.push(.c))
    await scene.expectShown("[home] ▸ {*[a, c] | [b]}")
  }

  @Test func `a new first screen is drawn as a new screen`() async throws {
    let scene = HostScene()
    scene.app.tap("own home")
    try scene.perform(.setRoot(.home))
    await scene.expectShown("[home]")
    #expect(scene.app.texts.contains("own 0"))
  }

  @Test func `a screen is drawn again when its view model changes`() {
    let scene = HostScene()
    scene.app.tap("tap home")
    #expect(scene.app.texts.contains("taps 1"))
  }

  @Test func `a covered screen keeps the state of its view`() throws {
    let scene = HostScene()
    scene.app.tap("own home")
    try scene.perform(.push(.a))
    try scene.perform(.present(.b))
    try scene.perform(.dismiss())
    try scene.perform(.pop())
    #expect(scene.app.texts.contains("own 1"))
  }

  @Test func `an update of the destination keeps the screen and draws the new one`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    scene.app.tap("own a")
    let top = try #require(scene.driver.topScreen)
    try scene.driver.update(top, to: .b)
    scene.app.settle()
    await scene.expectShown("[home, b]")
    #expect(scene.app.texts.contains("own 1"))
  }

  @Test func `a deep link is drawn at once`() async throws {
    let scene = HostScene()
    try scene.perform(.present(.c))
    try scene.perform(.open(root: .home, [.a, .b]))
    await scene.expectShown("[home, a, b]")
  }

  @Test func `requests before the first drawing are carried out when the host appears`() throws {
    let driver = NavigationDriver<Place>(
      root: .home,
      configuration: NavigationConfiguration(beforeStart: .wait(limit: 4))
    ) { place, _ in PlaceViewModel(place) }
    try driver.perform(.push(.a), action: "early")
    let app = Renderer {
      NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
    }
    #expect(app.picture == "[home, a]")
  }

  @Test func `without labels the tabs have the names of their first screens`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let app = Renderer {
      NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
    }
    try driver.perform(.tabs([.home, .a]), action: "tabs")
    #expect(app.tabLabels == ["home", "a"])
  }

  @Test func `another driver in the same place begins again`() throws {
    let first = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let second = NavigationDriver<Place>(root: .a) { place, _ in PlaceViewModel(place) }
    var current = first
    let app = Renderer {
      NavigationHost(current) { screen in Text(verbatim: "\(screen.destination)") }
    }
    current = second
    app.redraw()
    #expect(app.picture == "[a]")
    try first.perform(.push(.b), action: "old")
    try second.perform(.push(.c), action: "new")
    #expect(app.picture == "[a, c]")
  }

  @Test func `the host releases the driver with its view`() async {
    weak var driver: NavigationDriver<Place>?
    do {
      let scene = HostScene()
      driver = scene.driver
      scene.app.close()
    }
    await until(driver == nil)
  }

  @Test func `a screen that has left is released`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    weak let model = scene.top
    #expect(model != nil)
    try scene.perform(.pop())
    await until(model == nil)
  }

  @Test func `a sheet keeps its path while SwiftUI moves it out`() throws {
    let driver = HostScene().driver
    let shown = ShownStack(driver) { _ in .sheet }
    try driver.perform(.present(.a), action: "present")
    try driver.perform(.push(.b), action: "push")
    let layer = try #require(shown.base?.presented)
    try driver.perform(.dismiss(), action: "dismiss")
    #expect(shown.base?.presented == nil)
    #expect(layer.paths.map(\.pushedByStack.count) == [1])
  }

  @Test func `tabs have badges that follow what they read`() throws {
    let driver = NavigationDriver<Place>(tabs: [.home, .a]) { place, _ in PlaceViewModel(place) }
    let app = Renderer {
      NavigationHost(driver, badge: { ($0.viewModel as? PlaceViewModel)?.taps ?? 0 }) { screen in
        Text(verbatim: "\(screen.destination)")
      }
    }
    #expect(app.tabBadges == [0, 0])
    let models = driver.stack.current.entries.compactMap {
      driver.viewModel(of: $0.id) as? PlaceViewModel
    }
    models.first { $0.place == .a }?.taps = 2
    #expect(app.tabBadges == [0, 2])
  }

  @Test func `a service of a screen draws over its view`() async {
    let driver = NavigationDriver<Place>(root: .home) { _, _ in ServedViewModel() }
    let app = Renderer { NavigationHost(driver) { _ in Text("screen") } }
    await until(app.texts.contains("screen"))
    #expect(app.texts == ["screen", "service"])
  }

  // MARK: What is drawn again

  @Test func `a push, a swipe back and a sheet draw only the screens that are new`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    scene.drawn = []
    try scene.perform(.push(.b))
    #expect(scene.drawn == [.b])
    scene.app.swipeBack()
    await scene.expectShown("[home, a]")
    #expect(scene.drawn == [.b])
    try scene.perform(.present(.c))
    try scene.perform(.push(.b))
    try scene.perform(.dismiss())
    #expect(scene.drawn == [.b, .c, .b])
  }

  @Test func `the first push evaluates no body around the host`() async {
    let app = Renderer { PlacesWindow() }
    await until(app.texts.contains("home"))
    app.evaluatedBodies = []
    app.tap("push")
    #expect(app.picture == "[home, a]")
    #expect(!app.evaluatedBodies.contains("PlacesWindow"))
  }

  @Test func `a push in a sheet evaluates no body of the layer under it`() throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    scene.app.evaluatedBodies = []
    try scene.perform(.push(.b))
    #expect(
      scene.app.evaluatedBodies == ["PathOverlay", "ServiceOverlays", "ScreenView", "PlaceView"]
    )
  }

  @Test func `the closures of a new value of the host draw all screens again`() throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    scene.drawn = []
    scene.app.redraw()
    #expect(scene.drawn == [.home, .a])
  }

  @Test func `the presentation of each presented stack is asked once`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    var asked: [Place] = []
    let app = Renderer {
      NavigationHost(driver) { place in
        asked.append(place)
        return .sheet
      } screen: { screen in
        Text(screen.destination.screenName)
      }
    }
    for spec in [NavigationSpec<Place>.present(.a), .push(.b), .present(.c), .push(.b)] {
      try driver.perform(spec, action: "test")
      app.settle()
    }
    #expect(asked == [.a, .c])
  }

  @Test func `all screens of a restored stack exist when they are first drawn`() throws {
    let first = HostScene()
    try first.perform(.push(.a))
    try first.perform(.present(.b))
    try first.perform(.push(.c))
    let driver = NavigationDriver(restoring: first.driver.snapshot()) { place, _ in
      PlaceViewModel(place)
    }
    var drawn: [Place] = []
    let app = Renderer {
      NavigationHost(driver) { screen in
        drawn.append(screen.destination)
        return Text(screen.destination.screenName)
      }
    }
    #expect(app.picture == "[home, a] ▸ [b, c]")
    #expect(drawn == [.home, .a, .b, .c])
    #expect(!app.evaluatedBodies.contains("Color"))
  }
}

/// A window whose view model, with its driver, is made when the body is first evaluated.
private final class PlacesWindowViewModel: BaseLifecycleViewModel {
  let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }

  init() {
    super.init()
    addChild(driver)
  }
}

private struct PlacesWindow: View {
  @StateViewModel private var window = PlacesWindowViewModel()

  var body: some View {
    NavigationHost(window.driver) { [driver = window.driver] screen in
      Text(verbatim: "\(screen.destination)")
      Button("push") { _ = try? driver.perform(.push(.a)) }
    }
    .lifecycle(of: window)
  }
}

private final class TextService: OverlaySubscribable {
  var overlay: some View { Text("service") }
}

private final class ServedViewModel: BaseLifecycleViewModel {
  init() { super.init(lifecycleSubscribables: [TextService()]) }
}
