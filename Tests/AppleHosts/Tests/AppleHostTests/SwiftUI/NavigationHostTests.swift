import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct NavigationHostTests {
  typealias Reading = Renderer.Reading

  let driver = NavigationDriver<Place>.places()

  // MARK: Drawing

  @Test func `an update of the destination keeps the screen and draws the new one`() async throws {
    let scene = SwiftUIScene()
    try scene.perform(.push(.a))
    scene.app.tap("own a")
    let top = try #require(scene.top)
    try scene.driver.update(top, to: .b)
    await scene.expectShown("[home, b]")
    #expect(scene.app.texts.contains("own 1"))
  }

  @Test func `another driver in the same place begins again`() throws {
    let second = NavigationDriver<Place>.places(root: .a)
    var current = driver
    let app = Renderer { NamesHost(current) }
    current = second
    app.redraw()
    #expect(app.picture == "[a]")
    try driver.perform(.push(.b), action: "old")
    try second.perform(.push(.c), action: "new")
    #expect(app.picture == "[a, c]")
  }

  @Test func `the host releases the driver with its view`() async {
    weak var driver: NavigationDriver<Place>?
    do {
      let scene = SwiftUIScene()
      driver = scene.driver
      scene.app.close()
    }
    await until(driver == nil)
  }

  /// Report 5698 of wix/react-native-navigation: the badge was shown only after the first visit.
  @Test func `tabs have the names of their screens, or labels and badges that follow their models`()
    throws
  {
    let names = Renderer { NamesHost(driver) }
    let app = Renderer {
      NavigationHost(driver, badge: { ($0.viewModel as? PlaceViewModel)?.taps ?? 0 }) { screen in
        Text(screen.destination.screenName)
      } tab: { screen in
        Text(
          "\(screen.destination.screenName) \((screen.viewModel as? PlaceViewModel)?.taps ?? -1)"
        )
      }
    }
    try driver.perform(.tabs([.home, .a]), action: "test")
    #expect(names.tabLabels == ["home", "a"])
    let hidden = try #require(driver.stack.current.layers[0].tabs.last?.first)
    (driver.viewModel(of: hidden.id) as? PlaceViewModel)?.taps = 3
    #expect(app.tabLabels == ["home 0", "a 3"])
    #expect(app.tabBadges == [0, 3])
  }

  @Test func `the label of a tab gets the view model of its screen when that is made`() throws {
    let driver = NavigationDriver<Place>.places(hiddenTabs: .lazily)
    let app = Renderer {
      NavigationHost(driver, badge: { ($0.viewModel as? PlaceViewModel)?.taps ?? 0 }) { screen in
        Text(screen.destination.screenName)
      } tab: { tab in
        Text("\(tab.destination.screenName) \((tab.viewModel as? PlaceViewModel)?.taps ?? -1)")
      }
    }
    try driver.perform(.tabs([.home, .a]), action: "test")
    #expect(app.tabLabels == ["home 0", "a -1"])
    #expect(app.tabBadges == [0, 0])
    app.selectTab(1)
    #expect(app.tabLabels == ["home 0", "a 0"])
    (driver.topViewModel as? PlaceViewModel)?.taps = 3
    #expect(app.tabLabels == ["home 0", "a 3"])
    #expect(app.tabBadges == [0, 3])
  }

  @Test func `services of a screen are attached to its view until the screen leaves`() async throws
  {
    let service = LifecycleHostObserver<ViewHost>()
    let driver = NavigationDriver<Place>(root: .home) { place, _ in
      PlaceViewModel(place, services: place == .a ? [service] : [])
    }
    let scene = SwiftUIScene(Reading(.withPreviousValue), driver)
    try scene.perform(.push(.a))
    let host = service.currentHost
    #expect(host?.environment.scenePhase == .active)
    try scene.perform(.push(.b))
    #expect(service.currentHost === host)
    try scene.perform(.popToRoot())
    await until(service.currentHost == nil)
  }

  // MARK: What is drawn again

  /// Report 97 of SwiftfulRouting and report 5 of indieSoftware/NavigationStack: the screen below was
  /// drawn again at each push and pop.
  @Test func `a push, a swipe back and a sheet draw only the screens that are new`() async throws {
    let scene = SwiftUIScene()
    try scene.perform(.push(.a))
    scene.drawn = []
    try scene.perform(.push(.b))
    #expect(scene.drawn == [.b])
    scene.app.swipeBack()
    await scene.expectShown("[home, a]")
    #expect(scene.drawn == [.b])
    try scene.perform(.present(.c), .push(.b), .dismiss())
    #expect(scene.drawn == [.b, .c, .b])
    scene.drawn = []
    // The closures of a new value of the host may draw something else.
    scene.app.redraw()
    #expect(scene.drawn == [.home, .a])
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
    let scene = SwiftUIScene()
    try scene.perform(.present(.a))
    scene.app.evaluatedBodies = []
    try scene.perform(.push(.b))
    // The stub does not compare values of the environment.
    let evaluated = scene.app.evaluatedBodies.filter { $0 != "EnvironmentReader" }
    #expect(
      evaluated == ["PathPresenters", "PathOverlay", "ServiceOverlays", "ScreenView", "PlaceView"]
    )
  }

  @Test func `the presentation of each presented stack is asked once`() throws {
    var asked: [Place] = []
    let app = Renderer {
      NavigationHost(driver) { place in
        asked.append(place)
        return .sheet()
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
    for spec in [NavigationSpec<Place>.push(.a), .present(.b), .push(.c)] {
      try driver.perform(spec, action: "test")
    }
    driver.start()
    let scene = SwiftUIScene(Reading(.withPreviousValue), .places(restoring: driver))
    #expect(scene.app.picture == "[home, a] ▸ [b, c]")
    #expect(scene.drawn == [.home, .a, .b, .c])
  }

  // MARK: State

  /// Report 98 of FlowStacks: the new screen left at once.
  @Test(arguments: Reading.allCases)
  func `a screen that navigates when it appears or changes is followed`(reading: Reading) throws {
    let driver = driver
    let app = Renderer(reading) {
      NavigationHost(driver) { screen in
        if let model = screen.viewModel as? PlaceViewModel {
          PlaceView(place: screen.destination, model: model)
            .onAppear {
              if model.place == .a { _ = try? driver.perform(.push(.b), action: "appear") }
            }
            .onChange(of: model.taps) {
              _ = try? driver.perform(.present(.c), action: "change")
            }
        }
      }
    }
    try driver.perform(.push(.a), action: "test")
    #expect(app.picture == "[home, a, b]")
    app.tap("tap b")
    #expect(app.picture == "[home, a, b] ▸ [c]")
    #expect("\(driver.stack.current)" == "[home, a, b] ▸ [c]")
    #expect(app.problems == [])
  }

  /// Pull request 7216 of RevenueCat/purchases-ios: the content of the earlier sheet stayed.
  @Test(arguments: Reading.allCases)
  func `a sheet that is closed and opened again in one turn begins with new state`(
    reading: Reading
  ) async throws {
    let scene = SwiftUIScene(reading)
    try scene.perform(.present(.a))
    scene.app.tap("own a")
    let model = scene.top
    try scene.app.beforeDrawing { try scene.perform(.dismiss(), .present(.a)) }
    await scene.expectShown("[home] ▸ [a]")
    #expect(scene.app.topTexts.contains("own 0"))
    #expect(scene.top !== model)
  }

  /// Pull request 43 of idoodler/LabImporter: a rotation of a large phone went back to the root,
  /// because the app has another container for each size class.
  @Test func `a host that moves into another container shows the same stack`() async throws {
    var isWide = false
    let app = Renderer {
      if isWide { VStack { NamesHost(driver) } } else { NamesHost(driver) }
    }
    for spec in [NavigationSpec<Place>.push(.a), .present(.b), .push(.c)] {
      try driver.perform(spec, action: "test")
    }
    let top = driver.topViewModel
    for _ in 0..<2 {
      isWide.toggle()
      app.redraw()
      #expect(app.picture == "[home, a] ▸ [b, c]")
      #expect(app.presentations == ["sheet"])
    }
    // The end of an earlier host is reported in a later job.
    await Task { @MainActor in }.value
    #expect(top === driver.topViewModel)
    #expect(top?.stage.current == .resumed)
    app.swipeBack()
    app.dismissSheet()
    #expect(app.picture == "[home, a]")
    #expect(app.problems == [])
  }

  // MARK: The life of the host

  @Test func `a host resumes a screen only while it is shown in an active scene`() async {
    var isShown = false
    let app = Renderer { if isShown { NamesHost(driver) } }
    app.scenePhase = .background
    isShown = true
    app.redraw()
    #expect(app.picture == "[home]")
    #expect(driver.topViewModel?.stage.current == .created)
    app.scenePhase = .active
    #expect(driver.topViewModel?.stage.current == .resumed)
    isShown = false
    app.redraw()
    await until(driver.hostState == .background)
    #expect(driver.topViewModel?.stage.current == .paused)
    isShown = true
    app.redraw()
    #expect(driver.topViewModel?.stage.current == .resumed)
  }

  @Test func `a host in a tab of the app that is not selected resumes no screen`() throws {
    let app = Renderer { AppTabs(driver: driver) }
    #expect(driver.topViewModel?.stage.current == .resumed)
    app.selectTab(1)
    #expect(driver.topViewModel?.stage.current == .paused)
    try driver.perform(.push(.b), action: "test")
    #expect(driver.topViewModel?.stage.current == .created)
    app.selectTab(0)
    #expect(driver.topViewModel?.stage.current == .resumed)
    #expect(app.picture == "{*[home, b] | [other]}")
  }

  @Test(arguments: [true, false])
  func `a host in a hidden tab whose sheet has been closed resumes no screen`(
    isClosedByUser: Bool
  ) async throws {
    let tab = InitializedSubject(wrappedValue: 0)
    let app = Renderer { AppTabs(driver: driver, tab: tab) }
    try driver.perform(.present(.a), action: "test")
    app.settle()
    tab.current = 1
    app.settle()
    #expect(driver.topViewModel?.stage.current == .resumed)
    if isClosedByUser { app.dismissSheet() } else { try driver.perform(.dismiss(), action: "test") }
    await until(driver.hostState == .background)
    #expect(driver.topViewModel?.stage.current == .paused)
    tab.current = 0
    app.settle()
    #expect(driver.topViewModel?.stage.current == .resumed)
  }

  struct AppTabs: View {
    let driver: NavigationDriver<Place>
    var tab = InitializedSubject(wrappedValue: 0)

    var body: some View {
      TabView(selection: tab.binding) {
        NamesHost(driver).tag(0)
        Text("other").tag(1)
      }
    }
  }
}

/// A window whose view model, with its driver, is made when the body is first evaluated.
private final class PlacesWindowViewModel: BaseLifecycleViewModel {
  let driver = NavigationDriver<Place>.places()

  init() {
    super.init()
    addChild(driver)
  }
}

private struct PlacesWindow: View {
  @StateViewModel private var window = PlacesWindowViewModel()

  var body: some View {
    NavigationHost(window.driver) { [driver = window.driver] screen in
      Text(screen.destination.screenName)
      Button("push") { _ = try? driver.perform(.push(.a)) }
    }
    .lifecycle(of: window)
  }
}
