import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

/// Checks that nothing that the toolkit writes shows the markers in private rows of all kinds.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PrivateMarkerTests {
  private let vault = Vault()

  private func errors(of attempts: [() throws -> Void]) -> [any Error] {
    attempts.compactMap { attempt in
      do { try attempt() } catch { return error }
      return nil
    }
  }

  @Test func `the markers would be found`() throws {
    let text = "\(Vault.shownSpec.bundle(vault))"
    #expect(Vault.markers.filter(text.contains) == Vault.markers)
    #expect(Vault.markers.dropLast().allSatisfy(dumped(vault).contains))
  }

  @Test func `no bundle shows private values, however it is printed`() throws {
    let untyped = vault.bundle.untyped
    let values: [Any] = [
      vault.bundle, vault.rows, untyped, try UntypedNavigationBundle(json: untyped.json()),
      UntypedNavigationBundle(query: try untyped.query()),
      try UntypedNavigationBundle(json: untyped.json()), NavigationResult(vault),
      NavigationResult(Vault.text, .string, isPrivate: true),
      SingleValueNavigationAction(Vault.text, .string, isPrivate: true),
      SingleValueNavigationSpec(.string, isPrivate: true).bundle(Vault.text),
      String(decoding: try untyped.json(for: .showing), as: UTF8.self),
    ]
    for value in values + vault.rows { expectHidden(value) }
  }

  @Test func `values that contain a content do not show its private values either`() throws {
    // A dump shows the fields of any struct. See NavigationMirrorTests for the toolkit's own.
    for value in [vault, Opened.vault(vault)] as [Any] { expectHidden(value, isDumped: false) }
  }

  @Test func `no transcript shows private values`() throws {
    struct Unlock: NavigationEffect { let vault = Vault() }
    let output = StringSink()
    let driver = NavigationDriver<Opened>(root: .home) { _, _ in BaseLifecycleViewModel() }
    let printer = TransitionPrinter(output: output, style: .colored)
    printer.follow(driver)
    var transitions: [StackTransition<Opened>] = []
    let token = driver.onTransition { transitions.append($0) }
    let handler = driver.onEffect(Unlock.self) { _ in }
    driver.start()
    try driver.perform(.push(.vault(vault)), action: "vault", rows: Opened.vault(vault).rows)
    try driver.perform(.launch(Unlock()), action: "unlock")
    try driver.perform(.pop(result: NavigationResult(vault)), action: "finish")
    try driver.open([.home, .vault(vault)])
    for token in [handler, token] { token.dispose() }

    #expect(output.text.contains("<private>"))
    expectHidden(output.text)
    #expect(transitions.count == 5)
    for transition in transitions {
      #expect(dumped(transition).contains(transition.kind))
      expectHidden(transition)
    }
  }

  // MARK: Errors

  /// The rows, each with a value of a wrong type that contains the marker.
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

  @Test func `no error of rows, JSON, queries or links shows private values`() throws {
    let untyped = try UntypedNavigationBundle(rows: wrongRows)
    let json = try untyped.json()
    let query = try untyped.query()
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
    let wrongLinks = [
      "app://host/vault?\(query)", "x\(good)", "\(good)&integer=1", "\(good)&text[0]=1",
      good.replacing("text=", with: "text=%zz"), good.replacing("?", with: "?integer&"),
      good.replacing("host", with: "other"), good.replacing("vault?", with: "vaults?"),
      good.replacing("?", with: "&"), good + "%", good.replacing("://", with: ":"),
      good + String(repeating: Vault.text, count: 5_000),
    ]
    let spec = Vault.bundleSpec
    let errors = errors(
      of: [
        { _ = try spec.content(from: wrongRows) },
        { _ = try spec.content(from: UntypedNavigationBundle(json: json)) },
        { _ = try spec.content(from: UntypedNavigationBundle(query: query)) },
        { _ = try UntypedNavigationBundle(json: json.dropLast()) },
        { _ = try spec.content(from: UntypedNavigationBundle(query: query + "&integer=%FF")) },
        { _ = try links.link(to: [.vault(vault), .vault(vault)]) },
      ] + wrongLinks.map { link in { _ = try links.screens(for: link) } }
    )
    #expect(errors.count == 18)
    for error in errors { expectHidden(error) }
  }

  @Test func `no error of a damaged file shows private values`() throws {
    let stack = BackStack(root: Opened.home, [.vault(vault)])
    let data = try NavigationSnapshot(stack: stack).data()
    // Damaging every byte would take too long, and the bytes in between are similar.
    let damages = stride(from: 0, to: data.count, by: 7).map { index in
      {
        var damaged = data
        damaged[index] ^= 1
        _ = try NavigationSnapshot<Opened>(damaged)
      }
    }
    let migration = {
      _ = try NavigationSnapshot<Opened>(data, version: 2) { _, _ in
        throw NavigationError.noHost(action: Vault.text)
      }
    }
    let errors = errors(of: damages + [migration])
    #expect(errors.count > 1 && errors.last is SavedStateError)
    for error in errors { expectHidden(error) }
  }

  @Test func `no refusal shows private values`() {
    let driver = NavigationDriver<Opened>(root: .home) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    let specs: [NavigationSpec<Opened>] = [
      .popTo(.vault(vault)), .close(.vault(vault)), .replaceAbove(.vault(vault), with: .home),
      .dismiss(result: NavigationResult(vault)), .selectTabOf(.vault(vault)),
      .pushInTab(.vault(vault), of: .vault(vault)), .openInTab([.home], of: .vault(vault)),
      .steps([.push(.home), .popTo(.vault(vault))]),
    ]
    let errors = errors(of: specs.map { spec in { try driver.perform(spec, action: "test") } })
    #expect(errors.count == specs.count)
    for error in errors { expectHidden(error) }
  }
}
