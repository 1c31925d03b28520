// The Swift blocks of the article "Coming from Kaluga", word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

enum SignUpNavigation: NavigationAction, Equatable {
  case next(name: String)
}

final class SignUpViewModel: NavigatingViewModel<SignUpNavigation> {
  @InitializedSubject var name = ""
  lazy var isValid = $name.map { !$0.isEmpty }

  func continueTapped() throws(NavigationError) {
    if isValid.current { try navigator.navigate(.next(name: name)) }
  }
}

struct Contact: Codable, Hashable, NavigationBundleContent {
  var name: String
  var phone: String?

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

enum ContactNavigation: NavigationAction, Equatable {
  case editor(Contact)
}

extension NavigationRequest where Action == ContactNavigation, Result == Contact {
  static func edit(_ contact: Contact) -> Self { Self(.editor(contact)) }
}

final class ContactViewModel: NavigatingViewModel<ContactNavigation> {
  @InitializedSubject var contact = Contact(name: "Ada", phone: nil)

  func editTapped() throws(NavigationError) {
    let ticket = try navigator.navigate(.edit(contact))
    scope.launch { [weak self] in  // the life scope: this screen is paused meanwhile
      if let edited = try await ticket.result { self?.contact = edited }
    }
  }
}

enum EditNavigation: NavigationAction, Equatable {
  case finish(Contact)
  case close
}

final class EditViewModel: NavigatingViewModel<EditNavigation> {
  @InitializedSubject var name: String

  init(_ contact: Contact, navigator: any Navigator<EditNavigation>) {
    _name = InitializedSubject(wrappedValue: contact.name)
    super.init(navigator: navigator)
  }

  func finishTapped() throws(NavigationError) {
    try navigator.navigate(.finish(Contact(name: name, phone: nil)))
  }
}

enum ContactScreen: NavigationDestination {
  case contact, edit(Contact)
}

@MainActor
func makeContactDriver() -> NavigationDriver<ContactScreen> {
  NavigationDriver(root: .contact) { screen, driver in
    switch screen {
    case .contact:
      ContactViewModel(
        navigator: StackNavigator(driver) { action in
          switch action {
          case .editor(let contact): .push(.edit(contact))
          }
        }
      )
    case .edit(let contact):
      EditViewModel(
        contact,
        navigator: StackNavigator(driver) { action in
          switch action {
          case .finish(let contact): .pop(result: NavigationResult(contact))
          case .close: .pop()
          }
        }
      )
    }
  }
}

@MainActor
struct KalugaSampleTests {
  @Test func `the contact follows the result`() async throws {
    let navigator = RecordingNavigator<ContactNavigation>()
    try await withViewModel(ContactViewModel(navigator: navigator)) { harness in
      await harness.resume()
      let contact = ValueRecorder(harness.viewModel.$contact)
      await contact.expect(Contact(name: "Ada", phone: nil))

      try harness.viewModel.editTapped()
      navigator.expect(.editor(Contact(name: "Ada", phone: nil)))
      try navigator.finish(with: Contact(name: "Grace", phone: nil))
      await contact.expect(Contact(name: "Grace", phone: nil))
    }
  }

  @Test func `the stack passes a result from one screen to another`() async throws {
    let driver = makeContactDriver()
    driver.start()
    let shown = try #require(driver.topScreen as? ContactViewModel)
    let contact = ValueRecorder(shown.$contact)
    await contact.expect(Contact(name: "Ada", phone: nil))

    try shown.editTapped()
    let editor = try #require(driver.topScreen as? EditViewModel)
    #expect(editor.name == "Ada")
    editor.name = "Grace"
    try editor.finishTapped()
    await contact.expect(Contact(name: "Grace", phone: nil))
    driver.end()
  }
}
