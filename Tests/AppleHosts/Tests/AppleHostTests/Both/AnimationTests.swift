import KalugaArchitecture
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

/// Hosts animate what transitions say.
@MainActor
struct AnimationTests {
  /// What a host does with its framework, in any order.
  private func moves(
    of scene: any HostScene,
    _ body: () throws -> Void
  ) async throws -> [String] {
    let before = scene.moves.count
    try body()
    scene.settle()
    await scene.expectShown(#_sourceLocation)
    return scene.moves.dropFirst(before).sorted()
  }

  private func moves(
    of scene: any HostScene,
    _ specs: NavigationSpec<Place>...
  ) async throws -> [String] {
    try await moves(of: scene) { for spec in specs { try scene.perform(spec) } }
  }

  @Test(arguments: TestedHost.allCases)
  func `SwiftUI and UIKit animate what the request says`(host: TestedHost) async throws {
    let scene = host.scene()
    #expect(try await moves(of: scene, .push(.a)) == ["push animated"])
    #expect(try await moves(of: scene, .push(.b).animated(false)) == ["push at once"])
    #expect(try await moves(of: scene, .pop().animated(false)) == ["pop at once"])
    #expect(try await moves(of: scene, .pop()) == ["pop animated"])
    #expect(try await moves(of: scene, .present(.a)) == ["present animated"])
    #expect(try await moves(of: scene, .dismiss()) == ["dismiss animated"])
    #expect(try await moves(of: scene, .present(.a).animated(false)) == ["present at once"])
    #expect(try await moves(of: scene, .dismiss().animated(false)) == ["dismiss at once"])

    // A link, which closes what is presented.
    #expect(try await moves(of: scene) { try scene.driver.open([.home, .b]) } == ["push at once"])
    try scene.perform(.present(.a), .present(.cover))
    let link = try await moves(of: scene) { try scene.driver.open([.home]) }
    #expect(link.contains("pop at once") && link.contains("dismiss at once"))
    #expect(link.allSatisfy { $0.hasSuffix("at once") })
    let animated = try await moves(of: scene) {
      try scene.driver.open([.home, .a], animated: true)
    }
    #expect(animated == ["push animated"])

    // A restored stack, with what was presented over it.
    try scene.perform(.present(.a), .push(.b), .present(.cover))
    let restored = host.scene(.places(restoring: scene.driver))
    await restored.expectShown("[home, a] ▸ [a, b] ▸ [cover]")
    #expect(restored.moves == ["present at once", "present at once"])
    #expect(try await moves(of: restored, .dismiss()) == ["dismiss animated"])
    #expect(try await moves(of: restored, .push(.c)) == ["push animated"])
  }

  @Test(arguments: TestedHost.allCases)
  func `a layer replaces another with the animation of its request`(
    host: TestedHost
  ) async throws {
    let scene = host.scene()
    try scene.perform(.present(.a))
    let next = NavigationSpec<Place>.replacePresented(.cover)
    let atOnce = try await moves(of: scene, next.animated(false))
    #expect(atOnce.contains("present at once") && !atOnce.contains { $0.hasSuffix("animated") })
    try scene.perform(.replacePresented(.a))
    let animated = try await moves(of: scene, next)
    #expect(animated.contains("present animated") && !animated.contains { $0.hasSuffix("once") })
  }

  @Test(arguments: TestedHost.allCases)
  func `a tab that is selected does not change the animation of the pushes around it`(
    host: TestedHost
  ) async throws {
    let scene = host.scene()
    try scene.perform(.tabs([.home, .b]))
    let moves = try await moves(of: scene) {
      try scene.atOnce {
        try scene.perform(.push(.a))
        try scene.perform(.selectTab(1))
        try scene.perform(.push(.c))
      }
    }
    #expect(moves == ["push animated", "push animated"])
  }

  /// SwiftUI draws in the next turn, and UIKit what has waited for the end of a transition.
  @Test(arguments: TestedHost.frameworks, [true, false])
  func `the first of several requests that are drawn at once decides about the animation`(
    host: TestedHost,
    isAnimated: Bool
  ) async throws {
    let scene = host.scene()
    let moves = try await moves(of: scene) {
      try scene.atOnce {
        if case .uiKit = host { try scene.perform(.push(.c)) }
        try scene.perform(.push(.a).animated(isAnimated))
        try scene.perform(.push(.b).animated(!isAnimated))
        try scene.perform(.push(.c).animated(!isAnimated))
      }
    }
    let expected = isAnimated ? "push animated" : "push at once"
    if case .uiKit = host {
      #expect(moves == ["push animated", expected])
    } else {
      #expect(moves == [expected])
    }
  }

  @Test(arguments: [true, false])
  func `the first of several requests that wait for the end of a sheet decides`(
    isAnimated: Bool
  ) async throws {
    let scene = SwiftUIScene()
    scene.app.dismissalsTakeTime = true
    try scene.perform(.present(.a))
    let moves = try await moves(of: scene) {
      try scene.perform(.replacePresented(.cover).animated(isAnimated))
      try scene.perform(.push(.b).animated(!isAnimated))
      scene.finishGesture()
    }
    let suffix = isAnimated ? "animated" : "at once"
    #expect(moves == ["dismiss \(suffix)", "present \(suffix)"])
  }

  @Test(arguments: TestedHost.ofUIKit)
  func `what waits for a transition of UIKit has the animation of its own request`(
    host: TestedHost
  ) async throws {
    let scene = host.scene()
    try scene.perform(.present(.a))
    let moves = try await moves(of: scene) {
      try scene.atOnce {
        try scene.perform(.push(.b))
        try scene.driver.open([.home, .c])
      }
      try scene.perform(.pop())
    }
    #expect(moves == ["dismiss at once", "pop animated", "push animated", "push at once"])
  }
}
