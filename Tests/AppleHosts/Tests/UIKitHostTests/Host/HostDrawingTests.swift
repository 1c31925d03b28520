import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

@MainActor
struct HostDrawingTests {
  @Test func `the host starts the driver and shows its first screen`() {
    let scene = HostScene()
    scene.expectShown("[home]")
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test func `pushes and pops are shown`() throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    try scene.perform(.push(.b))
    scene.expectShown("[home, a, b]")
    try scene.perform(.popToRoot())
    scene.expectShown("[home]")
  }

  @Test func `the controller of a screen is made once`() throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    try scene.perform(.push(.a))
    try scene.perform(.pop())
    #expect(scene.madePlaces == [.home, .a, .a])
  }

  @Test func `a presented stack is a sheet, or what the app chooses`() throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.push(.b))
    scene.expectShown("[home] ▸ [a, b]")
    try scene.perform(.present(.cover))
    scene.expectShown("[home] ▸ [a, b] ▸ [cover]")
    try scene.perform(.dismiss())
    scene.expectShown("[home] ▸ [a, b]")
  }

  @Test func `several layers are presented one after the other`() throws {
    let scene = HostScene()
    try scene.driver.perform(.present(.a), action: "test")
    try scene.driver.perform(.present(.b), action: "test")
    try scene.driver.perform(.present(.c), action: "test")
    scene.window.settle()
    scene.expectShown("[home] ▸ [a] ▸ [b] ▸ [c]")
  }

  @Test func `a replaced presentation is dismissed before the next one`() throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.replacePresented(.b))
    scene.expectShown("[home] ▸ [b]")
  }

  @Test func `a presented layer stays presented when its first tab is another one`() throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.tabs([.a, .b]))
    let presented = scene.host.presentedViewController
    try scene.perform(.tabs([.b, .a]))
    scene.expectShown("[home] ▸ {*[b] | [a]}")
    #expect(scene.host.presentedViewController === presented)
  }

  @Test func `a layer below a presented one changes, too`() throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    try scene.perform(.below(.push(.b)))
    scene.expectShown("[home, b] ▸ [a]")
  }

  @Test func `tabs are shown with the items of their first screens`() throws {
    let scene = HostScene()
    try scene.perform(.push(.b))
    try scene.perform(.tabs([.home, .a], selected: 1))
    scene.expectShown("{[home, b] | *[a]}")
    #expect(scene.window.tabTitles == ["home", "a"])
    try scene.perform(.selectTab(0))
    scene.expectShown("{*[home, b] | [a]}")
  }

  @Test func `the controllers of a tab are made when it is first selected`() throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.selectTab(1))
    try scene.perform(.push(.b))
    try scene.perform(.tabs([.home, .a, .c]))
    scene.window.selectTab(0)
    let driver = NavigationDriver(restoring: scene.driver.snapshot()) { place, _ in
      PlaceViewModel(place)
    }
    let next = HostScene(.beforeDelegate, driver)
    #expect(next.madePlaces == [.home])
    #expect(next.window.tabTitles == ["home", "a", "c"])
    next.expectShown("{*[home] | [] | []}")
    next.window.selectTab(1)
    #expect(next.madePlaces == [.home, .a, .b])
    next.expectShown("{[home] | *[a, b] | []}")
    // Its screens are now kept, also while another tab is selected.
    next.window.selectTab(0)
    #expect(next.madePlaces.count == 3)
    next.expectShown("{*[home] | [a, b] | []}")
  }

  @Test func `a tab has the item of its newest first screen`() throws {
    var asked: [Place] = []
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let window = UIWindow(windowScene: UIWindowScene())
    window.rootViewController = NavigationHostController(driver) { _ in
      UIViewController()
    } tab: { screen in
      asked.append(screen.destination)
      return UITabBarItem(title: "the \(screen.destination)", image: nil, tag: 0)
    }
    window.makeKeyAndVisible()
    #expect(asked == [])
    for operation in [
      NavigationSpec<Place>.tabs([.home, .a]), .push(.b), .tabs([.home]), .setRoot(.c),
      .tabs([.c, .b]),
    ] {
      try driver.perform(operation, action: "test")
      window.settle()
    }
    #expect(window.tabTitles == ["the c", "the b"])
    #expect(asked == [.home, .a, .c, .b])
  }

  @Test func `a path that leaves its tabs can be changed again at once`() throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .cover]))
    for operation in [NavigationSpec<Place>.open(root: .home, [.a]), .push(.home)] {
      try scene.driver.perform(operation, action: "test")
    }
    scene.window.settle()
    scene.expectShown("[home, a, home]")
  }

  @Test func `tabs that change their order keep their controllers`() throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.tabs([.a, .home, .b]))
    scene.expectShown("{*[a] | [home] | []}")
    #expect(scene.madePlaces == [.home, .a])
    try scene.perform(.tabs([.home]))
    scene.expectShown("[home]")
  }

  @Test func `changes during a transition are shown after it`() throws {
    let scene = HostScene()
    for place in [Place.a, .b, .c] { try scene.driver.perform(.push(place), action: "test") }
    #expect(scene.window.picture == "[home, a]")
    try scene.driver.perform(.pop(), action: "test")
    scene.window.settle()
    scene.expectShown("[home, a, b]")
  }

  @Test func `a dismissal during a presentation follows it`() throws {
    let scene = HostScene()
    try scene.driver.perform(.present(.a), action: "test")
    try scene.driver.perform(.dismiss(), action: "test")
    #expect(scene.window.picture == "[home] ▸ [a]")
    scene.window.settle()
    scene.expectShown("[home]")
  }

  @Test func `a layer is presented over what the app itself presents`() throws {
    let scene = HostScene()
    let alert = PlaceController(.c)
    scene.host.present(alert, animated: true)
    try scene.driver.perform(.present(.a), action: "test")
    scene.window.settle()
    #expect(scene.window.picture == "[home] ▸ [c] ▸ [a]")
    #expect(scene.window.problems == [])
  }

  @Test func `a stack waits for an alert of the app that is being dismissed`() throws {
    let scene = HostScene()
    scene.host.present(PlaceController(.c), animated: true)
    scene.window.settle()
    scene.host.dismiss(animated: true)
    try scene.perform(.present(.a))
    scene.expectShown("[home] ▸ [a]")
  }

  @Test(arguments: [true, false], [true, false])
  func `a stack that is dismissed with an alert below it is presented again`(
    marksAbove: Bool,
    animated: Bool
  ) async throws {
    let scene = HostScene()
    scene.window.marksDismissalsAbove = marksAbove
    scene.host.present(PlaceController(.c), animated: true)
    try scene.perform(.present(.a))
    try scene.perform(.present(.b))
    let model = scene.top
    #expect(scene.window.picture == "[home] ▸ [c] ▸ [a] ▸ [b]")
    scene.host.dismiss(animated: animated)
    scene.window.settle()
    await until(scene.window.picture == "[home] ▸ [a]")
    scene.window.settle()
    scene.expectShown("[home] ▸ [a] ▸ [b]")
    #expect(model?.stage.current == .resumed)
  }

  @Test func `a stack over an alert of the app is closed by the user`() throws {
    let scene = HostScene()
    scene.host.present(PlaceController(.c), animated: true)
    try scene.perform(.present(.a))
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home] ▸ [c]")
    #expect("\(scene.driver.stack.current)" == "[home]")
  }

  @Test(arguments: [true, false])
  func `a screen that dismisses its layer itself closes it`(animated: Bool) async throws {
    let scene = HostScene()
    try scene.perform(.present(.a))
    let model = scene.top
    // After what the presentation has left for later.
    await Task {}.value
    scene.host.presentedViewController?.dismiss(animated: animated)
    scene.window.settle()
    await until(model?.stage.current == .cleared)
    scene.expectShown("[home]")
  }

  @Test func `a screen that navigates while its controller is made is followed`() {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let window = UIWindow(windowScene: UIWindowScene())
    window.rootViewController = NavigationHostController(driver) { screen in
      if screen.destination == .home { _ = try? driver.perform(.push(.a), action: "test") }
      return PlaceController(screen.destination)
    }
    window.makeKeyAndVisible()
    window.settle()
    #expect(window.picture == "[home, a]")
  }

  @Test func `services are attached to the controller of their screen`() async throws {
    let service = LifecycleHostObserver<UIViewController>()
    let driver = NavigationDriver<Place>(root: .home) { place, _ in
      PlaceViewModel(place, services: place == .a ? [service] : [])
    }
    let scene = HostScene(.beforeDelegate, driver)
    try scene.perform(.push(.a))
    #expect((service.currentHost as? PlaceController)?.place == .a)
    try scene.perform(.pop())
    await until(service.currentHost == nil)
  }

  @Test func `a host that is released leaves the driver alone`() throws {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    weak var host: UIViewController?
    do {
      let scene = HostScene(.beforeDelegate, driver)
      host = scene.host
      try scene.perform(.present(.a))
      try scene.perform(.dismiss())
    }
    #expect(host == nil)
    #expect(driver.topScreen?.stage.current != .cleared)
    try driver.perform(.push(.a), action: "test")
  }
}
