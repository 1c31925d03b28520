import Foundation
import KalugaArchitecture
import Testing

/// Checks the table of late requests, which has a row for each operation.
@MainActor
struct LateRequestTableTests {
  private enum Letter: NavigationDestination {
    case A, B, C, D
  }

  private struct Effect: NavigationEffect {}

  private struct Action: NavigationAction {
    let spec: NavigationSpec<Letter>
  }

  private final class Screen: NavigatingViewModel<Action> {}

  /// One request of each kind, which is possible on `[A, B] ▸ {*[C] | [D]}`.
  private static let specs: [NavigationSpec<Letter>] = [
    .push(.A), .replace(.A), .pop(), .popToRoot(), .present(.A), .replacePresented(.A), .dismiss(),
    .below(.push(.A)), .popTo(.C), .popToEntry(BackStackEntryID(rawValue: 3)),
    .popToScreen { $0 == .C }, .replaceAbove(.C, with: .A), .close(.B), .closeScreen { $0 == .B },
    .closeEntry(BackStackEntryID(rawValue: 2)), .finish(), .open(root: .A), .setRoot(.A),
    .tabs([.A]), .selectTab(1), .update(BackStackEntryID(rawValue: 1), to: .D), .launch(Effect()),
    .steps([.push(.A)]),
  ]

  /// Requests an operation from the covered screen B, or from a screen that has left.
  private func answer(to spec: NavigationSpec<Letter>, hasLeft: Bool) throws -> String {
    let driver = NavigationDriver(root: Letter.A) { _, driver in
      Screen(navigator: StackNavigator(driver) { $0.spec })
    }
    driver.start()
    defer { driver.end() }
    try driver.perform(.push(.B))
    var screen = try #require(driver.topScreen as? Screen)
    try driver.perform(.present(.C))
    try driver.perform(.tabs([.C, .D]))
    if hasLeft {
      try driver.perform(.push(.A))
      screen = try #require(driver.topScreen as? Screen)
      try driver.perform(.pop())
    }
    let token = driver.onLaunch(of: Effect.self) { _ in }
    defer { token.dispose() }
    do throws(NavigationError) {
      try screen.navigator.navigate(Action(spec: spec))
      return "done"
    } catch {
      return error.isLate ? "refused" : "\(error)"
    }
  }

  @Test func `the article says what each operation does if it is requested late`() throws {
    let article = try Documentation.article("stack")
    let section = try #require(article.components(separatedBy: "### Late requests").last)
    let rows = section.matches(of: /\n\| `(\w+)`[^|]* \| (\w+)[^|]* \| (\w+)[^|]* \|/)
    let shown = Dictionary(uniqueKeysWithValues: rows.map { (String($0.1), [$0.2, $0.3]) })
    #expect(shown.count == Self.specs.count)
    for spec in Self.specs {
      let answers = [try answer(to: spec, hasLeft: false), try answer(to: spec, hasLeft: true)]
      #expect(shown[spec.kind]?.map(String.init) == answers, "\(spec.kind)")
    }
  }
}
