// The Swift blocks of the section on coordinators of other modules, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

// MARK: The module of drafts

enum DraftScreen: NavigationDestination {
  case text
}

final class DraftViewModel: BaseLifecycleViewModel, Presentable {
  let destination = DraftScreen.text
  let recipientTaps = EventChannel<Void>()
}

final class DraftCoordinator: Coordinator<DraftScreen, String> {
  typealias PickContact = @MainActor (DraftCoordinator) async throws(NavigationError) -> String?

  private let pickContact: PickContact

  init(pickContact: @escaping PickContact) { self.pickContact = pickContact }

  override func start() async throws(NavigationError) {
    let draft = DraftViewModel()
    try await router.push(draft)
    for await _ in draft.recipientTaps {
      if let contact = try await pickContact(self) { finish("Dear \(contact)") }
    }
  }
}

// MARK: The module of contacts

enum ContactScreen: NavigationDestination {
  case list
}

final class ContactsViewModel: BaseLifecycleViewModel, Presentable {
  let destination = ContactScreen.list
  let picks = EventChannel<String>()
  let draftTaps = EventChannel<Void>()
}

final class ContactsCoordinator: Coordinator<ContactScreen, String> {
  typealias WriteDraft = @MainActor (ContactsCoordinator) async throws(NavigationError) -> String?

  private let writeDraft: WriteDraft

  init(writeDraft: @escaping WriteDraft) { self.writeDraft = writeDraft }

  override func start() async throws(NavigationError) {
    let contacts = ContactsViewModel()
    contacts.picks.collect { [weak self] in self?.finish($0) }.addTo(scope)
    try await router.push(contacts)
    for await _ in contacts.draftTaps { _ = try await writeDraft(self) }
  }
}

// MARK: The app

enum MessengerScreen: NavigationDestination {
  case home
  case draft(DraftScreen)
  case contact(ContactScreen)

  static let drafts = NavigationEmbedding(MessengerScreen.draft) {
    if case .draft(let screen) = $0 { screen } else { nil }
  }
  static let contacts = NavigationEmbedding(MessengerScreen.contact) {
    if case .contact(let screen) = $0 { screen } else { nil }
  }
}

@MainActor
func makeDraftCoordinator() -> DraftCoordinator {
  DraftCoordinator { draft throws(NavigationError) in
    let contacts = makeContactsCoordinator()
    return try await draft.coordinate(to: contacts, embedding: MessengerScreen.contacts).result
  }
}

@MainActor
func makeContactsCoordinator() -> ContactsCoordinator {
  ContactsCoordinator { contacts throws(NavigationError) in
    let draft = makeDraftCoordinator()
    return try await contacts.coordinate(to: draft, embedding: MessengerScreen.drafts).result
  }
}

final class MessengerCoordinator: Coordinator<MessengerScreen, String> {
  override func start() async throws(NavigationError) {
    let draft = makeDraftCoordinator()
    let text = try await coordinate(to: draft, embedding: MessengerScreen.drafts).result
    finish(text ?? "nothing written")
  }
}

// MARK: Tests

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ModuleCoordinatorSamples {
  private let driver = NavigationDriver(root: MessengerScreen.home) { _, _ in
    BaseLifecycleViewModel()
  }

  @Test func `drafts and contacts lead to each other as the article says`() async throws {
    driver.start()
    let shown = ValueRecorder(driver.stack.map { $0.top.destination })
    let messenger = MessengerCoordinator()
    async let outcome = messenger.run(on: StackRouter(driver))
    await shown.expect(.home, .draft(.text))
    try #require(driver.topViewModel as? DraftViewModel).recipientTaps.send(())
    await shown.expect(.contact(.list))
    let contacts = try #require(driver.topViewModel as? ContactsViewModel)
    contacts.draftTaps.send(())
    await shown.expect(.draft(.text))
    try driver.back()
    await shown.expect(.contact(.list))
    contacts.picks.send("Ada")
    #expect(await outcome == .finished("Dear Ada"))
    await shown.expect(.draft(.text), .home)
  }

  @Test func `a coordinator of a module is the root as the article says`() async throws {
    driver.start()
    let shown = ValueRecorder(driver.stack.map { $0.top.destination })
    let running = Task { [driver] in
      let drafts = makeDraftCoordinator()
      let router = StackRouter(driver).embedding(MessengerScreen.drafts)
      let outcome = await drafts.run(on: router)
      return outcome
    }
    await shown.expect(.home, .draft(.text))
    try driver.back()
    #expect(await running.value == .cancelled(.back))
  }
}
