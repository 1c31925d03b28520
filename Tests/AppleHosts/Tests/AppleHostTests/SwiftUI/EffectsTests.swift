import Foundation
import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

@MainActor
struct EffectsTests {
  struct Link: NavigationEffect {
    let url: String
  }

  struct Permission: NavigationEffect {
    typealias Answer = Bool
  }

  let driver = NavigationDriver<Place>.places()

  struct LinkView: View {
    let driver: NavigationDriver<Place>
    let open: @MainActor (String) -> Void

    var body: some View {
      NamesHost(driver)
        .onEffect(Link.self, by: driver) { open($0.url) }
    }
  }

  @Test func `an effect that the first screen requests when it is resumed is carried out`() async {
    final class Launching: BaseLifecycleViewModel {
      var launch: (@MainActor () -> Void)?

      override func onResume(scope: TaskScope) { launch?() }
    }
    let driver = NavigationDriver<Place>(root: .home) { _, driver in
      let root = Launching()
      root.launch = { [weak driver] in
        _ = try? driver?.perform(.launch(Link(url: "https://a.nl")), action: "open")
      }
      return root
    }
    var opened: [String] = []
    let app = Renderer { LinkView(driver: driver) { opened.append($0) } }
    await until(opened == ["https://a.nl"])
    #expect(app.problems == [])
  }

  @Test func `the handler answers an effect, and it is the one of the newest body`() async throws {
    var answer = false
    let app = Renderer {
      let answer = answer
      NamesHost(driver)
        .onEffect(Permission.self, by: driver) { _ in answer }
    }
    answer = true
    app.redraw()
    let ticket = try driver.perform(.launch(Permission()), action: "ask", for: Bool.self)
    #expect(await ticket.outcome == .finished(true))
  }

  @Test func `the handler is removed when the identity of the view ends`() throws {
    var isShown = true
    let app = Renderer {
      if isShown { Text("a").onEffect(Permission.self, by: driver) { _ in true } }
    }
    driver.start()
    try driver.perform(.launch(Permission()), action: "ask")
    isShown = false
    app.redraw()
    #expect(throws: NavigationError.noHandler(effect: "permission")) {
      try driver.perform(.launch(Permission()), action: "ask")
    }
  }
}
