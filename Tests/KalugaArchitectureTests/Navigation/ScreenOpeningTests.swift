import KalugaArchitecture
import Testing

/// Requests that bring a view model, and learn when their screen has left.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenOpeningTests {
  private typealias Screen = RoutedScreen<Place>

  /// A request for a screen, with a view model or without.
  private struct Page: Presentable {
    let destination: Place
    var viewModel: BaseLifecycleViewModel?
  }

  private func screen(_ place: Place, _ viewModel: BaseLifecycleViewModel? = nil) -> Screen {
    Screen(Page(destination: place, viewModel: viewModel))
  }

  private func push(
    _ place: Place,
    _ viewModel: BaseLifecycleViewModel? = nil,
    on stage: Stage
  ) async throws -> Screen {
    let screen = screen(place, viewModel)
    try await StackRouter(stage.driver).push(screen)
    return screen
  }

  @Test func `a view model that the request brings is shown, and cleared when it leaves`()
    async throws
  {
    let stage = try Stage()
    let model = JournalScreen("mine", stage.journal)
    let opened = try await push(.a, model, on: stage)
    #expect(stage.driver.topScreen === model)
    #expect(opened.isOpen)
    try stage.perform(.pop())
    #expect(stage.happened() == "pause home, resume mine, pause mine, clear mine, resume home")
    #expect(opened.cancellation == .back)
  }

  @Test(arguments: NavigationDriverResultTests.departures)
  func `a screen that any operation takes away learns the reason, once`(
    _ spec: NavigationSpec<Place>,
    _ takesBoth: Bool,
    _ reason: NavigationCancellation
  ) async throws {
    let stage = try Stage()
    let lower = try await push(.a, on: stage)
    let upper = try await push(.b, on: stage)
    try stage.perform(spec)
    #expect(upper.cancellation == reason)
    #expect(lower.cancellation == (takesBoth ? reason : nil))
    stage.driver.end()
    #expect(upper.cancellation == reason)
    #expect(lower.cancellation == (takesBoth ? reason : .hostEnded))
  }

  @Test func `a presented screen that the user dismisses is gone back from`() async throws {
    let stage = try Stage()
    let sheet = screen(.sheet)
    try await StackRouter(stage.driver).present(sheet)
    try stage.driver.hostDidDismiss()
    #expect(sheet.cancellation == .back)
  }

  @Test func `a view model that is shown or cleared is refused, and nothing changes`() async throws
  {
    let stage = try Stage()
    let model = JournalScreen("mine", stage.journal)
    _ = try await push(.a, model, on: stage)
    for (state, advice) in [
      ("is on the stack", "make another one"), ("has been cleared", "make a new one"),
    ] {
      let stack = stage.stack
      stage.journal.entries = []
      await #expect(
        throws: NavigationError.refused(action: "b", reason: "its view model \(state); \(advice)")
      ) {
        _ = try await push(.b, model, on: stage)
      }
      #expect(stage.stack == stack)
      #expect(stage.happened() == "")
      _ = try? stage.perform(.pop())
    }
  }

  @Test func `a redirect to another screen leaves the view model out and follows that screen`()
    async throws
  {
    let stage = try Stage()
    stage.decide(aboutPushOf: .a, .redirect(.push(.b)))
    let model = JournalScreen("mine", stage.journal)
    let opened = try await push(.a, model, on: stage)
    #expect(stage.stack == "[home, b]")
    #expect(model.stage.current == .created)
    #expect(opened.isOpen)
    try await stage.perform(.pop()).transitioned()
    #expect(opened.cancellation == .back)
  }
}
