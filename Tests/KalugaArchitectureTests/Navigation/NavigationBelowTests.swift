import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The user continues in a stack that another covers partly.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationBelowTests {
  /// Shows `[home, a, b] ▸ partly [sheet, c]`.
  private let stage: Stage
  private var driver: NavigationDriver<Place> { stage.driver }

  init() throws {
    stage = try Stage("[home, a, b]")
    try driver.perform(.present(.sheet, covering: .partly))
    try driver.perform(.push(.c))
    _ = stage.happened()
  }

  /// Reports that the host shows only this number of screens of a layer.
  private func show(_ count: Int, of level: Int = 0) {
    driver.hostDidShow(Array(driver.stack.current.layers[level].path.prefix(count)))
  }

  @Test func `going back under a stack that covers partly keeps that stack`() {
    show(2)
    #expect(stage.stack == "[home, a] ▸ partly [sheet, c]")
    show(1)
    show(1, of: 1)
    #expect(stage.stack == "[home] ▸ partly [sheet]")
  }

  @Test func `going back under a stack that covers wholly changes nothing`() throws {
    try driver.perform(.popToRoot())
    try driver.perform(.present(.sheet, covering: .wholly))
    show(1)
    #expect(stage.stack == "[home, a, b] ▸ [sheet]")
    try driver.perform(.present(.c, covering: .partly))
    show(1)
    #expect(stage.stack == "[home, a, b] ▸ [sheet] ▸ partly [c]")
  }

  @Test func `only the handlers of the screen that the user leaves are asked`() throws {
    var asked: [String] = []
    for place in [Place.a, .b, .c] {
      _ = driver.onBack(on: stage.screen(place)) {
        asked.append("\(place)")
        return place == .a ? .intercept : .proceed
      }
    }
    show(1)
    #expect(asked == ["b", "a"])
    #expect(stage.stack == "[home, a] ▸ partly [sheet, c]")
  }

  @Test func `going back under a stack continues after each guard`() async throws {
    var seen: [String] = []
    let token = driver.addGuard { spec, stack in
      seen.append("\((try? stack.applying(spec)).map { "\($0)" } ?? "")")
      return .proceed
    }
    show(1)
    await until(stage.stack == "[home] ▸ partly [sheet, c]")
    #expect(seen == ["[home, a] ▸ partly [sheet, c]", "[home] ▸ partly [sheet, c]"])
    token.dispose()
  }

  @Test func `going back finds its layer, although the stack above closes before its turn`()
    async throws
  {
    let token = driver.addGuard { _, _ in .proceed }
    let ticket = try driver.perform(.dismiss())
    show(2)
    try await ticket.waitForTransition()
    await until(stage.stack == "[home, a]")
    token.dispose()
  }

  @Test func `going back ends when a transition opens a screen there`() {
    var token: (any Disposable)?
    token = driver.onTransition { [driver] transition in
      token?.dispose()
      _ = try? driver.perform(.below(.push(.a)))
    }
    show(1)
    #expect(stage.stack == "[home, a, a] ▸ partly [sheet, c]")
  }

  @Test func `a second tap on a tab under a stack that covers partly goes back`() throws {
    let stage = try Stage("{*[home, a] | [b]}")
    try stage.driver.perform(.present(.sheet, covering: .partly))
    let tabs = stage.driver.stack.current.layers[0].tabs
    stage.driver.hostDidSelect(tabs[0][0].id)
    #expect(stage.stack == "{*[home] | [b]} ▸ partly [sheet]")
    stage.driver.hostDidSelect(tabs[1][0].id)
    #expect(stage.stack == "{[home] | *[b]} ▸ partly [sheet]")
  }
}
