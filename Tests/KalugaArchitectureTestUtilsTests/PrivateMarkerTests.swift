import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

/// A marker in every kind of private row, searched for in everything that the toolkit writes.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PrivateMarkerTests {
  private let vault = Vault()

  /// Fails where the marker shows, in whichever of its forms.
  private func expectHidden(_ text: String, _ place: String, _ location: SourceLocation) {
    for marker in Vault.markers {
      #expect(!text.contains(marker), "\(place) shows \(marker): \(text)", sourceLocation: location)
    }
  }

  /// Fails where the marker shows, in whatever way the value is printed.
  private func expectHidden(
    _ value: Any,
    isDumped: Bool = true,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let name = "\(type(of: value))"
    expectHidden("\(value)", "the text of \(name)", location)
    expectHidden(String(reflecting: value), "the debug text of \(name)", location)
    expectHidden("\([value])", "an array of \(name)", location)
    guard isDumped else { return }
    var dumped = ""
    dump(value, to: &dumped)
    expectHidden(dumped, "the dump of \(name)", location)
  }

  @Test func `the markers would be found`() throws {
    let shown = Vault.shownSpec.bundle(vault)
    let text = "\(shown)"
    for marker in Vault.markers { #expect(text.contains(marker), "\(marker) in \(text)") }
  }

  @Test func `no bundle shows what is private, however it is printed`() throws {
    let untyped = vault.bundle.untyped
    let values: [Any] = [
      vault.bundle, vault.rows, untyped, try UntypedNavigationBundle(json: untyped.json()),
      try UntypedNavigationBundle(query: untyped.query()),
      try UntypedNavigationBundle(untyped.values()), NavigationResult(vault),
      NavigationResult(Vault.text, .string, isPrivate: true),
      SingleValueNavigationAction(Vault.text, .string, isPrivate: true),
      SingleValueNavigationSpec(.string, isPrivate: true).bundle(Vault.text),
    ]
    for value in values + vault.rows { expectHidden(value) }
    let json = try vault.bundle.untyped.json(for: .showing)
    expectHidden(String(decoding: json, as: UTF8.self), "JSON for showing", #_sourceLocation)
  }

  @Test func `what carries a content does not show it either`() throws {
    let stack = BackStack(root: Opened.home, [.vault(vault)])
    let carriers: [Any] = [
      vault, Opened.vault(vault), NavigationRequest<Opened, Never>(.vault(vault)),
      NavigationSpec<Opened>.push(.vault(vault)),
      NavigationSpec<Opened>.pop(result: NavigationResult(vault)),
      NavigationOutcome<Vault>.finished(vault), stack, stack.top, NavigationSnapshot(stack: stack),
    ]
    // A dump shows the fields of any struct. The toolkit decides only the text.
    for carrier in carriers { expectHidden(carrier, isDumped: false) }
    expectHidden("\(StackPicture(stack))", "the picture", #_sourceLocation)
  }

  @Test func `no transcript shows what is private`() throws {
    let output = StringSink()
    let driver = NavigationDriver<Opened>(root: .home) { _, _ in BaseLifecycleViewModel() }
    let printer = TransitionPrinter(output: output, style: .coloured)
    printer.follow(driver)
    let recorder = TranscriptRecorder(driver)
    var transitions: [NavigationTransition<Opened>] = []
    let token = driver.onTransition { transitions.append($0) }
    driver.start()
    try driver.perform(.push(.vault(vault)), action: "vault", rows: Opened.vault(vault).rows)
    try driver.perform(.pop(result: NavigationResult(vault)), action: "finish")
    try driver.open([.home, .vault(vault)])
    token.dispose()

    expectHidden(output.text, "the output", #_sourceLocation)
    #expect(output.text.contains("<private>"))
    expectHidden(recorder.transcript)
    #expect(transitions.count == 4)
    for transition in transitions { expectHidden(transition, isDumped: false) }
  }

  // MARK: Errors

  /// The rows with a value of another type in each, with the marker in it.
  private var wrongRows: [NavigationBundleRow] {
    vault.rows.map { row in
      let wrong: NavigationBundleValue =
        if case .string = row.value {
          .array([.string(Vault.text), .integer(Int128(Vault.number))])
        } else {
          .bundle([NavigationBundleRow(key: "x", value: .string(Vault.text))])
        }
      return NavigationBundleRow(key: row.key, value: wrong)
    }
  }

  @Test func `no error of rows, JSON, queries or links shows what is private`() throws {
    var errors: [any Error] = []
    func attempt(_ work: () throws -> Void) {
      do { try work() } catch { errors.append(error) }
    }
    attempt { _ = try Vault.bundleSpec.content(from: wrongRows) }
    let untyped = try UntypedNavigationBundle(rows: wrongRows)
    let json = try untyped.json()
    let query = try untyped.query()
    attempt { _ = try Vault.bundleSpec.content(from: UntypedNavigationBundle(json: json)) }
    attempt { _ = try Vault.bundleSpec.content(from: UntypedNavigationBundle(query: query)) }
    attempt { _ = try UntypedNavigationBundle(json: json.dropLast()) }
    attempt { _ = try UntypedNavigationBundle(query: query + "&\(Vault.text)=%FF") }
    let links = DeepLinks<Opened>(
      scheme: "app",
      host: "host",
      routes: [
        DeepLinkRoute("vault", Vault.bundleSpec) {
          [.vault($0)]
        } content: { screens in
          if case .vault(let vault) = screens.last { vault } else { nil }
        }
      ]
    )
    let good = try links.link(to: [.vault(vault)])
    for link in [
      "app://host/vault?\(query)", "\(good)#x", "x\(good)", "\(good)&integer=1",
      good.replacing("host", with: "other"), good.replacing("vault?", with: "vaults?"),
      good.replacing("?", with: "&"), good + "%", good.replacing("://", with: ":"),
      good + String(repeating: Vault.text, count: 5_000),
    ] {
      attempt { _ = try links.screens(for: link) }
    }
    attempt { _ = try links.link(to: [.vault(vault), .vault(vault)]) }

    #expect(errors.count == 16)
    for error in errors { expectHidden(error) }
  }

  @Test func `no error of a damaged file shows what is private`() throws {
    let stack = BackStack(root: Opened.home, [.vault(vault)])
    let data = try NavigationSnapshot(stack: stack).data()
    // Each byte would take long, and the places in between are like these.
    for index in stride(from: 0, to: data.count, by: 7) {
      var damaged = data
      damaged[index] ^= 1
      do { _ = try NavigationSnapshot<Opened>(damaged) } catch { expectHidden(error) }
    }
    let error = try #require(throws: SavedStateError.self) {
      try NavigationSnapshot<Opened>(data, version: 2) { _, _ in throw Told(text: Vault.text) }
    }
    expectHidden(error)
  }

  private struct Told: Error {
    let text: String
  }

  @Test func `no refusal shows what is private`() throws {
    let driver = NavigationDriver<Opened>(root: .home) { _, _ in BaseLifecycleViewModel() }
    for spec: NavigationSpec<Opened> in [
      .popTo(.vault(vault)), .close(.vault(vault)), .replaceAbove(.vault(vault), with: .home),
      .dismiss(result: NavigationResult(vault)),
    ] {
      driver.start()
      let error = try #require(throws: NavigationError.self) {
        try driver.perform(spec, action: "test")
      }
      expectHidden(error)
    }
  }

  @Test func `no log of a store shows what is private`() async throws {
    let log = Log<String>()
    let store = LoggingStore(
      ReducerStore<Opened, Kept, Opened, Never>(
        initialState: Kept(),
        reduce: { state, message in
          if case .vault(let vault) = message { state.vault = vault }
        },
        execute: { intent, context in context.dispatch(intent) }
      )
    ) { entry in
      log.append("\(entry)")
    }
    store.send(.vault(vault))
    #expect(log.count == 3)
    for line in log.all { expectHidden(line, "the log", #_sourceLocation) }
    store.dispose()
  }

  private struct Kept: Equatable {
    var vault: Vault?
  }
}
