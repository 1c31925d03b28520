import KalugaArchitecture
import KalugaSwiftUI
import Observation
import SwiftUI
import Testing

/// SwiftUI does not support a navigation stack inside another.
@MainActor
struct NavigationHostNestingTests {
  let shop = Shop()
  /// The place `c` is the shop.
  let scene: SwiftUIScene
  var app: Renderer { scene.app }

  init() {
    scene = SwiftUIScene(Renderer.Reading(.withPreviousValue), .places(shop: (shop, .c)))
  }

  private func expectShown(
    _ text: String,
    _ stack: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(app.topTexts.first == text, sourceLocation: sourceLocation)
    #expect("\(scene.driver.stack.current)" == stack, sourceLocation: sourceLocation)
    #expect(app.problems == [], sourceLocation: sourceLocation)
  }

  @Test func `a nested driver in the first screen, a tab or a sheet has the only stack`() throws {
    try scene.perform(.setRoot(.c))
    try shop.pages.perform(.push(.b), action: "page")
    expectShown("page b", "[c]")
    #expect(app.picture == "[page a, page b]")
    app.swipeBack()
    expectShown("page a", "[c]")
    #expect("\(shop.pages.stack.current)" == "[a]")
    try scene.perform(.tabs([.home, .c], selected: 1))
    expectShown("page a", "{[home] | *[c]}")
    app.selectTab(0)
    expectShown("home", "{*[home] | [c]}")
  }

  @Test func `a nested driver in a sheet has the only navigation stack of it`() throws {
    try scene.perform(.present(.c))
    expectShown("page a", "[home] ▸ [c]")
    app.dismissSheet()
    expectShown("home", "[home]")
  }

  @Test func `a screen above the first one with a nested driver is drawn in its place`() throws {
    try scene.perform(.setRoot(.c), .push(.a))
    expectShown("a", "[c, a]")
    app.tap("own a")
    try scene.perform(.push(.b), .pop())
    // Only the top screen is drawn.
    #expect(app.texts.contains("own 0"))
    try scene.driver.back()
    expectShown("page a", "[c]")
  }

  @Test func `a nested driver in a pushed screen is drawn in place of the stack below it`() throws {
    try scene.perform(.push(.a))
    app.tap("own a")
    try scene.perform(.push(.c))
    expectShown("page a", "[home, a, c]")
    #expect(app.texts == ["page a"])
    try shop.pages.perform(.push(.b), action: "page")
    app.swipeBack()
    expectShown("page a", "[home, a, c]")
    try scene.driver.back()
    expectShown("a", "[home, a]")
    #expect(app.texts.contains("own 1"))
    app.swipeBack()
    expectShown("home", "[home]")
  }

  @Test func `a pushed screen that cannot have a back button is reported once`() throws {
    let reports = Reports()
    let previous = ArchitectureDiagnostics.setHandler { diagnostic in
      MainActor.assumeIsolated {
        if diagnostic.kind == .pushedStack { reports.texts.append(diagnostic.description) }
      }
    }
    defer { ArchitectureDiagnostics.setHandler(previous) }
    try scene.perform(.present(.c))
    #expect(reports.texts == [])
    try scene.perform(.push(.a), .present(.b), .dismiss())
    let why = """
      has no back button and no swipe back: it or a screen under it has a nested stack, and SwiftUI \
      cannot show a stack inside another. Add the stack with drawn: .inOuterPath, or to the first \
      screen of a tab or of a presented stack.
      """
    #expect(reports.texts == ["the screen a \(why)"])
  }

  @MainActor
  private final class Reports {
    var texts: [String] = []
  }

  /// Report 4446 of react-native-screens: the sheet of the outer stack was never presented.
  @Test func `a sheet is presented after one of a nested driver is closed`() async throws {
    try scene.perform(.push(.c))
    try shop.pages.perform(.present(.b), action: "page")
    try scene.perform(.present(.a))
    await until(app.refusedPresentations == 2)
    #expect(app.topTexts == ["page b"])
    try shop.pages.perform(.dismiss(), action: "page")
    await until(app.topTexts.first == "a")
    #expect(app.problems == [])
  }

  @Test func `a sheet waits until one of a nested driver has moved out`() async throws {
    app.dismissalsTakeTime = true
    try scene.perform(.push(.c))
    try shop.pages.perform(.present(.b), action: "page")
    try scene.perform(.present(.a))
    await until(app.refusedPresentations == 2)
    try shop.pages.perform(.dismiss(), action: "page")
    // The nested sheet is still moving out, so that UIKit refuses once more.
    await until(app.refusedPresentations == 3)
    app.finishDismissal()
    await until(app.topTexts.first == "a")
    #expect(app.problems == [])
  }

  /// Report 11717 of react-navigation: the sheet stayed on the screen after the screen had left.
  @Test func `the sheet of a nested driver leaves with the screen of the driver`() throws {
    try scene.perform(.push(.c))
    try shop.pages.perform(.present(.b), action: "page")
    try scene.perform(.pop())
    #expect(app.presentations == [])
    expectShown("home", "[home]")
  }

  // MARK: In the path of the outer driver

  @Test func `new closures of a nested host draw its pushed screens again`() throws {
    let shop = Shop(.inOuterPath)
    let driver = NavigationDriver<Place>.places(shop: (shop, .c))
    let title = Title()
    let app = Renderer {
      NavigationHost(driver) { screen in
        if let shop = screen.viewModel as? Shop {
          ShelvesView(shop: shop, title: title)
        } else {
          Text(screen.destination.screenName)
        }
      }
    }
    try driver.perform(.push(.c))
    try shop.pages.perform(.push(.b))
    #expect(app.texts == ["shelf b"])
    title.text = "page"
    #expect(app.texts == ["page b"])
    #expect(app.problems == [])
  }

  @Test func `services of the nested screen on top draw over the outer path`() throws {
    let pages = NavigationDriver(root: Place.a) { place, _ in
      PlaceViewModel(place, services: [Label(text: "over \(place)")])
    }
    let shop = Shop(.inOuterPath, pages: pages)
    let scene = SwiftUIScene(Renderer.Reading(.withPreviousValue), .places(shop: (shop, .c)))
    try scene.perform(.push(.c))
    #expect(scene.app.texts == ["page a", "over a"])
    try pages.perform(.push(.b))
    #expect(scene.app.texts == ["page b", "over b"])
    try scene.perform(.push(.b))
    #expect(!scene.app.texts.contains("over b"))
    #expect(scene.app.problems == [])
  }

  @Test func `above a stack that is drawn in place, a nested stack has a path of its own`() throws {
    let pages = NavigationDriver(root: Place.a) { place, _ in PlaceViewModel(place) }
    let upper = Shop(.inOuterPath, pages: pages)
    let lower = Shop()
    let driver = NavigationDriver(root: Place.b) { place, _ -> BaseLifecycleViewModel in
      place == .c ? upper : lower
    }
    let scene = SwiftUIScene(Renderer.Reading(.withPreviousValue), driver)
    try scene.perform(.push(.c))
    try pages.perform(.push(.b))
    #expect(scene.app.texts == ["page b"])
    scene.swipeBack()
    #expect("\(pages.stack.current)" == "[a]")
    #expect("\(driver.stack.current)" == "[b, c]")
    #expect(scene.app.problems == [])
  }

  @Observable
  @MainActor
  final class Title {
    var text = "shelf"
  }

  private struct ShelvesView: View {
    let shop: Shop
    let title: Title

    var body: some View {
      let text = title.text
      NavigationHost(shop.pages) { page in Text("\(text) \(page.destination.screenName)") }
    }
  }

  private final class Label: OverlaySubscribable {
    let text: String

    init(text: String) {
      self.text = text
    }

    var overlay: some View { Text(text) }
  }
}
