import KalugaArchitecture
import SwiftUI
import Testing

@testable import KalugaSwiftUI

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
      if isShown { NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") } }
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
      if isShown { NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") } }
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

  @Test func `a host in a tab of the app that is not selected resumes no screen`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let app = Renderer { AppTabs(driver: driver) }
    #expect(driver.topScreen?.stage.current == .resumed)
    try driver.perform(.push(.a), action: "test")
    app.selectTab(1)
    #expect(driver.topScreen?.stage.current == .paused)
    try driver.perform(.push(.b), action: "test")
    #expect(driver.topScreen?.stage.current == .created)
    app.selectTab(0)
    #expect(driver.topScreen?.stage.current == .resumed)
    #expect(app.picture == "{*[home, a, b] | [other]}")
  }

  @Test(arguments: [true, false])
  func `a host in a hidden tab whose sheet has been closed resumes no screen`(
    isClosedByUser: Bool
  ) async throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let tab = InitializedSubject(wrappedValue: 0)
    let app = Renderer { AppTabs(driver: driver, tab: tab) }
    try driver.perform(.present(.a), action: "test")
    app.settle()
    tab.current = 1
    app.settle()
    #expect(driver.topScreen?.stage.current == .resumed)
    if isClosedByUser { app.dismissSheet() } else { try driver.perform(.dismiss(), action: "test") }
    await until(driver.hostState == .background)
    #expect(driver.topScreen?.stage.current == .paused)
    tab.current = 0
    app.settle()
    #expect(driver.topScreen?.stage.current == .resumed)
  }

  struct AppTabs: View {
    let driver: NavigationDriver<Place>
    var tab = InitializedSubject(wrappedValue: 0)

    var body: some View {
      TabView(selection: tab.binding) {
        NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }.tag(0)
        Text("other").tag(1)
      }
    }
  }

  @Test func `a host stays active under a cover of its own`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let stack = ShownStack(driver) { _ in .cover }
    stack.didAppear(.active)
    try driver.perform(.present(.cover), action: "test")
    // SwiftUI may call it for the view under a cover.
    stack.didDisappear()
    #expect(driver.topScreen?.stage.current == .resumed)
    try driver.perform(.dismiss(), action: "test")
    stack.didAppear(.active)
    #expect(driver.topScreen?.stage.current == .resumed)
  }

  @Test func `an earlier host does not pause the driver of a later one`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let (first, second) = (ShownStack(driver) { _ in .sheet }, ShownStack(driver) { _ in .sheet })
    first.didAppear(.active)
    second.didAppear(.active)
    first.didDisappear()
    #expect(driver.topScreen?.stage.current == .resumed)
    second.didDisappear()
    #expect(driver.topScreen?.stage.current == .paused)
    first.didAppear(.active)
    #expect(driver.topScreen?.stage.current == .resumed)
  }

  @Test func `a push in the background is drawn, and resumed when the app is active`() async throws
  {
    let scene = HostScene()
    scene.app.scenePhase = .background
    try scene.perform(.push(.a))
    await scene.expectShown("[home, a]")
    #expect(scene.top?.stage.current == .created)
    scene.app.scenePhase = .active
    #expect(scene.top?.stage.current == .resumed)
  }

  // In a separate process, because the hosts of other tests write the files, too.
  @Test func `saved files are written when the scene of a host enters the background`() async {
    await #expect(processExitsWith: .success) {
      try await NavigationHostStateTests.enterBackground()
    }
  }

  private static func enterBackground() async throws {
    let scene = HostScene()
    let written = try await DeletedFile()
    scene.app.scenePhase = .background
    await until(written.isWritten)
    try written.delete()
  }

  @Test func `a restored stack is drawn`() throws {
    let first = HostScene()
    try first.perform(.push(.a))
    try first.perform(.present(.b))
    let driver = NavigationDriver(restoring: first.driver.snapshot()) { place, _ in
      PlaceViewModel(place)
    }
    let app = Renderer {
      NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
    }
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
    let app = Renderer {
      NavigationHost(driver) { screen in Text(verbatim: "\(screen.destination)") }
    }
    #expect(app.picture == "[home]")
  }
}
