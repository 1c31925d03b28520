import KalugaArchitecture
import Testing
import UIKit

/// After each step of a random walk, the paths of nested stacks are in the path of the outer one.
@MainActor
struct OuterPathWalkTests {
  @Test(arguments: TestedHost.readings, Array(UInt64(1)...20))
  func `what is drawn is what the nested stacks say`(host: TestedHost, seed: UInt64) async throws {
    var dice = SeededRandom(seed: seed)
    let decision = Decision()
    let scene = NestedScene(host) { decision.intercepts ? .intercept : .proceed }
    var gestures = 0
    for _ in 0..<40 {
      decision.intercepts = dice.below(4) == 0
      if dice.below(3) == 0 {
        gestures += await swipe(scene, &dice, isFree: !decision.intercepts) ? 1 : 0
      } else {
        operate(scene, &dice)
      }
      guard await scene.expectShown() else { return }
    }
    #expect(gestures > 0)
  }

  @MainActor
  private final class Decision {
    var intercepts = false
  }

  /// Goes back one or more screens, which may be those of several drivers.
  private func swipe(
    _ scene: NestedScene,
    _ dice: inout SeededRandom,
    isFree: Bool
  ) async -> Bool {
    let path = scene.topPath
    guard path.count > 1 else { return false }
    let count = 1 + dice.below(path.count - 1)
    let operates = dice.below(3) == 0
    guard let window = (scene.scene as? UIKitScene)?.window else {
      // A change that SwiftUI draws during a swipe may be ignored.
      scene.scene.atOnce {
        if operates { operate(scene, &dice) }
        scene.swipeBack(count)
      }
      if isFree, !operates { #expect(scene.topPath == path.dropLast(count)) }
      return true
    }
    scene.scene.beginSwipeBack(count)
    if operates { operate(scene, &dice) }
    if dice.below(4) == 0 {
      window.cancelGesture()
      if !operates { #expect(scene.topPath == path) }
    } else {
      window.finishGesture()
      if isFree, !operates { #expect(scene.topPath == path.dropLast(count)) }
    }
    return true
  }

  private func operate(_ scene: NestedScene, _ dice: inout SeededRandom) {
    let drivers = scene.drivers
    let driver = drivers[dice.below(drivers.count)]
    let stack = driver.stack.current
    let isPresenting = drivers.contains { $0.stack.current.layers.count > 1 }
    let spec: NavigationSpec<Place> =
      switch dice.below(12) {
      case 0...3: .push(place(&dice))
      case 4: .push(.c)
      case 5: .pop()
      case 6: .replace(place(&dice))
      case 7: .popToRoot()
      case 8: .closeEntry(stack.entries[dice.below(stack.entries.count)].id)
      case 9: .popToRoot()
      case 10: .open(root: .home, [.c, place(&dice)])
      default: isPresenting ? .dismiss() : .present(place(&dice))
      }
    _ = try? driver.perform(dice.below(4) == 0 ? spec.animated(false) : spec)
    scene.scene.settle()
  }

  private func place(_ dice: inout SeededRandom) -> Place { [.a, .b, .c][dice.below(3)] }
}
