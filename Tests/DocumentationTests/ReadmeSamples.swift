// The Swift blocks of README.md that are in no article, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

private final class EditedContactViewModel: NavigatingViewModel<ContactNavigation> {
  @InitializedSubject var contact = Contact(name: "Ada", phone: nil)

  func editTapped() throws(NavigationError) {
    // Prints: push     contact → edit {name: "Ada", phone: nil}   [contact, edit]
    let ticket = try navigator.navigate(.edit(contact))
    scope.launch { [weak self] in
      if let edited = try await ticket.result { self?.contact = edited }
    }
  }
}

@MainActor
struct ReadmeNavigationTests {
  @Test func `the navigation sample prints its line and gets its result`() async throws {
    let output = StringSink()
    let printer = TransitionPrinter(output: output)
    let driver = NavigationDriver(root: ContactScreen.contact) { screen, driver in
      guard case .contact = screen else { return BaseLifecycleViewModel() }
      return EditedContactViewModel(
        navigator: TerminalNavigator(driver, printer: printer) { action in
          switch action {
          case .editor(let contact): .push(.edit(contact))
          }
        }
      )
    }
    driver.start()
    let viewModel = try #require(driver.topScreen as? EditedContactViewModel)
    let contact = ValueRecorder(viewModel.$contact)
    await contact.expect(Contact(name: "Ada", phone: nil))

    try viewModel.editTapped()
    let line = try #require(output.text.split(separator: "\n").last)
    #expect(line == #"push     contact → edit {name: "Ada", phone: nil}   [contact, edit]"#)

    let edited = Contact(name: "Grace", phone: "1")
    try driver.perform(.pop(result: NavigationResult(edited)), action: "finish")
    await contact.expect(edited)
    driver.end()
  }
}
