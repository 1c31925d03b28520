import KalugaArchitecture
import KalugaArchitectureTestUtils
import NavigatorExampleFeatures
import Testing

@MainActor
struct SheetViewModelTests {
  @Test func `the sheet opens its page and closes`() async throws {
    let navigator = RecordingNavigator<SheetNavigation>()
    try await withViewModel(SheetViewModel(navigator: navigator)) { harness in
      try harness.viewModel.subTapped()
      try harness.viewModel.closeTapped()
    }
    #expect(navigator.actions == [.sub, .close])
  }

  @Test func `the page goes back or closes the whole sheet`() async throws {
    let navigator = RecordingNavigator<SubPageNavigation>()
    try await withViewModel(SubPageViewModel(navigator: navigator)) { harness in
      try harness.viewModel.backTapped()
      try harness.viewModel.closeTapped()
    }
    #expect(navigator.actions == [.back, .close])
  }
}
