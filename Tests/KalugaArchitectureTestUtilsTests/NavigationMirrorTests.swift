import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import KalugaSessions
import KalugaTerminal
import Testing

/// Checks what a `dump` of navigation values shows, and with it the tree of a debugger.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationMirrorTests {
  private let vault = Vault()
  private var screen: Opened { .vault(vault) }
  private var result: NavigationResult { NavigationResult(vault) }

  private final class Screen: BaseLifecycleViewModel, Presentable {
    let destination: Opened
    let vault = Vault()

    init(_ destination: Opened) {
      self.destination = destination
      super.init()
    }
  }

  private struct Unlock: NavigationEffect {
    typealias Answer = Vault
    let vault = Vault()
  }

  /// An action that decides about its rows itself.
  private struct Login: NavigationAction {
    let pin = Vault.text
    var rows: [NavigationBundleRow] {
      [NavigationBundleRow(key: "pin", value: .string(pin), isPrivate: true)]
    }
  }

  private enum Move: AppMove {
    case open(Vault)
  }

  private final class Flow: Coordinator<Opened, Vault> {
    override func start() async throws(NavigationError) {
      try await router.push(Screen(.vault(Vault())))
    }
  }

  /// Expects that a dump shows these texts, and that neither a dump nor a print shows a marker.
  private func expect(
    _ value: Any,
    shows texts: String...,
    location: SourceLocation = #_sourceLocation
  ) {
    let dump = dumped(value)
    for text in texts {
      #expect(dump.contains(text), "\(type(of: value))", sourceLocation: location)
    }
    expectHidden(value, location)
  }

  private func start(_ rest: Opened...) throws -> NavigationDriver<Opened> {
    let driver = NavigationDriver(root: Opened.home) { screen, _ in Screen(screen) }
    driver.start()
    for screen in rest { try driver.perform(.push(screen)) }
    return driver
  }

  // MARK: Values

  @Test func `a dump of a stack shows no private row`() throws {
    let stack = try BackStack(root: Opened.home, [screen]).applying(.present(screen))
      .applying(.tabs([screen, .home]))
    expect(stack, shows: "vault", "owner: \"ada\"", "token: <private>", "rawValue: 3")
    expect(stack.layers, shows: "vault", "selected: 0")
    expect(stack.top, shows: "id: #3", "destination: ", "vault", "integer: \"<private>\"")
    let states = [stack.top.id: Data(Vault.text.utf8)]
    let snapshot = NavigationSnapshot(
      stack: stack,
      states: states,
      awaitedResults: [stack.top.id: .registered(screen: stack.top.id, key: "rated")],
      nested: [stack.top.id: ["inner": [Data(Vault.text.utf8)]]]
    )
    expect(snapshot, shows: "vault", "\"6 bytes\"", "inner", "rated")
    let driver = NavigationDriver(restoring: snapshot) { screen, _ in Screen(screen) }
    expect(driver, shows: "[home, vault]")
  }

  @Test func `a dump of an operation shows no private row`() throws {
    let id = BackStackEntryID(rawValue: 3)
    let specs: [NavigationSpec<Opened>] = [
      .push(screen), .replace(screen), .pop(result: result),
      .popTo(screen, inclusive: true, result: result), .popToEntry(id, result: result),
      .popToScreen(result: result, where: { _ in true }), .replaceAbove(screen, with: screen),
      .popToRoot(result: result), .present(screen), .replacePresented(screen),
      .present(screen, style: .cover()), .replacePresented(screen, style: .popover),
      .dismiss(result: result), .close(screen, result: result),
      .closeScreen(result: result, where: { _ in true }), .closeEntry(id, result: result),
      .finish(result: result), .tabs([screen, .home]), .open(root: screen, [screen]),
      .setRoot(screen), .update(id, to: screen), .below(.push(screen)), .selectTabOf(screen),
      .pushInTab(screen, of: screen), .openInTab([screen], of: screen), .bringToFront(screen),
      .steps([.pop(result: result), .push(screen)]), .launch(Unlock()),
    ]
    for spec in specs {
      expect(spec, shows: spec.kind, "owner: \"ada\"", "token: <private>")
      expect(NavigationGuardDecision.redirect(spec), shows: "redirect", spec.kind)
      #expect(Mirror(reflecting: spec).children.first?.label == spec.kind)
    }
    let animated = NavigationSpec<Opened>.push(screen).animated(false)
    expect(animated, shows: "push", "owner: \"ada\"", "token: <private>", "isAnimated: false")
    expect(NavigationSpec<Opened>.selectTab(7), shows: "selectTab", "7")
    expect(NavigationSpec<Opened>.pop(), shows: "pop")
    expect(NavigationSpec<Opened>.present(screen, style: .popover), shows: "style: popover")
    #expect("\(NavigationSpec<Opened>.push(.home))".hasPrefix("push("))
    #expect("\(NavigationSpec<Opened>.closeEntry(id))" == "closeEntry(#3, result: nil)")
  }

  @Test func `a dump of a request, a result or an outcome shows no private row`() async throws {
    expect(result, shows: "owner", "<private>")
    expect(NavigationRequest<Opened, Vault>(screen), shows: "action: vault", "token: <private>")
    expect(NavigationRequest<Login, Never>(Login()), shows: "action: Login", "pin: \"<private>\"")
    expect(NavigationOutcome.finished(vault), shows: "finished", "text: \"<private>\"")
    expect(NavigationOutcome.finished(screen), shows: "finished", "text: \"<private>\"")
    expect(NavigationOutcome.finished([vault as Vault?]), shows: "1 element", "\"<private>\"")
    expect(NavigationOutcome.finished(["a": [vault]]), shows: "1 key/value pair", "\"<private>\"")
    expect(NavigationOutcome.finished((1, both: vault)), shows: "finished", "\"<private>\"")
    // Other results are shown as they are.
    expect(NavigationOutcome.finished(7), shows: "finished: 7")
    expect(NavigationOutcome.finished([1, 2]), shows: "2 elements")
    expect(NavigationOutcome<Int>.cancelled(.back), shows: "cancelled", "back")
    expect(NavigationOutcome<Int>.refused(.noHost(action: "save")), shows: "refused", "save")
    #expect("\(NavigationOutcome.finished(7))" == "finished(7)")
    let promise = NavigationPromise<Vault>()
    promise.settle(.finished(vault))
    expect(promise, shows: "ticket")
    expect(promise.ticket)
    _ = await promise.ticket.outcome
    expect(NavigationAnswer.finish(vault), shows: "finish", "text: \"<private>\"")
    expect(NavigationAnswer.refuse(.noHost(action: "save")), shows: "refuse", "save")
  }

  // MARK: Objects

  @Test func `a dump of a driver, or of what has one, shows no private row`() async throws {
    let driver = try start(screen)
    _ = try driver.perform(.present(screen), for: Vault.self)
    let gate = Gate()
    let token = driver.addGuard { _, _ in
      try? await gate.pass()
      return .proceed
    }
    // One request waits for the guard, and one behind it.
    for _ in 0..<2 { try driver.perform(.pop(result: result)) }
    try await gate.waitForArrivals(1)
    expect(driver, shows: "NavigationDriver", "[home, vault] ▸ [vault]", "owner")
    expect(driver.stack.current, shows: "[home, vault] ▸ [vault]")
    expect(driver.path.current, shows: "vault")
    expect(try #require(driver.hostedScreen(driver.stack.current.top)), shows: "Screen", "#3")
    expect(driver.hostedTab(driver.stack.current.top), shows: "Screen", "#3")
    let navigator = StackNavigator<Opened, Opened>(driver) { .push($0) }
    let printer = TransitionPrinter(output: StringSink())
    expect(navigator, shows: "StackNavigator")
    expect(TerminalNavigator(driver, printer: printer) { (_: Opened) in .pop() })
    expect(printer, shows: "TransitionPrinter")
    expect(StackPicture(driver.stack.current), shows: "vault")
    expect(NavigatorUnderTest(navigator, host: driver), shows: "StackNavigator")
    expect(SimulatedProcess<Opened> { _ in driver }, shows: "NavigationDriver")
    expect(ClosureNavigator<Opened> { _ in }, shows: "ClosureNavigator")
    token.dispose()
    gate.open()
    driver.end()
  }

  @Test func `a dump of a coordinator and its screens shows no private row`() async throws {
    let driver = try start()
    let router = StackRouter(driver)
    let flow = Flow()
    let running = Task { await flow.run(on: router) }
    let promise = ScreenPromise(screen, viewModel: Screen(screen))
    expect(promise, shows: "destination", "owner")
    expect(promise.screen, shows: "RoutedScreen", "owner")
    await until(driver.stack.current.entries.count == 2)
    expect(flow, shows: "Flow")
    expect(router, shows: "StackRouter")
    flow.finish(vault)
    expect(flow, shows: "Flow")
    expect(await running.value, shows: "finished", "owner")
    driver.end()
  }

  @Test func `a dump of links, sessions and recorders shows no private row`() async throws {
    let links = DeepLinks<Opened>(
      scheme: "app",
      host: "host",
      routes: [
        DeepLinkRoute("home", screens: [screen]),
        DeepLinkRoute("vault", Vault.bundleSpec) { [.vault($0)] },
      ]
    )
    expect(links, shows: "app")
    let recorder = SessionRecorder<Move>()
    recorder.record(.move(.open(vault)))
    _ = await recorder.answer("vault") { vault }
    expect(recorder, shows: "SessionRecorder")
    expect(recorder.session, shows: "steps")
    let navigator = RecordingNavigator<Opened>()
    try navigator.navigate(screen)
    _ = try navigator.navigate(NavigationRequest<Opened, Vault>(screen))
    expect(navigator, shows: "RecordingNavigator", "vault", "owner: \"ada\"")
    navigator.expect(screen, screen)
    let login = RecordingNavigator<Login>()
    try login.navigate(Login())
    expect(login, shows: "pin: \"<private>\"")
    #expect(login.actions.count == 1)
  }

  @Test func `a dump of an app for the terminal shows no private row`() async throws {
    let output = StringSink()
    var dumps: [String] = []
    let screen = screen
    try await TerminalApp.run(on: .script(["open", "unlock", "dump"], output: output)) { console in
      let app = TerminalApp(root: Opened.home, on: console) { screen, _ in Screen(screen) }
      app.onEffect(Unlock.self) { effect in effect.vault }
      app.commands { app in
        TerminalCommand("open", "opens a screen") { try app.driver.perform(.push(screen)) }
        TerminalCommand("unlock", "asks the host") {
          _ = try await app.driver.perform(.launch(Unlock()), for: Vault.self).result
        }
        TerminalCommand("dump", "dumps the app") { dumps.append(dumped(app)) }
      }
      return app
    }
    let text = try #require(dumps.first)
    #expect(text.contains("[home, vault]") && text.contains("question: "))
    #expect(Vault.markers.filter(text.contains) == [])
  }
}
