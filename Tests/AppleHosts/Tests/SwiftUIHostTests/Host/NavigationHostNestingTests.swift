import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

/// SwiftUI does not support a navigation stack in another one.
@MainActor
struct NavigationHostNestingTests {
  /// A screen with a stack of its own.
  final class Shop: BaseLifecycleViewModel {
    let pages = NavigationDriver<Place>(root: .a) { place, _ in PlaceViewModel(place) }

    init() {
      super.init()
      addChild(pages)
    }
  }

  let shop = Shop()
  let driver: NavigationDriver<Place>
  let app: Renderer

  /// The place `c` is the shop.
  init() {
    let driver = NavigationDriver<Place>(root: .home) { [shop] place, _ in
      place == .c ? shop : PlaceViewModel(place)
    }
    self.driver = driver
    app = Renderer {
      NavigationHost(driver) { screen in
        if let shop = screen.viewModel as? Shop {
          NavigationHost(shop.pages) { page in Text(verbatim: "shop \(page.destination)") }
        } else if let model = screen.viewModel as? PlaceViewModel {
          PlaceView(place: screen.destination, model: model)
        }
      }
    }
  }

  private func perform(_ specs: NavigationSpec<Place>...) throws {
    for spec in specs {
      try driver.perform(spec, action: "test")
      app.settle()
    }
  }

  private func expectShown(
    _ text: String,
    _ stack: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(app.texts.first == text, sourceLocation: sourceLocation)
    #expect("\(driver.stack.current)" == stack, sourceLocation: sourceLocation)
    #expect(app.problems == [], sourceLocation: sourceLocation)
  }

  @Test func `a nested driver in the first screen has the only navigation stack`() throws {
    try perform(.setRoot(.c))
    expectShown("shop a", "[c]")
    try shop.pages.perform(.push(.b), action: "page")
    expectShown("shop b", "[c]")
    #expect(app.picture == "[shop a, shop b]")
    app.swipeBack()
    expectShown("shop a", "[c]")
    #expect("\(shop.pages.stack.current)" == "[a]")
  }

  @Test func `a screen above the first one with a nested driver is drawn in its place`() throws {
    try perform(.setRoot(.c), .push(.a))
    expectShown("a", "[c, a]")
    app.tap("own a")
    try perform(.push(.b), .pop())
    // Only the top screen is drawn.
    #expect(app.texts.contains("own 0"))
    try driver.back()
    expectShown("shop a", "[c]")
  }

  @Test func `a nested driver in a pushed screen is drawn in place of the stack below it`() throws {
    try perform(.push(.a))
    app.tap("own a")
    try perform(.push(.c))
    expectShown("shop a", "[home, a, c]")
    #expect(app.texts == ["shop a"])
    try shop.pages.perform(.push(.b), action: "page")
    app.swipeBack()
    expectShown("shop a", "[home, a, c]")
    try driver.back()
    expectShown("a", "[home, a]")
    #expect(app.texts.contains("own 1"))
    app.swipeBack()
    expectShown("home", "[home]")
  }

  @Test func `a nested driver in a tab has the only navigation stack of it`() throws {
    try perform(.tabs([.home, .c], selected: 1))
    expectShown("shop a", "{[home] | *[c]}")
    app.selectTab(0)
    expectShown("home", "{*[home] | [c]}")
  }

  @Test func `a nested driver in a sheet has the only navigation stack of it`() throws {
    try perform(.present(.c))
    #expect(app.topTexts == ["shop a"])
    #expect(app.problems == [])
    app.dismissSheet()
    expectShown("home", "[home]")
  }

  @Test func `the host of a nested driver leaves its state to the view model around it`() throws {
    try perform(.setRoot(.c))
    #expect(shop.pages.topScreen?.stage.current == .resumed)
    app.scenePhase = .inactive
    // The outer driver pauses the shop, whose stack is then in the background.
    #expect(shop.pages.hostState == .background)
    #expect(shop.pages.topScreen?.stage.current == .paused)
    app.scenePhase = .active
    #expect(shop.pages.topScreen?.stage.current == .resumed)
  }

  @Test func `the host of a nested driver resumes nothing on a covered screen`() throws {
    try perform(.setRoot(.c), .present(.b))
    app.scenePhase = .inactive
    app.scenePhase = .active
    #expect(shop.pages.topScreen?.stage.current == .paused)
  }

  @Test func `a pushed screen that cannot have a back button is reported once`() throws {
    let reports = Reports()
    let previous = ArchitectureDiagnostics.setHandler { diagnostic in
      MainActor.assumeIsolated {
        if diagnostic.kind == .pushedStack { reports.texts.append(diagnostic.description) }
      }
    }
    defer { ArchitectureDiagnostics.setHandler(previous) }
    try perform(.present(.c))
    #expect(reports.texts == [])
    try perform(.push(.a), .present(.b), .dismiss())
    let why = """
      has no back button and no swipe back: it or a screen under it has a nested stack, and SwiftUI \
      cannot show a stack inside another. Nest a stack in the first screen of a tab or of a presented \
      stack, and push onto the nested one.
      """
    #expect(reports.texts == ["the screen a \(why)"])
  }

  @MainActor
  private final class Reports {
    var texts: [String] = []
  }
}
