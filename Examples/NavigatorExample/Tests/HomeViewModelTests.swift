import KalugaArchitecture
import KalugaArchitectureTestUtils
import NavigatorExampleFeatures
import Testing

@MainActor
struct HomeViewModelTests {
  private let navigator = RecordingNavigator<HomeNavigation>()
  private let ticker = ManualTicker()

  private func makeHome() -> HomeViewModel {
    HomeViewModel(navigator: navigator, ticker: ticker)
  }

  @Test func `validity follows both fields`() async throws {
    try await withViewModel(makeHome()) { harness in
      let home = harness.viewModel
      let isValid = ValueRecorder(home.isValid)
      home.name = "Ada"
      home.number = "forty"
      #expect(home.numberProblem.current == "the number is not a whole number")
      home.number = "42"
      #expect(isValid.values == [false, true])
    }
  }

  @Test func `details with invalid fields shows the problems and does not navigate`() async throws {
    try await withViewModel(makeHome()) { harness in
      try harness.viewModel.detailsTapped()

      #expect(harness.viewModel.message == "the name is missing and the number is missing")
      #expect(navigator.actions.isEmpty)
    }
  }

  @Test func `details sends the typed bundle and shows the result`() async throws {
    try await withViewModel(makeHome()) { harness in
      let home = harness.viewModel
      home.name = "Ada"
      home.number = "42"
      try home.detailsTapped()
      let message = ValueRecorder(home.$message)
      guard case .details(let sent) = navigator.actions.last else {
        Issue.record("expected details, found \(navigator.actions)")
        return
      }
      #expect(sent == InputDetails(name: "Ada", number: 42))

      try navigator.finish(with: InputDetails(name: "adA", number: 24))

      await message.expect("", "received {name: \"adA\", number: 24}")
      #expect(home.name == "adA")
      #expect(home.number == "24")
    }
  }

  @Test func `going back without a result changes nothing`() async throws {
    try await withViewModel(makeHome()) { harness in
      let home = harness.viewModel
      home.name = "Ada"
      home.number = "42"
      try home.detailsTapped()

      try navigator.goBack()
      await home.scope.waitUntilEmpty()

      #expect(home.name == "Ada")
      #expect(home.message.isEmpty)
    }
  }

  @Test func `an error of the navigator reaches the caller`() async throws {
    navigator.failure = .noHost(action: "sheet")
    try await withViewModel(makeHome()) { harness in
      #expect(throws: NavigationError.noHost(action: "sheet")) {
        try harness.viewModel.sheetTapped()
      }
    }
  }

  @Test func `the counter runs only while Home is resumed`() async throws {
    try await withViewModel(makeHome()) { harness in
      let home = harness.viewModel
      ticker.tick()
      #expect(home.seconds == 0)

      await harness.resume()
      ticker.tick()
      ticker.tick()
      #expect(home.seconds == 2)

      await harness.pause()
      ticker.tick()
      #expect(home.seconds == 2)

      await harness.resume()
      ticker.tick()
      #expect(home.seconds == 3)
    }
    #expect(ticker.runningCount == 0)
  }
}
