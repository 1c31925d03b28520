import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing
import UIKit

/// What hosts draw of the style of a request.
@MainActor
struct PresentationStyleTests {
  // MARK: SwiftUI

  /// Report 98 of hmlongco/Navigator: routes had no heights.
  @Test func `a sheet has the heights of its request, and those of a later one`() async throws {
    let scene = SwiftUIScene()
    try scene.perform(.present(.a, style: .sheet(detents: [.medium, .fraction(0.9)])))
    await scene.expectShown("[home] ▸ sheet(medium, fraction 0.9) [a]")
    #expect(scene.app.detents == [[.medium, .fraction(0.9)]])
    scene.app.tap("own a")
    try scene.perform(.present(.a, style: .sheet(detents: [.height(320)])))
    await scene.expectShown("[home] ▸ sheet(height 320.0) [a]")
    #expect(scene.app.detents == [[.height(320)]])
    // The same sheet, which keeps its state.
    #expect(scene.app.texts.contains("own 1"))
    try scene.perform(.present(.b))
    #expect(scene.app.detents == [[.height(320)], [.large]])
  }

  /// Report 58 of FlowStacks, 60 of stinsen and 66 of hmlongco/Navigator: the background was opaque.
  @Test func `an overlay lets the stack below be seen, dimmed and blurred`() async throws {
    let scene = SwiftUIScene()
    try scene.perform(.present(.a, style: .overlay(opacity: 0.5, isBlurred: true)))
    await scene.expectShown("[home] ▸ overlay(0.5, blurred) [a]")
    #expect(scene.app.shapes == ["material", "black 0.5"])
    try scene.perform(.present(.a, style: .overlay(opacity: 0)))
    await scene.expectShown("[home] ▸ overlay(0.0) [a]")
    #expect(scene.app.shapes == ["black 0.0"])
    try scene.perform(.present(.a, style: .cover()))
    await scene.expectShown("[home] ▸ cover [a]")
    #expect(scene.app.shapes == [])
  }

  @Test func `the host decides by the destination if the request has no style`() async throws {
    let driver = NavigationDriver<Place>.places()
    let app = Renderer {
      NavigationHost(driver, presentation: { _ in .sheet(detents: [.medium]) }) { screen in
        Text(screen.destination.screenName)
      }
    }
    try driver.perform(.present(.a))
    await until(app.detents == [[.medium]])
    try driver.perform(.replacePresented(.a, style: .popover))
    await until(app.presentations == ["popover"])
    try driver.perform(.replacePresented(.b))
    await until(app.detents == [[.medium]] && app.presentations == ["sheet"])
  }

  // MARK: UIKit

  private final class Heights: NSObject, UISheetPresentationControllerDetentResolutionContext {
    let maximumDetentValue: CGFloat = 800
  }

  @Test func `a sheet of UIKit has the heights of its request, and those of a later one`() throws {
    var asked: [UIModalPresentationStyle] = []
    let scene = UIKitScene(willPresent: { asked.append($1.modalPresentationStyle) })
    try scene.perform(.present(.a, style: .sheet(detents: [.medium, .large])))
    scene.expectShown()
    let layer = scene.topLayer
    let sheet = try #require(layer.sheetPresentationController)
    #expect(sheet.detents == [.medium(), .large()])
    let heights: [PresentationStyle.Detent] = [.fraction(0.25), .height(320)]
    try scene.perform(.present(.a, style: .sheet(detents: heights)))
    #expect(sheet.detents.map { $0.resolvedValue(in: Heights()) } == [200, 320])
    try scene.perform(.present(.a, style: .sheet()))
    #expect(sheet.detents == [.large()])
    #expect(scene.topLayer === layer)
    #expect(asked == [.pageSheet])
  }

  @Test func `a cover of UIKit has the transition of its request`() throws {
    let scene = UIKitScene()
    let transitions: [(PresentationStyle, UIModalTransitionStyle)] = [
      (.cover(transition: .fade), .crossDissolve), (.cover(transition: .flip), .flipHorizontal),
      (.cover(), .coverVertical), (.overlay(), .crossDissolve),
    ]
    for (style, transition) in transitions {
      try scene.perform(.replacePresented(.a, style: style))
      scene.expectShown()
      #expect(scene.topLayer.modalTransitionStyle == transition)
    }
  }

  @Test func `an overlay of UIKit dims and blurs what is below it`() throws {
    let scene = UIKitScene()
    try scene.perform(.present(.a, style: .overlay(opacity: 0.5, isBlurred: true)))
    let backdrop = try #require(scene.topLayer.view.subviews.first as? UIVisualEffectView)
    #expect(backdrop.effect is UIBlurEffect)
    #expect(backdrop.backgroundColor?.stubAlpha == 0.5)
    try scene.perform(.present(.a, style: .overlay(opacity: 0.25)))
    #expect(scene.topLayer.view.subviews.first === backdrop)
    #expect(backdrop.effect == nil)
    #expect(backdrop.backgroundColor?.stubAlpha == 0.25)
    #expect(scene.window.titles == ["home", "a"])
  }

  @Test func `a popover of a request can have a source`() throws {
    let button = UIBarButtonItem(title: "Filter")
    let scene = UIKitScene(willPresent: { $1.popoverPresentationController?.sourceItem = button })
    try scene.perform(.present(.a, style: .popover))
    scene.expectShown()
    #expect(scene.topLayer.popoverPresentationController?.sourceItem === button)
  }
}
