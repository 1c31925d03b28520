import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

/// After each step of a random walk, what is drawn is what the stack says.
@MainActor
struct NavigationHostWalkTests {
  @Test(arguments: Renderer.Comparison.allCases, Array(UInt64(1)...20))
  func `what is drawn is what the stack says`(comparison: Renderer.Comparison, seed: UInt64) throws
  {
    var dice = SeededRandom(seed: seed)
    let scene = HostScene(comparison)
    let token = scene.driver.onBack { [unowned scene] in
      scene.interceptsBack ? .intercept : .proceed
    }
    var gestures = 0
    for _ in 0..<60 {
      scene.interceptsBack = dice.below(4) == 0
      switch dice.below(10) {
      case 0..<3: gestures += gesture(in: scene, &dice) ? 1 : 0
      case 3: scene.app.scenePhase = [.active, .inactive, .background][dice.below(3)]
      case 4: scene.app.redraw()
      default:
        _ = try? scene.driver.perform(operation(&dice, scene.driver.stack.current), action: "walk")
      }
      scene.expectShown()
      let isResumed = scene.top?.stage.current == .resumed
      #expect(isResumed == (scene.app.scenePhase == .active))
      if scene.app.picture != "\(scene.driver.stack.current)" { return }
    }
    #expect(gestures > 0)
    token.dispose()
  }

  /// Does what the user can do now; returns false if that is nothing.
  private func gesture(in scene: HostScene, _ dice: inout SeededRandom) -> Bool {
    let layers = scene.driver.stack.current.layers
    let top = layers[layers.count - 1]
    switch dice.below(3) {
    case 0 where top.path.count > 1: scene.app.swipeBack(1 + dice.below(top.path.count - 1))
    case 1 where layers.count > 1: scene.app.dismiss(fromTop: 1 + dice.below(layers.count - 1))
    case 2 where top.tabs.count > 1: scene.app.selectTab(dice.below(top.tabs.count))
    default: return false
    }
    return true
  }

  /// An operation of the app, which may be impossible.
  private func operation(
    _ dice: inout SeededRandom,
    _ stack: BackStack<Place>
  ) -> NavigationSpec<Place> {
    func place() -> Place { Place.allCases[dice.below(Place.allCases.count)] }
    switch dice.below(18) {
    case 0...4: return .push(place())
    case 5: return .replace(place())
    case 6: return .pop()
    case 7: return .popToRoot()
    case 8, 9: return .present(place())
    case 10: return .replacePresented(place())
    case 11: return .dismiss()
    case 12: return .tabs((0..<1 + dice.below(3)).map { _ in place() })
    case 13: return .selectTab(dice.below(3))
    case 14: return .setRoot(place())
    case 15: return .below(.push(place()))
    case 16: return .closeEntry(stack.entries[dice.below(stack.entries.count)].id)
    default: return .open(root: place(), [place()])
    }
  }
}
