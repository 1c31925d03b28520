import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// Flows of modules that an app embeds.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ModuleCoordinatorTests {
  private typealias AppFlow = ModuleFlow<AppScreen, String>
  private typealias WizardFlow = ModuleFlow<WizardScreen, String>
  private typealias DateFlow = ModuleFlow<DateScreen, Int>

  private let stage = ModuleStage()

  /// A flow of the app that runs one of a module, and ends with its result.
  private func appFlow(_ wizard: WizardFlow) -> AppFlow {
    AppFlow { flow throws(NavigationError) in
      let draft = try await flow.coordinate(to: wizard, embedding: AppScreen.wizards).result
      flow.finish(draft ?? "no draft")
    }
  }

  // MARK: The result

  @Test func `a flow of a module returns its result to a flow of the app`() async {
    let wizard = WizardFlow(pushing: .name, .colour)
    let task = stage.run(appFlow(wizard))
    await stage.shows(.wizard(.name), .wizard(.colour))
    wizard.finish("a red boat")
    #expect(await task.value == .finished("a red boat"))
    #expect(stage.opened == [])
  }

  @Test func `the caller of a flow of a module continues when its screens have left`() async {
    let seen = Log<[AppScreen]>()
    let wizard = WizardFlow(pushing: .name, .colour)
    let app = AppFlow { [stage] flow throws(NavigationError) in
      try await flow.coordinate(to: wizard, embedding: AppScreen.wizards)
      seen.append(stage.opened)
      flow.finish("done")
    }
    let task = stage.run(app)
    await stage.shows(.wizard(.name), .wizard(.colour))
    let token = stage.driver.addGuard { _, _ in .proceed }
    wizard.finish("")
    #expect(await task.value == .finished("done"))
    #expect(seen.all == [[]])
    token.dispose()
  }

  @Test func `a flow of a module runs on the router of an app`() async {
    let wizard = WizardFlow(pushing: .name)
    let task = Task { [stage] in
      await wizard.run(on: stage.router.embedding(AppScreen.wizards))
    }
    await stage.shows(.wizard(.name))
    wizard.finish("a boat")
    #expect(await task.value == .finished("a boat"))
    #expect(stage.opened == [])
  }

  // MARK: Two modules

  /// A flow of a module that knows nothing of contacts.
  private final class DraftCoordinator: Coordinator<WizardScreen, String> {
    typealias PickContact =
      @MainActor (DraftCoordinator) async throws(NavigationError) -> String?

    private let pickContact: PickContact

    init(pickContact: @escaping PickContact) {
      self.pickContact = pickContact
    }

    override func start() async throws(NavigationError) {
      try await router.push(ModulePage(destination: WizardScreen.name))
      if let contact = try await pickContact(self) { finish("to \(contact)") }
    }
  }

  /// A flow of a module that knows nothing of drafts.
  private final class ContactsCoordinator: Coordinator<ContactScreen, String> {
    typealias WriteDraft =
      @MainActor (ContactsCoordinator) async throws(NavigationError) -> String?

    private let writeDraft: WriteDraft

    init(writeDraft: @escaping WriteDraft) {
      self.writeDraft = writeDraft
    }

    override func start() async throws(NavigationError) {
      try await router.push(ModulePage(destination: ContactScreen.list))
      if let draft = try await writeDraft(self) { finish("the contact of '\(draft)'") }
    }
  }

  /// The app, which knows both modules.
  @MainActor
  private enum Flows {
    static func draft() -> DraftCoordinator {
      DraftCoordinator { draft throws(NavigationError) in
        try await draft.coordinate(to: contacts(), embedding: AppScreen.contacts).result
      }
    }

    static func contacts() -> ContactsCoordinator {
      ContactsCoordinator { contacts throws(NavigationError) in
        try await contacts.coordinate(to: draft(), embedding: AppScreen.wizards).result
      }
    }
  }

  @Test func `flows of two modules start each other by closures that the app gives them`()
    async throws
  {
    let app = AppFlow { flow throws(NavigationError) in
      let draft = Flows.draft()
      let text = try await flow.coordinate(to: draft, embedding: AppScreen.wizards).result
      flow.finish(text ?? "no draft")
    }
    let task = stage.run(app)
    // The flows would start each other endlessly.
    let token = stage.driver.addGuard { [stage] _, _ in
      stage.opened.count < 4 ? .proceed : .refuse(reason: "deep enough")
    }
    await stage.shows(
      .wizard(.name),
      .contact(.list),
      .wizard(.name),
      .contact(.list)
    )
    token.dispose()
    let draft = try #require(app.children.first as? DraftCoordinator)
    let contacts = try #require(draft.children.first as? ContactsCoordinator)
    let inner = try #require(contacts.children.first as? DraftCoordinator)
    inner.finish("a boat")
    #expect(await task.value == .finished("to the contact of 'a boat'"))
    #expect(stage.opened == [])
  }

  // MARK: The end

  @Test func `a flow of a module is cancelled when its last screen is popped`() async throws {
    let wizard = WizardFlow(pushing: .name)
    let task = stage.run(appFlow(wizard))
    await stage.shows(.wizard(.name))
    try stage.perform(.pop())
    #expect(!wizard.isRunning)
    #expect(await task.value == .finished("no draft"))
  }

  @Test func `a flow of the app that ends first ends those of modules, newest first`() async {
    let dates = DateFlow(pushing: .day)
    let wizard = WizardFlow(pushing: .name) { flow throws(NavigationError) in
      try await flow.coordinate(to: dates, embedding: WizardScreen.dates)
    }
    let app = appFlow(wizard)
    stage.note("app", app)
    stage.note("wizard", wizard)
    stage.note("dates", dates)
    let task = stage.run(app)
    await stage.shows(.wizard(.name), .wizard(.date(.day)))
    app.finish("early")
    #expect(stage.ended.all == ["dates", "wizard", "app"])
    #expect(stage.opened == [])
    #expect(await task.value == .finished("early"))
  }

  @Test func `the end of the host ends the flows of all modules`() async {
    let dates = DateFlow(pushing: .day)
    let wizard = WizardFlow(pushing: .name) { flow throws(NavigationError) in
      try await flow.coordinate(to: dates, embedding: WizardScreen.dates)
    }
    let app = appFlow(wizard)
    let task = stage.run(app)
    await stage.shows(.wizard(.name), .wizard(.date(.day)))
    stage.driver.end()
    #expect(!dates.isRunning && !wizard.isRunning && !app.isRunning)
    #expect(await task.value == .cancelled(.hostEnded))
  }

  @Test func `a flow of a module that has ended is released, with its screens`() async {
    await expectReleased {
      let wizard = WizardFlow(pushing: .name, .colour)
      let task = stage.run(appFlow(wizard))
      await stage.shows(.wizard(.name), .wizard(.colour))
      wizard.finish("")
      _ = await task.value
      return wizard
    }
  }

  // MARK: Screens

  @Test func `a module that is embedded in a module shows its screens on the stack of the app`()
    async
  {
    let dates = DateFlow(pushing: .day, .time)
    let wizard = WizardFlow(pushing: .name) { flow throws(NavigationError) in
      let date = try await flow.coordinate(to: dates, embedding: WizardScreen.dates).result
      flow.finish("on day \(date ?? 0)")
    }
    let task = stage.run(appFlow(wizard))
    await stage.shows(.wizard(.name), .wizard(.date(.day)), .wizard(.date(.time)))
    dates.finish(7)
    #expect(await task.value == .finished("on day 7"))
  }

  @Test func `a flow two levels deep starts one of another module of the app`() async {
    let contacts = ModuleFlow<ContactScreen, Int>(pushing: .details)
    let dates = DateFlow { flow throws(NavigationError) in
      let day = try await flow.coordinate(to: contacts, embedding: AppScreen.contacts).result
      flow.finish(day ?? 0)
    }
    let wizard = WizardFlow { flow throws(NavigationError) in
      let date = try await flow.coordinate(to: dates, embedding: WizardScreen.dates).result
      flow.finish("on day \(date ?? 0)")
    }
    let task = stage.run(appFlow(wizard))
    await stage.shows(.contact(.details))
    #expect(dates.children.first === contacts)
    contacts.finish(3)
    #expect(await task.value == .finished("on day 3"))
  }

  @Test func `the view model that a flow of a module passes is the one of its screen`() async {
    let viewModel = BaseLifecycleViewModel()
    let wizard = WizardFlow { flow throws(NavigationError) in
      let page = ModulePage(destination: WizardScreen.name, viewModel: viewModel)
      let screen = try await flow.router.push(page)
      #expect(screen.destination == .name && screen.isOpen)
    }
    let task = stage.run(appFlow(wizard))
    await stage.shows(.wizard(.name))
    #expect(stage.driver.topViewModel === viewModel)
    wizard.finish("")
    _ = await task.value
    #expect(viewModel.stage.current == .cleared)
  }

  @Test func `a condition of a module is asked about its own screens only`() async throws {
    let router = stage.router.embedding(AppScreen.wizards)
    for screen in [WizardScreen.name, .colour] {
      try await router.push(ModulePage(destination: screen))
    }
    try stage.perform(.push(.contact(.list)))
    try await router.perform(.popToScreen { $0 != .colour }, opening: nil)
    #expect(stage.opened == [.wizard(.name)])
    try stage.perform(.push(.contact(.list)))
    try await router.perform(.closeScreen { _ in true }, opening: nil)
    #expect(stage.opened == [])
  }

  @Test func `each operation of a module acts on the stack of the app`() async throws {
    let router = stage.router.embedding(AppScreen.wizards)
    try await router.perform(.open(root: .name, [.colour]), opening: nil)
    #expect(
      stage.driver.stack.current.entries.map(\.destination) == [.wizard(.name), .wizard(.colour)]
    )
    let top = stage.driver.stack.current.top.id
    try await router.perform(.steps([.update(top, to: .name), .push(.colour)]), opening: nil)
    #expect(stage.opened == [.wizard(.name), .wizard(.colour)])
    try await router.perform(.tabs([.name, .colour], selected: 1), opening: nil)
    #expect(stage.driver.stack.current.top.destination == .wizard(.colour))
  }

  @Test func `a link that leads elsewhere cancels the flows of a module in a module`() async throws
  {
    let dates = DateFlow(pushing: .day)
    let wizard = WizardFlow(pushing: .name) { flow throws(NavigationError) in
      try await flow.coordinate(to: dates, embedding: WizardScreen.dates)
    }
    let app = stage.run(appFlow(wizard))
    await stage.shows(.wizard(.name), .wizard(.date(.day)))
    try stage.perform(.open(root: .home, [.contact(.list)]))
    _ = await app.value
    #expect(!dates.isRunning && !wizard.isRunning)
    #expect(stage.opened == [.contact(.list)])
  }

  // MARK: Refusals

  @Test func `a flow of a module that has ended ends once, and makes no more requests`() async {
    let wizard = WizardFlow(pushing: .name)
    let app = stage.run(appFlow(wizard))
    await stage.shows(.wizard(.name))
    #expect(wizard.finish("first"))
    #expect(!wizard.finish("second") && !wizard.cancel())
    let reason = "ModuleFlow<WizardScreen, String> has ended; make a new one"
    await #expect(throws: NavigationError.refused(action: "colour", reason: reason)) {
      try await wizard.router.push(ModulePage(destination: .colour))
    }
    await #expect(
      throws: NavigationError.refused(action: "ModuleFlow<DateScreen, Int>", reason: reason)
    ) {
      try await wizard.coordinate(to: DateFlow(pushing: .day), embedding: WizardScreen.dates)
    }
    _ = await app.value
    #expect(stage.opened == [])
  }

  @Test func `a flow of a module that cannot be run is refused by its name`() async {
    let dates = DateFlow(pushing: .day)
    let name = "ModuleFlow<DateScreen, Int>"
    await #expect(
      throws: NavigationError.refused(
        action: name,
        reason: "ModuleFlow<WizardScreen, String> has not been started; pass it to coordinate(to:) "
          + "or run(on:)"
      )
    ) {
      try await WizardFlow(pushing: .name).coordinate(to: dates, embedding: WizardScreen.dates)
    }

    let app = AppFlow { flow throws(NavigationError) in
      try await flow.coordinate(to: dates, embedding: WizardScreen.dates)
    }
    #expect(
      await stage.run(app).value
        == .refused(
          .refused(
            action: name,
            reason: "it is embedded in WizardScreen, expected an embedding in AppScreen, "
              + "or in an app that embeds it"
          )
        )
    )
    #expect(!dates.isRunning && stage.opened == [])

    let wizard = WizardFlow(pushing: .name)
    let first = stage.run(appFlow(wizard))
    await stage.shows(.wizard(.name))
    let again = AppFlow { flow throws(NavigationError) in
      let outcome = try await flow.coordinate(to: wizard, embedding: AppScreen.wizards)
      #expect(
        outcome
          == .refused(
            .refused(
              action: "ModuleFlow<WizardScreen, String>",
              reason: "it was started before; make a new one"
            )
          )
      )
    }
    _ = await stage.run(again).value
    wizard.finish("")
    _ = await first.value
  }
}
