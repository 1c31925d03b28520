import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct NavigationHostStateTests {
  @Test(arguments: [
    (ScenePhase.active, HostState.active), (.inactive, .inactive), (.background, .background),
  ])
  func `the state of the host follows the phase of the scene`(phase: ScenePhase, state: HostState) {
    let scene = HostScene()
    scene.app.scenePhase = phase
    #expect(scene.driver.hostState == state)
    #expect(scene.top?.stage.current == (state == .active ? .resumed : .paused))
  }

  @Test func `a host that appears in the background resumes no screen`() {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    var isShown = false
    let app = Renderer {
      if isShown { NavigationHost(driver) { screen in Text("\(screen.destination)") } }
    }
    app.scenePhase = .background
    isShown = true
    app.redraw()
    #expect(app.picture == "[home]")
    #expect(driver.topScreen?.stage.current == .created)
    app.scenePhase = .active
    #expect(driver.topScreen?.stage.current == .resumed)
  }

  @Test func `a driver whose host is removed is in the background`() async {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    var isShown = true
    let app = Renderer {
      if isShown { NavigationHost(driver) { screen in Text("\(screen.destination)") } }
    }
    #expect(driver.topScreen?.stage.current == .resumed)
    isShown = false
    app.redraw()
    await until(driver.hostState == .background)
    #expect(driver.topScreen?.stage.current == .paused)
    isShown = true
    app.redraw()
    #expect(driver.topScreen?.stage.current == .resumed)
  }

  @Test func `a push in the background is drawn, and resumed when the app is active`() throws {
    let scene = HostScene()
    scene.app.scenePhase = .background
    try scene.perform(.push(.a))
    scene.expectShown("[home, a]")
    #expect(scene.top?.stage.current == .created)
    scene.app.scenePhase = .active
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test func `a restored stack is drawn`() throws {
    let first = HostScene()
    try first.perform(.push(.a))
    try first.perform(.present(.b))
    let driver = NavigationDriver(restoring: try first.driver.snapshot()) { place, _ in
      PlaceViewModel(place)
    }
    let app = Renderer { NavigationHost(driver) { screen in Text("\(screen.destination)") } }
    #expect(app.picture == "[home, a] ▸ [b]")
  }

  @Test func `an ended driver keeps the last picture and changes nothing`() {
    let scene = HostScene()
    scene.driver.end()
    scene.app.redraw()
    #expect(scene.app.problems == [])
    #expect(scene.driver.topScreen == nil)
  }

  @Test func `a driver that the app has started before is drawn at once`() {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    driver.start()
    let app = Renderer { NavigationHost(driver) { screen in Text("\(screen.destination)") } }
    #expect(app.picture == "[home]")
  }

  @Test func `a nested driver is drawn by the host in the screen that owns it`() throws {
    let shop = Shop()
    let driver = NavigationDriver<Place>(root: .home) { _, _ in shop }
    let app = Renderer {
      NavigationHost(driver) { screen in
        if let shop = screen.viewModel as? Shop {
          NavigationHost(shop.pages) { page in Text("\(page.destination)") }
        }
      }
    }
    #expect(app.texts == ["a"])
    try shop.pages.perform(.push(.b), action: "page")
    #expect(app.texts == ["b"])
    app.swipeBack()
    #expect(app.texts == ["a"])
    #expect("\(shop.pages.stack.current)" == "[a]")
  }

  @Test func `the host of a nested driver leaves its state to the view model around it`() {
    let shop = Shop()
    let driver = NavigationDriver<Place>(root: .home) { _, _ in shop }
    let app = Renderer {
      NavigationHost(driver) { screen in
        if let shop = screen.viewModel as? Shop {
          NavigationHost(shop.pages) { page in Text("\(page.destination)") }
        }
      }
    }
    #expect(shop.pages.topScreen?.stage.current == .resumed)
    app.scenePhase = .inactive
    // The outer driver pauses the shop, whose stack is then in the background.
    #expect(shop.pages.hostState == .background)
    #expect(shop.pages.topScreen?.stage.current == .paused)
    app.scenePhase = .active
    #expect(shop.pages.topScreen?.stage.current == .resumed)
  }

  @Test func `the host of a nested driver resumes nothing on a covered screen`() throws {
    let shop = Shop()
    let driver = NavigationDriver<Place>(root: .home) { place, _ in
      place == .home ? shop : PlaceViewModel(place)
    }
    let app = Renderer {
      NavigationHost(driver) { screen in
        if let shop = screen.viewModel as? Shop {
          NavigationHost(shop.pages) { page in Text("\(page.destination)") }
        } else {
          Text("\(screen.destination)")
        }
      }
    }
    try driver.perform(.push(.b), action: "cover")
    app.scenePhase = .inactive
    app.scenePhase = .active
    #expect(shop.pages.topScreen?.stage.current == .paused)
  }

  /// A screen with a stack of its own.
  final class Shop: BaseLifecycleViewModel {
    let pages = NavigationDriver<Place>(root: .a) { place, _ in PlaceViewModel(place) }

    init() {
      super.init()
      addChild(pages)
    }
  }
}
