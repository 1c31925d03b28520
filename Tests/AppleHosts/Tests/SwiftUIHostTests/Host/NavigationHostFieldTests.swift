import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

/// What users of other navigation libraries have reported.
@MainActor
struct NavigationHostFieldTests {
  typealias Reading = Renderer.Reading

  // MARK: Several changes at once

  /// Report 82 of FlowStacks: the pushed screen closed itself.
  @Test(arguments: Reading.allCases)
  func `a sheet is closed and a screen pushed in one turn`(reading: Renderer.Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    try scene.app.beforeDrawing {
      try scene.perform(.dismiss())
      try scene.perform(.push(.b))
    }
    await scene.expectShown("[home, b]")
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    _ = try? scene.driver.perform(.dismiss())
    try scene.perform(.push(.c))
    scene.app.finishDismissal()
    await scene.expectShown("[home, b, c]")
  }

  /// Reports 3 and 33 of FlowStacks: only the first one was shown, or all of them left again.
  @Test(arguments: Reading.allCases)
  func `several pushes in one turn are all shown`(reading: Renderer.Reading) async throws {
    let scene = HostScene(reading)
    try scene.app.beforeDrawing {
      for place in [Place.a, .b, .c, .cover] { try scene.perform(.push(place)) }
    }
    await scene.expectShown("[home, a, b, c, cover]")
    try scene.app.beforeDrawing {
      try scene.perform(.pop())
      try scene.perform(.push(.a))
    }
    await scene.expectShown("[home, a, b, c, a]")
  }

  /// Report 98 of FlowStacks: the new screen left at once.
  @Test(arguments: Reading.allCases)
  func `a screen that navigates when it appears or changes is followed`(
    reading: Renderer.Reading
  ) throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
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

  // MARK: Drawing

  /// Report 97 of SwiftfulRouting and report 5 of indieSoftware/NavigationStack: the screen below was
  /// drawn again at each push and pop.
  @Test func `a push and a pop draw only the new screen`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let drawn = Drawn()
    let app = Renderer {
      NavigationHost(driver) { screen in
        let _ = drawn.places.append(screen.destination)
        Text(verbatim: "\(screen.destination)")
      }
    }
    for place in [Place.a, .b] { try driver.perform(.push(place), action: "test") }
    app.settle()
    drawn.places = []
    try driver.perform(.push(.c), action: "test")
    app.settle()
    #expect(drawn.places == [.c])
    drawn.places = []
    app.swipeBack()
    #expect(drawn.places == [])
  }

  @MainActor
  private final class Drawn {
    var places: [Place] = []
  }

  // MARK: Sheets

  /// Pull request 7216 of RevenueCat/purchases-ios: the content of the earlier sheet stayed.
  @Test(arguments: Reading.allCases)
  func `a sheet that is closed and opened again in one turn begins with new state`(
    reading: Renderer.Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    scene.app.tap("own a")
    let model = scene.top
    try scene.app.beforeDrawing {
      try scene.perform(.dismiss())
      try scene.perform(.present(.a))
    }
    await scene.expectShown("[home] ▸ [a]")
    #expect(scene.app.topTexts.contains("own 0"))
    #expect(scene.top !== model)
  }

  /// Report 85 of SwiftfulRouting: the second dismissal was not noticed.
  @Test(arguments: Reading.allCases)
  func `sheets that are swiped away one after another are reported one by one`(
    reading: Renderer.Reading
  ) async throws {
    let scene = HostScene(reading)
    for place in [Place.a, .b] { try scene.perform(.present(place)) }
    var kinds: [String] = []
    let token = scene.driver.onTransition { kinds.append($0.kind) }
    for picture in ["[home] ▸ [a]", "[home]"] {
      scene.app.dismissSheet()
      await scene.expectShown(picture)
    }
    #expect(kinds == ["dismiss", "dismiss"])
    token.dispose()
  }

  /// Report 8 of fespinoza/CraftingSwift-SampleProjects: the link did nothing.
  @Test(arguments: Reading.allCases)
  func `a link is opened after the user has closed a sheet or a cover`(
    reading: Renderer.Reading
  ) async throws {
    let scene = HostScene(reading)
    for place in [Place.a, .cover] {
      try scene.perform(.present(place))
      scene.app.dismissSheet()
      try scene.perform(.open(root: .home, [.b, .c]))
      await scene.expectShown("[home, b, c]")
      try scene.perform(.popToRoot())
    }
  }

  /// Report 420 of the Composable Architecture: an update during the transition showed it twice.
  @Test(arguments: Reading.allCases)
  func `a sheet whose destination becomes one of a cover is shown as a cover`(
    reading: Renderer.Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    let top = try #require(scene.driver.topScreen)
    try scene.driver.update(top, to: .cover)
    await scene.expectShown("[home] ▸ [cover]")
    scene.app.dismissSheet()
    await scene.expectShown("[home]")
  }

  /// Report 112 of hmlongco/Navigator and report 156 of exyte/PopupView: they stayed in memory.
  @Test(arguments: [Place.a, .cover], [true, false])
  func `the view models of a presented stack are released`(
    place: Place,
    byUser: Bool
  ) async throws {
    let scene = HostScene()
    try scene.perform(.present(place))
    weak let first = scene.top
    try scene.perform(.push(.b))
    weak let second = scene.top
    #expect(first != nil && second != nil)
    if byUser { scene.app.dismissSheet() } else { try scene.perform(.dismiss()) }
    await until(first == nil && second == nil)
  }

  // MARK: Starting, and what is around the host

  /// Pull request 323 of lodev09/react-native-true-sheet: the sheet of the link was not shown.
  @Test(arguments: Reading.allCases)
  func `a link at a cold start shows its sheet and its tabs`(reading: Renderer.Reading) throws {
    let driver = NavigationDriver<Place>(
      root: .home,
      configuration: NavigationConfiguration(beforeStart: .wait(limit: 4))
    ) { place, _ in PlaceViewModel(place) }
    for spec in [NavigationSpec<Place>.tabs([.home, .a], selected: 1), .present(.b), .push(.c)] {
      try driver.perform(spec, action: "link")
    }
    let app = Renderer(reading) {
      NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
    }
    #expect(app.picture == "{[home] | *[a]} ▸ [b, c]")
    app.dismissSheet()
    #expect(app.picture == "{[home] | *[a]}")
    #expect(app.problems == [])
  }

  /// Report 80 of swift-navigation and report 87 of matteopuc/swiftui-navigation-stack: screens left,
  /// or did not leave any more, because a view around them read the phase.
  @Test(arguments: Reading.allCases)
  func `a cover and a path outlast the background, and can be left after it`(
    reading: Renderer.Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    scene.app.tap("own a")
    try scene.perform(.present(.cover))
    try scene.perform(.push(.b))
    scene.app.tap("own b")
    for phase in [ScenePhase.inactive, .background, .inactive, .active] {
      scene.app.scenePhase = phase
      await scene.expectShown("[home, a] ▸ [cover, b]")
    }
    #expect(scene.app.topTexts.contains("own 1"))
    scene.app.scenePhase = .background
    try scene.perform(.dismiss())
    scene.app.scenePhase = .active
    await scene.expectShown("[home, a]")
    #expect(scene.app.texts.contains("own 1"))
  }

  /// Pull request 43 of idoodler/LabImporter: a rotation of a large phone went back to the root,
  /// because the app has another container for each size class.
  @Test func `a host that moves into another container shows the same stack`() async throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    var isWide = false
    let app = Renderer {
      if isWide {
        VStack { NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") } }
      } else {
        NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
      }
    }
    for spec in [NavigationSpec<Place>.push(.a), .present(.b), .push(.c)] {
      try driver.perform(spec, action: "test")
    }
    let top = driver.topScreen
    for _ in 0..<2 {
      isWide.toggle()
      app.redraw()
      #expect(app.picture == "[home, a] ▸ [b, c]")
      #expect(app.presentations == ["sheet"])
    }
    // The end of an earlier host is reported in a later job.
    await Task { @MainActor in }.value
    #expect(top === driver.topScreen)
    #expect(top?.stage.current == .resumed)
    app.swipeBack()
    #expect(app.picture == "[home, a] ▸ [b]")
    app.dismissSheet()
    #expect(app.picture == "[home, a]")
    #expect(app.problems == [])
  }

  /// Report 594 of ReviewStage/luke: the sheet that was open at the sign-out was there again.
  @Test(arguments: Reading.allCases)
  func `a new first screen leaves no sheet behind, also after the earlier one is back`(
    reading: Renderer.Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.present(.b))
    try scene.perform(.present(.cover))
    try scene.perform(.open(root: .c, []))
    await scene.expectShown("[c]")
    try scene.perform(.tabs([.home, .a], selected: 1))
    await scene.expectShown("{[home] | *[a]}")
  }

  // MARK: Tabs

  /// Report 33 of NavigationBackport: a pop in a tab that is not selected crashed.
  @Test(arguments: Reading.allCases)
  func `the path of a hidden tab changes`(reading: Renderer.Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a]))
    for place in [Place.b, .c] { try scene.perform(.push(place)) }
    let top = scene.driver.stack.current.top.id
    scene.app.selectTab(1)
    try scene.perform(.closeEntry(top))
    await scene.expectShown("{[home, b] | *[a]}")
    scene.app.selectTab(0)
    scene.app.swipeBack()
    await scene.expectShown("{*[home] | [a]}")
  }

  /// Report 5698 of wix/react-native-navigation: the badge was shown only after the first visit.
  @Test func `the label of a tab follows the view model of a screen that was never shown`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let app = Renderer {
      NavigationHost(driver) { screen in
        Text(verbatim: "\(screen.destination)")
      } tab: { screen in
        let taps = (screen.viewModel as? PlaceViewModel)?.taps ?? -1
        Text(verbatim: "\(screen.destination) \(taps)")
      }
    }
    try driver.perform(.tabs([.home, .a]), action: "test")
    #expect(app.tabLabels == ["home 0", "a 0"])
    let hidden = try #require(driver.stack.current.layers[0].tabs.last?.first)
    let model = try #require(driver.viewModel(of: hidden.id) as? PlaceViewModel)
    model.taps = 3
    #expect(app.tabLabels == ["home 0", "a 3"])
  }

  // MARK: Nesting

  /// Report 4446 of react-native-screens: the sheet of the outer stack was never presented.
  @Test(arguments: Reading.allCases)
  func `a sheet is presented after one of a nested driver is closed`(
    reading: Renderer.Reading
  ) async throws {
    let nested = NestedScene(reading)
    try nested.pages.perform(.present(.b), action: "page")
    #expect(nested.app.topTexts == ["page b"])
    try nested.driver.perform(.present(.c), action: "test")
    await until(nested.app.refusedPresentations == 2)
    #expect(nested.app.topTexts == ["page b"])
    try nested.pages.perform(.dismiss(), action: "page")
    await until(nested.app.topTexts == ["c"])
    #expect(nested.app.problems == [])
  }

  /// Report 11717 of react-navigation: the sheet stayed on the screen after the screen had left.
  @Test(arguments: Reading.allCases)
  func `the sheet of a nested driver leaves with the screen of the driver`(
    reading: Renderer.Reading
  ) throws {
    let nested = NestedScene(reading)
    try nested.pages.perform(.present(.b), action: "page")
    try nested.driver.perform(.pop(), action: "test")
    #expect(nested.app.picture == "[home]")
    #expect(nested.app.presentations == [])
    #expect(nested.app.problems == [])
  }

  /// A renderer that shows a driver, whose second screen has a driver of its own.
  @MainActor
  private final class NestedScene {
    let app: Renderer
    let driver: NavigationDriver<Place>
    let shop = Shop()
    var pages: NavigationDriver<Place> { shop.pages }

    init(_ reading: Renderer.Reading) {
      let driver = NavigationDriver<Place>(root: .home) { [shop] place, _ in
        place == .a ? shop : PlaceViewModel(place)
      }
      self.driver = driver
      app = Renderer(reading) {
        NavigationHost(driver) { screen in
          if let shop = screen.viewModel as? Shop {
            NavigationHost(shop.pages) { page in Text(verbatim: "page \(page.destination)") }
          } else {
            Text(verbatim: "\(screen.destination)")
          }
        }
      }
      _ = try? driver.perform(.push(.a), action: "shop")
    }
  }

  /// A screen with a stack of its own.
  private final class Shop: BaseLifecycleViewModel {
    let pages = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }

    init() {
      super.init()
      addChild(pages)
    }
  }
}
