import KalugaArchitecture
import SwiftUI
import Testing
import UIKit

@testable import KalugaSwiftUI

/// An app with UIKit's life cycle that shows views of SwiftUI: report 81 of FlowStacks.
@MainActor
struct MixedAppTests {
  let scene = UIWindowScene()
  let window: UIWindow

  init() {
    window = UIWindow(windowScene: scene)
    window.makeKeyAndVisible()
  }

  @Test func `a host in a hosting controller follows the scene of its window`() async {
    let driver = NavigationDriver<Place>.places()
    scene.enter(.foregroundInactive)
    window.rootViewController = UIHostingController(rootView: NamesHost(driver))
    await until(driver.hostState == .inactive)
    #expect(driver.topViewModel?.stage.current == .visible)
    scene.enter(.foregroundActive)
    await until(driver.topViewModel?.stage.current == .resumed)
    scene.enter(.background)
    await until(driver.hostState == .background)
    #expect(driver.topViewModel?.stage.current == .paused)
  }

  @Test func `a view model in a hosting controller has the stage of its scene`() async {
    let model = PlaceViewModel(.a)
    scene.enter(.foregroundActive)
    window.rootViewController = UIHostingController(rootView: Text("a").lifecycle(of: model))
    await until(model.stage.current == .resumed)
    scene.enter(.foregroundInactive)
    await until(model.stage.current == .visible)
    scene.enter(.background)
    await until(model.stage.current == .paused)
  }

  /// Without a scene, a window would count as active.
  @Test func `a view that leaves its window at once is in no active scene`() async {
    scene.enter(.background)
    var states: [HostState] = []
    let reader = WindowReaderView { states.append($0) }
    window.addSubview(reader)
    reader.removeFromSuperview()
    await Task {}.value
    #expect(states == [])
    window.addSubview(reader)
    await until(states == [.background])
  }
}
