import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

/// After each step of a random walk, what is drawn is what the stack says.
@MainActor
struct NavigationHostWalkTests {
  @Test(arguments: Renderer.Reading.allCases, Array(UInt64(1)...40))
  func `what is drawn is what the stack says`(reading: Renderer.Reading, seed: UInt64) async throws
  {
    var dice = SeededRandom(seed: seed)
    let driver = NavigationDriver<Place>.places(
      hiddenTabs: seed.isMultiple(of: 2) ? .lazily : .eagerly
    )
    let scene = SwiftUIScene(reading, driver)
    scene.app.dismissalsTakeTime = dice.below(2) == 0
    let token = scene.driver.onBack { [unowned scene] in
      scene.interceptsBack ? .intercept : .proceed
    }
    var states = ViewStates()
    var gestures = 0
    for _ in 0..<60 {
      scene.interceptsBack = dice.below(4) == 0
      switch dice.below(10) {
      case 0..<4:
        gestures += gesture(in: scene, &dice) ? 1 : 0
        states = ViewStates()
      case 4: scene.app.scenePhase = [.active, .inactive, .background][dice.below(3)]
      case 5: scene.app.redraw()
      case 6: states.tap(in: scene)
      default:
        operate(scene, &dice)
        let stack = scene.driver.stack.current
        scene.app.settle()
        // SwiftUI may write by itself, without a change by the user.
        #expect(scene.driver.stack.current == stack)
        if !scene.app.isMoving { states.check(scene) }
      }
      repeat {
        scene.app.finishSwipeBack()
        scene.app.finishDismissal()
        await Task {}.value
        scene.app.settle()
      } while scene.app.isMoving
      await scene.expectShown()
      let isResumed = scene.top?.stage.current == .resumed
      #expect(isResumed == (scene.app.scenePhase == .active))
      if scene.app.picture != scene.names { return }
    }
    #expect(gestures > 0)
    token.dispose()
  }

  private func operate(_ scene: SwiftUIScene, _ dice: inout SeededRandom) {
    let operation = dice.operation(on: scene.driver.stack.current)
    _ = try? scene.driver.perform(operation, action: "walk")
  }

  /// Does what the user can do now, while the app may navigate; returns false if that is nothing.
  private func gesture(in scene: SwiftUIScene, _ dice: inout SeededRandom) -> Bool {
    let drawn = scene.driver.stack.current
    let used = drawn.usedLayers
    let layersAbove = dice.below(used.count)
    let top = used[used.count - 1 - layersAbove]
    let (kind, isLate) = (dice.below(3), dice.below(2) == 0)
    let (operatesBefore, operatesAfter) = (dice.below(3) == 0, dice.below(3) == 0)
    switch kind {
    case 0 where top.path.count > 1:
      let count = 1 + dice.below(top.path.count - 1)
      scene.app.beforeDrawing {
        if operatesBefore { operate(scene, &dice) }
        expectChange(of: top.path[0].id, in: scene) {
          scene.app.beginSwipeBack(count, under: layersAbove)
          if !isLate { scene.app.finishSwipeBack() }
        }
        if operatesAfter { operate(scene, &dice) }
      }
    case 1 where drawn.layers.count > 1:
      let count = 1 + dice.below(drawn.layers.count - 1)
      let id = drawn.layers[drawn.layers.count - count].id
      if isLate {
        scene.app.beginDismissal(fromTop: count)
        for _ in 0..<dice.below(3) {
          operate(scene, &dice)
          scene.app.settle()
        }
        expectDismissal(of: id, in: scene) { scene.app.finishDismissal() }
      } else {
        scene.app.beforeDrawing {
          if operatesBefore { operate(scene, &dice) }
          expectDismissal(of: id, in: scene) { scene.app.dismiss(fromTop: count) }
          if operatesAfter { operate(scene, &dice) }
        }
      }
    case 2 where top.tabs.count > 1:
      let tab = dice.below(top.tabs.count)
      scene.app.beforeDrawing {
        if operatesBefore { operate(scene, &dice) }
        expectChange(of: top.tabs[tab][0].id, in: scene) {
          scene.app.selectTab(tab, under: layersAbove)
        }
        if operatesAfter { operate(scene, &dice) }
      }
    default: return false
    }
    return true
  }

  /// Checks that a gesture changes nothing if the path that begins with this screen has gone, and
  /// closes no layer.
  private func expectChange(
    of path: BackStackEntryID,
    in scene: SwiftUIScene,
    _ gesture: () -> Void
  ) {
    let old = scene.driver.stack.current
    gesture()
    let new = scene.driver.stack.current
    let isShown = old.layers.contains { $0.tabs.contains { $0[0].id == path } }
    #expect(isShown ? new.layers.count == old.layers.count : new == old)
  }

  /// Checks that a dismissal closes only this layer and those above it.
  private func expectDismissal(
    of layer: BackStackEntryID,
    in scene: SwiftUIScene,
    _ gesture: () -> Void
  ) {
    let old = scene.driver.stack.current
    gesture()
    let new = scene.driver.stack.current
    let level = old.layers.firstIndex { $0.id == layer } ?? old.layers.count
    #expect(new.layers.starts(with: old.layers.prefix(level)))
    #expect(old.layers.starts(with: new.layers))
  }

  /// What is known of the counters of the views.
  @MainActor
  private struct ViewStates {
    private struct Place: Equatable {
      let layers: [BackStackEntryID]
      let hasTabs: Bool
    }

    private var counts: [BackStackEntryID: Int] = [:]
    private var places: [BackStackEntryID: Place] = [:]

    mutating func tap(in scene: SwiftUIScene) {
      let top = scene.driver.stack.current.top
      scene.app.tap("own \(top.destination)")
      counts[top.id]? += 1
    }

    /// Checks that a new screen has new state, and another one its own.
    mutating func check(_ scene: SwiftUIScene) {
      let stack = scene.driver.stack.current
      var places: [BackStackEntryID: Place] = [:]
      for (level, layer) in stack.layers.enumerated() {
        let place = Place(
          layers: stack.layers[...level].dropFirst().map(\.id),
          hasTabs: layer.tabs.count > 1
        )
        for entry in layer.tabs.joined() { places[entry.id] = place }
      }
      let isFirst = self.places.isEmpty
      for (id, place) in places where self.places[id] != place { counts[id] = isFirst ? nil : 0 }
      self.places = places
      if let count = counts[stack.top.id] {
        #expect(scene.app.topTexts.contains("own \(count)"))
      }
    }
  }
}
