import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

/// After each step of a random walk, what is shown is what the stack says.
@MainActor
struct HostControllerWalkTests {
  @Test(arguments: UIWindow.CoordinatorOrder.allCases, Array(UInt64(1)...40))
  func `what is shown is what the stack says`(
    order: UIWindow.CoordinatorOrder,
    seed: UInt64
  ) throws {
    var dice = SeededRandom(seed: seed)
    let driver = NavigationDriver<Place>.places(
      hiddenTabs: seed.isMultiple(of: 2) ? .lazily : .eagerly
    )
    let scene = UIKitScene(order, driver)
    scene.window.hasMore = seed % 4 < 3
    scene.window.selectsMore = seed.isMultiple(of: 3)
    scene.window.cancelReport = seed.isMultiple(of: 2) ? .completions : .completionsAndDidShow
    scene.window.tabQuestions =
      UIWindow.TabQuestion.readings[Int(seed) % UIWindow.TabQuestion.readings.count]
    let token = scene.driver.onBack { [unowned scene] in
      scene.interceptsBack ? .intercept : .proceed
    }
    let states = [
      UIScene.ActivationState.foregroundActive, .foregroundInactive, .background,
    ]
    var gestures = 0
    for _ in 0..<60 {
      scene.interceptsBack = dice.below(4) == 0
      switch dice.below(10) {
      case 0..<4: gestures += gesture(in: scene, &dice) ? 1 : 0
      case 4: scene.scene.enter(states[dice.below(3)])
      default: operate(scene, &dice)
      }
      // Otherwise, the next step falls into a transition.
      if dice.below(3) > 0 {
        settle(scene)
        scene.expectShown()
      }
      let isActive = scene.scene.activationState == .foregroundActive
      #expect((scene.top?.stage.current == .resumed) == isActive)
      if !scene.window.problems.isEmpty { return }
    }
    settle(scene)
    scene.expectShown()
    #expect(gestures > 0)
    token.dispose()
  }

  private func operate(_ scene: UIKitScene, _ dice: inout SeededRandom) {
    let operation = dice.operation(
      on: scene.driver.stack.current,
      tabs: dice.below(3) == 0 ? 8 : 3
    )
    _ = try? scene.driver.perform(operation, action: "walk")
  }

  /// Ends all transitions, which changes only what is shown.
  private func settle(_ scene: UIKitScene) {
    let stack = scene.driver.stack.current
    scene.window.settle()
    #expect(scene.driver.stack.current == stack)
  }

  /// Does what the user can do now; returns false if that is nothing.
  private func gesture(in scene: UIKitScene, _ dice: inout SeededRandom) -> Bool {
    // What the user sees is at rest before a gesture.
    settle(scene)
    let layers = scene.driver.stack.current.layers
    let top = layers[layers.count - 1]
    let used = scene.driver.stack.current.usedLayers
    let layersAbove = dice.below(used.count)
    let layer = used[used.count - 1 - layersAbove]
    let isSheet =
      layers.count > 1 && [.automatic, .pageSheet, .popover].contains(top.styleOfUIKit)
    switch dice.below(3) {
    case 0 where layer.path.count > 1:
      scene.window.beginSwipeBack(1 + dice.below(layer.path.count - 1), under: layersAbove)
      finish(in: scene, &dice, closing: nil)
    case 1 where isSheet:
      scene.window.beginSwipeDown()
      finish(in: scene, &dice, closing: top)
    case 2 where layer.tabs.count > 1:
      scene.window.selectTab(dice.below(layer.tabs.count), under: layersAbove)
    default:
      return false
    }
    return true
  }

  /// Ends a gesture, and checks that it closes only this layer, and those above it.
  private func finish(
    in scene: UIKitScene,
    _ dice: inout SeededRandom,
    closing sheet: BackStack<Place>.Layer?
  ) {
    // The app may navigate while the finger is on the screen.
    if dice.below(3) == 0 { operate(scene, &dice) }
    let old = scene.driver.stack.current
    if dice.below(3) == 0 {
      scene.window.cancelGesture()
      #expect(scene.driver.stack.current == old)
      return
    }
    scene.window.finishGesture()
    let new = scene.driver.stack.current
    guard let sheet else { return #expect(new.layers.count == old.layers.count) }
    let ids = Set(sheet.tabs.joined().map(\.id))
    let level = old.layers.firstIndex { layer in
      layer.styleOfUIKit == sheet.styleOfUIKit
        && layer.tabs.joined().contains { ids.contains($0.id) }
    }
    #expect(new.layers.starts(with: old.layers.prefix(level ?? old.layers.count)))
    #expect(old.layers.starts(with: new.layers))
  }
}
