import KalugaArchitecture
import KalugaArchitectureTestUtils
import NavigatorExampleFeatures
import Testing

@MainActor
struct DetailsViewModelTests {
  private let navigator = RecordingNavigator<DetailsNavigation>()

  private func makeDetails(_ name: String, _ number: Int) -> DetailsViewModel {
    DetailsViewModel(InputDetails(name: name, number: number), navigator: navigator)
  }

  @Test(arguments: [("Ada", 42, "adA", "24"), ("", 0, "", "0"), ("é🇳🇱", -120, "🇳🇱é", "-021")])
  func `inverse reverses both fields, and a second inverse restores them`(
    name: String,
    number: Int,
    reversedName: String,
    reversedNumber: String
  ) async throws {
    try await withViewModel(makeDetails(name, number)) { harness in
      let details = harness.viewModel
      details.inverseTapped()
      #expect((details.name, details.number) == (reversedName, reversedNumber))
      details.inverseTapped()
      #expect((details.name, details.number) == (name, "\(number)"))
    }
  }

  @Test func `finish returns the fields as shown`() async throws {
    try await withViewModel(makeDetails("Ada", 10)) { harness in
      harness.viewModel.inverseTapped()
      try harness.viewModel.finishTapped()
      guard case .finish(let result) = navigator.actions.last else {
        Issue.record("expected finish, found \(navigator.actions)")
        return
      }
      #expect(result == InputDetails(name: "adA", number: 1))
    }
  }

  @Test func `finish with a number that is too large shows a message and does not leave`()
    async throws
  {
    try await withViewModel(makeDetails("Ada", 8_999_999_999_999_999_999)) { harness in
      harness.viewModel.inverseTapped()
      try harness.viewModel.finishTapped()
      #expect(harness.viewModel.message.hasPrefix("the number 9999999999999999998 is too large"))
      #expect(navigator.actions.isEmpty)
    }
  }

  @Test func `going back without changes asks no question`() async throws {
    try await withViewModel(makeDetails("Ada", 1)) { harness in
      #expect(harness.viewModel.backRequested() == .proceed)
      harness.viewModel.inverseTapped()
      harness.viewModel.inverseTapped()
      #expect(harness.viewModel.backRequested() == .proceed)
      #expect(navigator.actions.isEmpty)
    }
  }

  @Test(arguments: [Discard.discard, .keep, nil])
  func `going back with changes needs the answer to discard them`(answer: Discard?) async throws {
    try await withViewModel(makeDetails("Ada", 1)) { harness in
      await harness.resume()
      harness.viewModel.inverseTapped()
      #expect(harness.viewModel.backRequested() == .intercept)
      try await harness.waitUntilParked()
      if let answer { try navigator.finish(with: answer) } else { try navigator.goBack() }
      await harness.viewModel.scope.waitUntilEmpty()
      #expect(navigator.actions.count == (answer == .discard ? 2 : 1))
    }
  }
}
